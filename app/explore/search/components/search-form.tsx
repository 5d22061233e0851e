import { type RefObject, useRef, useState } from 'react'
import { Form, href } from 'react-router'

import { countOf } from '../../../platform/text/counts.ts'
import { type Day, formatWeekdayBrief } from '../../../platform/days.ts'
import { HiddenFields } from '../../../ui/forms/form-parts.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Hill } from '../../../ui/pictures/drawings.tsx'
import { Icon } from '../../../ui/pictures/icon.tsx'
import { IconButton } from '../../../ui/pictures/icon-button.tsx'
import { useNarrow } from '../../../ui/sheet.ts'
import { countActive, type FilterOptions, partyOf } from '../filters.ts'
import { type SearchQuery, searchUrl } from '../search-url.ts'
import { DateFilter } from './date-filter.tsx'
import { ClearAll } from './filter-chips.tsx'
import { FilterFields } from './filter-fields.tsx'
import { GuestsField, LocationSearch } from './location-search.tsx'
import { useLiveForm } from './use-live-form.tsx'

/**
 * The search and filters of Explore, under the heading of the list. A narrow screen shows one line with a summary of the search
 * and a button "Filters". Each opens a disclosure or, with JavaScript, a sheet over the page.
 */
export default function SearchForm({
  query,
  options,
  today,
  quick,
  total,
  heading,
}: {
  query: SearchQuery
  options: FilterOptions | null
  today: Day
  quick: Day[]
  /** The number of vineyards found; null if the search failed */
  total: number | null
  heading: string
}) {
  const { form, apply, open, sheet, onSubmit, onChange } = useLiveForm(searchUrl(query))
  const disclosure = useRef<HTMLDetailsElement>(null)
  const filters = useRef<HTMLElement>(null)
  const searchPart = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const isNarrow = useNarrow(() => {
    const { current } = disclosure
    // Before hydration the visitor may already have opened the form and typed a term.
    setTyped(current?.querySelector<HTMLInputElement>('input[type=search]')?.value ?? null)
    if (current?.open) sheet.open()
  })
  const openAt = (part: RefObject<HTMLElement | null>) => {
    sheet.open()
    // The dialog opens and focuses its first button in an effect, so scrolling waits for this effect.
    setTimeout(() => part.current?.scrollIntoView())
  }
  const { date, guests } = query.filters
  const active = countActive(query.filters)
  const summary = <SearchSummary query={query} today={today} />
  const filtersLabel = (
    <>
      <Icon name="filters" />
      Filters
      {active > 0 && (
        <span className="count">
          <span className="sr">Active: </span>
          {active}
        </span>
      )}
    </>
  )
  const filterFields = <FilterFields {...{ query, options, today }} onPick={apply} inSheet={isNarrow} />
  const fields = (
    <>
      <div className="search-part" ref={searchPart}>
        <Hill className="top-hill" />
        <LocationSearch query={query} typed={typed} open={open} inSheet={isNarrow}>
          {isNarrow && <DateFilter {...{ date, today, quick }} onPick={apply} />}
          <GuestsField guests={guests} />
        </LocationSearch>
      </div>
      {!isNarrow && query.viewParams.view === 'map' ? (
        // Closed at first, so that the map is on the first screen.
        <details className="filters">
          <summary>
            <h2>{filtersLabel}</h2>
          </summary>
          {filterFields}
        </details>
      ) : (
        <section className="filters" ref={filters}>
          <h2>{filtersLabel}</h2>
          {filterFields}
        </section>
      )}
    </>
  )
  const opens = { type: 'button', 'aria-haspopup': 'dialog', 'aria-expanded': sheet.isOpen } as const
  return (
    <Form action={href('/explore')} ref={form} onSubmit={onSubmit} onChange={onChange}>
      <div className="explore-top">
        <div className="wrap">
          <h1>Vineyards</h1>
          {isNarrow ? (
            <div className="search-panel">
              <div className="search-bar">
                <button {...opens} onClick={() => openAt(searchPart)}>
                  {summary}
                </button>
                <button {...opens} onClick={() => openAt(filters)}>
                  {filtersLabel}
                </button>
              </div>
              <Dialog variant="sheet" open={sheet.isOpen} onClose={sheet.close} title="Search and filters">
                <IconButton
                  icon="cross"
                  label="Close search and filters"
                  className="sheet-close"
                  onClick={sheet.close}
                />
                <div className="sheet-body">{fields}</div>
                <div className="sheet-foot">
                  {active > 0 && <ClearAll query={query} replace />}
                  <Button type="button" variant="primary" onClick={sheet.close}>
                    {total === null ? 'Show results' : `Show ${countOf(total, 'vineyard')}`}
                  </Button>
                </div>
                <p className="sr" role="status">
                  {heading}
                </p>
              </Dialog>
            </div>
          ) : (
            <details className="search-panel" ref={disclosure}>
              <summary className="search-bar">
                <span>{summary}</span>
                <span>{filtersLabel}</span>
              </summary>
              {fields}
            </details>
          )}
        </div>
      </div>
      <HiddenFields values={query.viewParams} />
    </Form>
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
