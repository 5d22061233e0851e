import { type ReactNode, useRef, useState } from 'react'

import { countOf } from '../../../platform/text/counts.ts'
import { type Day, formatWeekdayBrief } from '../../../platform/days.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Hill } from '../../../ui/pictures/drawings.tsx'
import { Icon } from '../../../ui/pictures/icon.tsx'
import { useNarrow } from '../../../ui/sheet.ts'
import type { SearchQuery } from '../search-url.ts'
import { ClearAll } from './filter-chips.tsx'
import { DateFilter } from './date-filter.tsx'
import { FilterFields } from './filter-fields.tsx'
import { GuestsField, LocationSearch } from './location-search.tsx'
import { countActive, type FilterOptions, partyOf } from '../filters.ts'

/**
 * Search and filters, inside the GET form of Explore. A narrow screen shows one line with a summary of the search and a button
 * "Filters". Each opens a disclosure or, with JavaScript, a sheet over the page. `total` is null if the search failed.
 */
export function SearchPanel({
  query,
  options,
  today,
  quick,
  total,
  heading,
  onPick,
  open,
  sheet,
}: {
  query: SearchQuery
  options: FilterOptions | null
  today: Day
  quick: Day[]
  total: number | null
  heading: string
  onPick: () => void
  open: (url: string) => void
  sheet: { isOpen: boolean; open: () => void; close: () => void }
}) {
  const disclosure = useRef<HTMLDetailsElement>(null)
  const filters = useRef<HTMLElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const isNarrow = useNarrow(() => {
    const { current } = disclosure
    // Before hydration the visitor may already have opened the form and typed a term.
    setTyped(current?.querySelector<HTMLInputElement>('input[type=search]')?.value ?? null)
    if (current?.open) sheet.open()
  })
  const openFilters = () => {
    sheet.open()
    // The dialog opens and focuses its first button in an effect, so scrolling waits for this effect.
    setTimeout(() => filters.current?.scrollIntoView())
  }
  const { date, guests } = query.filters
  const count = <FilterCount active={countActive(query.filters)} />
  const filterHeading = (
    <h2>
      <Icon name="filters" />
      Filters
      {count}
    </h2>
  )
  const filterFields = (
    <FilterFields {...{ query, options, today, onPick }} inSheet={isNarrow}>
      {!isNarrow && <Button className="show-results">Show results</Button>}
    </FilterFields>
  )
  const fields = (
    <>
      <div className="search-part">
        <Hill className="top-hill" />
        <LocationSearch query={query} typed={typed} open={open} inSheet={isNarrow}>
          {isNarrow && <DateFilter {...{ date, today, onPick, quick }} />}
          <GuestsField guests={guests} />
        </LocationSearch>
      </div>
      {!isNarrow && query.viewParams.view === 'map' ? (
        // Closed at first, so that the map is on the first screen.
        <details className="filters">
          <summary>{filterHeading}</summary>
          {filterFields}
        </details>
      ) : (
        <section className="filters" ref={filters}>
          {filterHeading}
          {filterFields}
        </section>
      )}
    </>
  )
  const summary = <SearchSummary query={query} today={today} />
  const filtersLabel = (
    <>
      <Icon name="filters" />
      Filters
      {count}
    </>
  )
  if (isNarrow)
    return (
      <div className="search-panel">
        <div className="search-bar">
          <button type="button" aria-haspopup="dialog" aria-expanded={sheet.isOpen} onClick={sheet.open}>
            {summary}
          </button>
          <button type="button" aria-haspopup="dialog" aria-expanded={sheet.isOpen} onClick={openFilters}>
            {filtersLabel}
          </button>
        </div>
        <SearchSheet
          query={query}
          total={total}
          heading={heading}
          isOpen={sheet.isOpen}
          onClose={sheet.close}
        >
          {fields}
        </SearchSheet>
      </div>
    )
  return (
    <details className="search-panel" ref={disclosure}>
      <summary className="search-bar">
        <span>{summary}</span>
        <span>{filtersLabel}</span>
      </summary>
      {fields}
    </details>
  )
}

/** A summary of the location, the day and the number of guests: 'Near Brighton', 'Sat 28 Nov · 4 guests'. */
function SearchSummary({ query, today }: { query: SearchQuery; today: Day }) {
  const { search, near, filters } = query
  const term = search || filters.region
  const where = near ? `${term ? `${term} near` : 'Near'} ${near.label}` : term || 'Anywhere'
  const when = filters.date === null ? 'Any day' : formatWeekdayBrief(filters.date, today)
  const isAny = filters.guests === null && filters.date === null
  const howMany = isAny ? 'Any number' : countOf(partyOf(filters), 'guest')
  return (
    <>
      <Icon name="search" />
      <span className="search-summary">
        <span className="sr">Search: </span>
        <b>{where}</b>
        <span>
          {when} · {howMany}
        </span>
      </span>
    </>
  )
}

function FilterCount({ active }: { active: number }) {
  if (active === 0) return null
  return (
    <span className="count">
      <span className="sr">Active: </span>
      {active}
    </span>
  )
}

function SearchSheet({
  query,
  total,
  heading,
  isOpen,
  onClose,
  children,
}: {
  query: SearchQuery
  total: number | null
  heading: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Dialog variant="sheet" open={isOpen} onClose={onClose} title="Search and filters">
      <button type="button" className="sheet-close" aria-label="Close search and filters" onClick={onClose}>
        <Icon name="cross" />
      </button>
      <div className="sheet-body">{children}</div>
      <div className="sheet-foot">
        {countActive(query.filters) > 0 && <ClearAll query={query} replace />}
        <Button type="button" variant="primary" onClick={onClose}>
          {total === null ? 'Show results' : `Show ${countOf(total, 'vineyard')}`}
        </Button>
      </div>
      <p className="sr" role="status">
        {heading}
      </p>
    </Dialog>
  )
}
