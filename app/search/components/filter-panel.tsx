import { type ReactNode, useRef } from 'react'
import { href, Link } from 'react-router'

import type { Day } from '../../platform/days.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useNarrow } from '../../ui/sheet.ts'
import { type SearchQuery, countText, vineyards, chipsOf, searchUrl } from '../search-url.ts'
import { FilterFields } from './filter-fields.tsx'
import { countActive, type FilterOptions, withoutFilters } from '../filters.ts'

/**
 * The filters, inside the GET form of Explore: a disclosure, and with JavaScript on a narrow screen a sheet over the page.
 * `total` is null if the search failed.
 */
export function FilterPanel({
  query,
  options,
  today,
  total,
  onPick,
  sheet,
}: {
  query: SearchQuery
  options: FilterOptions | null
  today: Day
  total: number | null
  onPick: () => void
  sheet: { isOpen: boolean; open: () => void; close: () => void }
}) {
  const disclosure = useRef<HTMLDetailsElement>(null)
  const isNarrow = useNarrow(() => {
    // Opened before hydration.
    if (disclosure.current?.open) sheet.open()
  })
  const { filters } = query
  const count = <FilterCount active={countActive(filters)} />
  const fields = { filters, options, today, onPick }
  if (isNarrow)
    return (
      <div className="filters">
        <h2>
          <button type="button" aria-haspopup="dialog" aria-expanded={sheet.isOpen} onClick={sheet.open}>
            <Icon name="filters" />
            Filters
            {count}
            <Icon name="down" />
          </button>
        </h2>
        <FilterSheet query={query} total={total} count={count} isOpen={sheet.isOpen} onClose={sheet.close}>
          <FilterFields {...fields} />
        </FilterSheet>
      </div>
    )
  return (
    <details className="filters" ref={disclosure}>
      <summary>
        <Icon name="filters" />
        <h2>Filters</h2>
        {count}
        <Icon name="down" />
      </summary>
      <FilterFields {...fields}>
        <Button className="show-results">Show results</Button>
      </FilterFields>
    </details>
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

function FilterSheet({
  query,
  total,
  count,
  isOpen,
  onClose,
  children,
}: {
  query: SearchQuery
  total: number | null
  count: ReactNode
  isOpen: boolean
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Dialog variant="sheet" open={isOpen} onClose={onClose} title={<>Filters {count}</>}>
      <button type="button" className="sheet-close" aria-label="Close the filters" onClick={onClose}>
        <Icon name="cross" />
      </button>
      <div className="sheet-body">{children}</div>
      <div className="sheet-foot">
        {countActive(query.filters) > 0 && <ClearAll query={query} replace />}
        <Button type="button" variant="primary" onClick={onClose}>
          {total === null ? 'Show results' : `Show ${vineyards(total)}`}
        </Button>
      </div>
      <p className="sr" role="status">
        {total === null ? '' : countText(total, { search: query.search, guests: query.filters.guests })}
      </p>
    </Dialog>
  )
}

/** The active filters, each removable, and Clear All. */
export function FilterChips({ query }: { query: SearchQuery }) {
  const { filters } = query
  if (countActive(filters) === 0) return null
  const chips = chipsOf(filters)
  return (
    <div className="between filter-chips">
      {chips.length > 0 && (
        <ul className="chips" aria-label="Active filters">
          {chips.map(({ name, label, without }) => (
            <li key={name}>
              <Link
                className="chip"
                to={href('/explore') + searchUrl(query, { filters: without })}
                preventScrollReset
                aria-label={`Remove filter: ${label}`}
              >
                {label}
                <span className="chip-remove">
                  <Icon name="cross" />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <ClearAll query={query} />
    </div>
  )
}

/** `replace`: in a sheet all changes share the sheet's history entry. */
function ClearAll({ query, replace = false }: { query: SearchQuery; replace?: boolean }) {
  return (
    <ButtonLink
      variant="text"
      to={href('/explore') + searchUrl(query, { filters: withoutFilters(query.filters) })}
      preventScrollReset
      replace={replace}
    >
      Clear All
    </ButtonLink>
  )
}
