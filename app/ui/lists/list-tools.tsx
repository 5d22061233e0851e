import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Form, Link, useLocation, useSearchParams } from 'react-router'

import { formatCount, formatTotal, mostListed } from '../../platform/text/counts.ts'
import { Button, ButtonLink } from '../button.tsx'
import type { OptionLabels } from '../forms/select-field.tsx'
import { FollowedField, FollowedSelect, useSubmitChoices } from '../forms/followed-field.tsx'
import './lists.css'

/**
 * The search and the filters of a list, stored in the URL. Choices apply at once, and typed text applies on submit. On narrow
 * screens, a button beside the search opens the filters, so that the list begins on the first screen.
 */
export function ListTools({
  label,
  more = 'Filters',
  keep = [],
  children,
}: {
  /** The label of the search field. Without a label, there is no search field. */
  label?: string
  /** The label of the button that opens the filters. */
  more?: string
  /** Other parameters that stay in the URL, such as the tab and the order. */
  keep?: string[]
  children?: ReactNode
}) {
  const submitChoices = useSubmitChoices()
  const [parameters] = useSearchParams()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const others = ['search', 'sort', 'page', ...keep]
  const active = [...parameters].filter(([name, value]) => value !== '' && !others.includes(name)).length
  return (
    <Form className="tools" role="search" onChange={submitChoices}>
      {keep.map((name) => {
        const value = parameters.get(name)
        return value && <input key={name} type="hidden" name={name} value={value} />
      })}
      {label && (
        <div className="tools-search">
          <FollowedField
            label={label}
            name="search"
            type="search"
            maxLength={100}
            value={parameters.get('search') ?? ''}
          />
          <Button icon="search">
            <span className="tools-word">Search</span>
          </Button>
          {children && (
            <Button
              type="button"
              icon="filters"
              className="tools-open"
              aria-expanded={isOpen}
              aria-controls={id}
              onClick={() => setOpen(!isOpen)}
            >
              {more}
              {active > 0 && (
                <span className="count">
                  <span className="sr">Active: </span>
                  {active}
                </span>
              )}
            </Button>
          )}
        </div>
      )}
      {children && (
        <div className="tools-fields" id={id} data-folded={label !== undefined && !isOpen ? '' : undefined}>
          {children}
        </div>
      )}
    </Form>
  )
}

/** A filter with its labels by value; the empty value means all. */
export function ListFilter({
  label,
  name,
  options,
  all = 'All',
}: {
  label: string
  name: string
  options: OptionLabels
  all?: string
}) {
  const [parameters] = useSearchParams()
  return (
    <FollowedSelect label={label} name={name} value={parameters.get(name) ?? ''} options={options}>
      <option value="">{all}</option>
    </FollowedSelect>
  )
}

/** A filter by day. */
export function DayFilter({ label, name }: { label: string; name: string }) {
  const [parameters] = useSearchParams()
  return <FollowedField label={label} name={name} type="date" value={parameters.get(name) ?? ''} />
}

/** The field that sets the order of a list. With `narrow`, wide screens hide it, because their table has column headings. */
export function ListOrder({
  value,
  orders,
  narrow,
}: {
  value: string
  orders: Record<string, string>
  narrow?: boolean
}) {
  const [parameters] = useSearchParams()
  // If the URL names no order, the form sends none, because a search has another usual order than the whole list.
  const current = parameters.get('sort') ? value : ''
  const options = Object.entries(orders).map(([order, label]) => [order === value ? current : order, label])
  return (
    <div className={narrow ? 'order-narrow' : undefined}>
      <FollowedSelect label="Order" name="sort" value={current} options={Object.fromEntries(options)}>
        {value in orders ? null : <option value={current}>As in the table</option>}
      </FollowedSelect>
    </div>
  )
}

/** The tabs of a list, each with its number of rows. The URL says which tab is open. */
export function ListTabs({
  label,
  name,
  value,
  tabs,
  narrows = true,
  without = [],
}: {
  label: string
  name: string
  value: string
  tabs: { value: string; label: string; count?: number | undefined }[]
  /** Whether the tabs list different rows. A tab's link then opens its first page. */
  narrows?: boolean
  /** Other parameters that a tab's link leaves out. */
  without?: string[]
}) {
  const { search } = useLocation()
  return (
    <Tabs label={label}>
      {tabs.map((tab) => {
        const query = new URLSearchParams(search)
        if (narrows) query.delete('page')
        for (const left of [name, ...without]) query.delete(left)
        if (tab.value) query.set(name, tab.value)
        return (
          <Link
            key={tab.value}
            to={`?${query}`}
            aria-current={tab.value === value ? 'page' : undefined}
            preventScrollReset
          >
            {tab.label} {tab.count !== undefined && <span className="num">{tab.count}</span>}
          </Link>
        )
      })}
    </Tabs>
  )
}

/** Tabs as links in a row. The row scrolls so that the current tab is visible. */
export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  const row = useRef<HTMLElement>(null)
  const { key } = useLocation()
  useEffect(() => {
    const current = row.current?.querySelector('[aria-current]')
    if (!row.current || !current) return
    const [visible, tab] = [row.current.getBoundingClientRect(), current.getBoundingClientRect()]
    row.current.scrollLeft += Math.max(0, tab.right - visible.right) + Math.min(0, tab.left - visible.left)
  }, [key])
  return (
    <nav ref={row} className="tabs" aria-label={label}>
      {children}
    </nav>
  )
}

/** Pagination that keeps the filters in the URL. */
export function Pager({ page, limit, total }: { page: number; limit: number; total: number }) {
  const { search } = useLocation()
  if (total <= limit && page === 1) return null
  const to = (other: number) => {
    const query = new URLSearchParams(search)
    query.set('page', String(other))
    return `?${query}`
  }
  const listed = Math.min(total, mostListed)
  const first = Math.min((page - 1) * limit + 1, listed)
  const last = Math.min(page * limit, listed)
  return (
    <nav className="pager" aria-label="Pages">
      <span className="soft num">
        {formatCount(first)} to {formatCount(last)} of {formatTotal(total)}
        {last === mostListed && '. To see the others, search or filter the list.'}
      </span>
      <span className="row">
        {page > 1 && (
          <ButtonLink small to={to(page - 1)}>
            Previous page
          </ButtonLink>
        )}
        {last < listed && (
          <ButtonLink small to={to(page + 1)}>
            Next page
          </ButtonLink>
        )}
      </span>
    </nav>
  )
}

/**
 * Returns the rows of a list. If the list no longer has the row of a refused action, adds this row on top, so that the text
 * typed in it is not lost. `now` is this row, read after the refusal.
 */
export function usePinned<Row extends { id: string }>(
  rows: Row[],
  result: { failed: boolean; about: string; now?: Row | null } | undefined,
): Row[] {
  const id = result?.failed ? result.about : undefined
  const [before, setBefore] = useState<{ rows: Row[]; pinned: Row | undefined }>({ rows, pinned: undefined })
  if (before.rows !== rows)
    setBefore({ rows, pinned: [...rows, ...before.rows, before.pinned].find((row) => row?.id === id) })
  const { pinned } = before
  if (pinned === undefined || pinned.id !== id || rows.some((row) => row.id === id)) return rows
  return [result?.now ?? pinned, ...rows]
}
