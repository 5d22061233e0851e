import { type ReactNode, useEffect, useRef, useState } from 'react'
import { formatType } from '../../experiences/experience.ts'
import type { Day } from '../../platform/days.ts'
import { DateFilter } from './date-filter.tsx'
import {
  durations,
  type FilterOptions,
  type Filters,
  formatGroupSize,
  formatMinDuration,
  groupSizes,
  priceRange,
  mostGuests,
} from '../filters.ts'
import { Icon } from '../../ui/icon.tsx'

/** The fields of the filters. `onPick` is called when a day is picked, because the hidden date field fires no change event. */
export function FilterFields({
  filters,
  options,
  today,
  onPick,
  children,
}: {
  filters: Filters
  options: FilterOptions | null
  today: Day
  onPick: () => void
  children?: ReactNode
}) {
  return (
    <div className="filter-grid">
      <Choice
        name="region"
        label="Region"
        all="All regions"
        chosen={filters.region}
        options={options?.regions}
      />
      <Choice
        name="type"
        label="Experience Type"
        all="All types"
        chosen={filters.type}
        options={options?.types}
        format={formatType}
      />
      <DateFilter date={filters.date} today={today} onPick={onPick} />
      <PriceFilter minPrice={filters.minPrice} maxPrice={filters.maxPrice} />
      <Choice
        name="minDuration"
        label="Min Duration (hours)"
        all="Any duration"
        chosen={filters.minDuration}
        options={offeredDurations(filters.minDuration)}
        format={formatMinDuration}
      />
      <Choice
        name="maxGroupSize"
        label="Max Group Size"
        all="Any size"
        chosen={filters.maxGroupSize}
        options={groupSizes}
        format={formatGroupSize}
      />
      {children}
    </div>
  )
}

/** The standard durations, and the chosen one if the URL has another. */
function offeredDurations(chosen: number | null): number[] {
  return [...new Set([...durations, ...(chosen === null ? [] : [chosen])])].toSorted((a, b) => a - b)
}

function Choice<Value extends string | number>({
  name,
  label,
  all,
  chosen,
  options = [],
  format = String,
}: {
  name: string
  label: string
  all: string
  chosen: Value | null
  options?: readonly Value[] | undefined
  format?: (option: Value) => string
}) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <select className="in" id={name} name={name} defaultValue={chosen ?? ''} autoComplete="off">
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {format(option)}
          </option>
        ))}
      </select>
    </div>
  )
}

/** A slider with two handles, which cannot pass each other. */
function PriceFilter({ minPrice, maxPrice }: { minPrice: number; maxPrice: number }) {
  const [[low, high], setRange] = useState([minPrice, maxPrice] as const)
  const lowEnd = useRef<HTMLInputElement>(null)
  const highEnd = useRef<HTMLInputElement>(null)
  // Also on the first render: a handle may have been moved before hydration.
  useEffect(() => {
    setRange([lowEnd.current?.valueAsNumber ?? minPrice, highEnd.current?.valueAsNumber ?? maxPrice])
  }, [minPrice, maxPrice])

  const onMove = (moved: HTMLInputElement) => {
    const [a, b] = [lowEnd.current, highEnd.current]
    if (!a || !b) return
    if (a.valueAsNumber > b.valueAsNumber) moved.value = moved === a ? b.value : a.value
    setRange([a.valueAsNumber, b.valueAsNumber])
  }

  const { min, max, step } = priceRange
  const share = (price: number) => (100 * (price - min)) / (max - min)
  const handles = [
    // With both handles at the right end the lower one must be on top, or neither could be moved.
    { name: 'minPrice', label: 'Lowest price', ref: lowEnd, start: minPrice, price: low, onTop: low === max },
    { name: 'maxPrice', label: 'Highest price', ref: highEnd, start: maxPrice, price: high, onTop: false },
  ]
  return (
    <fieldset className="field">
      <legend className="label">Price Range per Person</legend>
      <div className="range">
        <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
          <rect x={share(low)} width={share(high) - share(low)} height="1" />
        </svg>
        {handles.map(({ name, label, ref, start, price, onTop }) => (
          <input
            key={name}
            {...{ name, ref, min, max, step }}
            type="range"
            className={onTop ? 'on-top' : undefined}
            defaultValue={start}
            aria-label={label}
            aria-valuetext={`£${price}`}
            autoComplete="off"
            onInput={({ currentTarget }) => onMove(currentTarget)}
          />
        ))}
      </div>
      <p className="range-out num">
        <span>£{low}</span>
        <span>£{high}</span>
      </p>
    </fieldset>
  )
}

/** The number of guests, shown beside the search box because it belongs to the search. */
export function GuestsField({ guests }: { guests: number | null }) {
  return (
    <div className="guests">
      <label className="sr" htmlFor="guests">
        Guests
      </label>
      <Icon name="people" />
      <input
        className="in"
        id="guests"
        name="guests"
        type="number"
        inputMode="numeric"
        min={1}
        max={mostGuests}
        placeholder="Guests"
        defaultValue={guests ?? ''}
        autoComplete="off"
      />
    </div>
  )
}
