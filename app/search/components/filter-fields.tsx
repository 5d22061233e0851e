import type { ReactNode } from 'react'
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
} from '../filters.ts'
import { PriceFilter } from './price-filter.tsx'

/**
 * The filters' fields, to stand inside the list's GET form, and behind them what the form needs besides. `onPick` is
 * told when a day was chosen from the calendar, which no field of the form says by itself.
 */
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
      <Choice name="region" label="Region" all="All regions" chosen={filters.region}>
        {options?.regions.map((region) => (
          <option key={region}>{region}</option>
        ))}
      </Choice>
      <Choice name="type" label="Experience Type" all="All types" chosen={filters.type}>
        {options?.types.map((type) => (
          <option key={type} value={type}>
            {formatType(type)}
          </option>
        ))}
      </Choice>
      <DateFilter date={filters.date} today={today} onPick={onPick} />
      <PriceFilter minPrice={filters.minPrice} maxPrice={filters.maxPrice} />
      <Choice name="minDuration" label="Min Duration (hours)" all="Any duration" chosen={filters.minDuration}>
        {offeredDurations(filters.minDuration).map((hours) => (
          <option key={hours} value={hours}>
            {formatMinDuration(hours)}
          </option>
        ))}
      </Choice>
      <Choice name="maxGroupSize" label="Max Group Size" all="Any size" chosen={filters.maxGroupSize}>
        {groupSizes.map((people) => (
          <option key={people} value={people}>
            {formatGroupSize(people)}
          </option>
        ))}
      </Choice>
      {children}
    </div>
  )
}

/** The usual durations, and the chosen one where an address asked for another. */
function offeredDurations(chosen: number | null): number[] {
  return [...new Set([...durations, ...(chosen === null ? [] : [chosen])])].toSorted((a, b) => a - b)
}

function Choice({
  name,
  label,
  all,
  chosen,
  children,
}: {
  name: string
  label: string
  all: string
  chosen: string | number | null
  children: ReactNode
}) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <select className="in" id={name} name={name} defaultValue={chosen ?? ''} autoComplete="off">
        <option value="">{all}</option>
        {children}
      </select>
    </div>
  )
}
