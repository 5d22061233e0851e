import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { formatType } from '../experiences/experience.ts'
import type { Day } from '../platform/days.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { type Asked, chipsOf, queryFor } from './address.ts'
import { DateFilter } from './date-filter.tsx'
import {
  countActive,
  durations,
  type FilterOptions,
  formatGroupSize,
  formatMinDuration,
  groupSizes,
  hasFilters,
  mostGuests,
  noFilters,
} from './filters.ts'
import { PriceFilter } from './price-filter.tsx'

/**
 * The filters' fields, to stand inside the list's GET form. On a narrow screen they are a disclosure. `onPick` is told
 * when a day was chosen from the calendar, which no field of the form says by itself.
 */
export function FilterPanel({
  asked: { filters },
  options,
  today,
  onPick,
}: {
  asked: Asked
  options: FilterOptions | null
  today: Day
  onPick: () => void
}) {
  const active = countActive(filters)
  return (
    <details className="filters">
      <summary>
        <Icon name="filters" />
        <h2>Filters</h2>
        {active > 0 && (
          <span className="count">
            <span className="sr">Active: </span>
            {active}
          </span>
        )}
        <Icon name="down" />
      </summary>
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
        <TextField
          label="Guests"
          name="guests"
          type="number"
          inputMode="numeric"
          min={1}
          max={mostGuests}
          placeholder="1"
          defaultValue={filters.guests ?? ''}
          autoComplete="off"
        />
        <PriceFilter minPrice={filters.minPrice} maxPrice={filters.maxPrice} />
        <Choice
          name="minDuration"
          label="Min Duration (hours)"
          all="Any duration"
          chosen={filters.minDuration}
        >
          {durations.map((hours) => (
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
        <Button className="show-results">Show results</Button>
      </div>
    </details>
  )
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

/** What is filtered by, each with its way out, and the way out of all of it. Absent where nothing is. */
export function FilterChips({ asked }: { asked: Asked }) {
  const { filters } = asked
  if (!hasFilters(filters)) return null
  const chips = chipsOf(filters)
  return (
    <div className="between filter-chips">
      {chips.length > 0 && (
        <ul className="chips" aria-label="Active filters">
          {chips.map(({ name, label, without }) => (
            <li key={name}>
              <Link
                className="chip"
                to={href('/explore') + queryFor(asked, { filters: without })}
                preventScrollReset
                aria-label={`Remove filter: ${label}`}
              >
                {label}
                <span className="x">
                  <Icon name="cross" />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <ButtonLink
        look="text"
        to={href('/explore') + queryFor(asked, { filters: noFilters })}
        preventScrollReset
      >
        Clear All
      </ButtonLink>
    </div>
  )
}
