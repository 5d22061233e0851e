import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Form, Link, useLocation, useSubmit } from 'react-router'

import { formatCount, formatTotal, mostListed } from '../platform/counts.ts'
import { Button, ButtonLink } from './button.tsx'
import { FollowedField, FollowedSelect, isChosen } from './field.tsx'
import './lists.css'

/** Search and filters of a list, kept in the URL. Choices apply at once, text on submit. */
export function ListTools({
  label,
  search = '',
  kept = {},
  children,
}: {
  /** The label of the search field; omitted if there is none. */
  label?: string
  search?: string
  /** Other parameters to keep in the URL: tab, order. */
  kept?: Record<string, string | undefined>
  children?: ReactNode
}) {
  const submit = useSubmit()
  return (
    <Form
      className="tools"
      role="search"
      onChange={(event) => {
        if (isChosen(event.target))
          void submit(event.currentTarget, { replace: true, preventScrollReset: true })
      }}
    >
      {Object.entries(kept).map(
        ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
      )}
      {label && (
        <div className="tools-search">
          <FollowedField label={label} name="search" type="search" maxLength={100} value={search} />
          <Button icon="search">Search</Button>
        </div>
      )}
      {children}
    </Form>
  )
}

/** A filter: labels by value; the empty value means all. */
export function ListFilter({
  label,
  name,
  value,
  options,
  all = 'All',
}: {
  label: string
  name: string
  value: string
  options: Record<string, string>
  all?: string
}) {
  return (
    <FollowedSelect label={label} name={name} value={value}>
      <option value="">{all}</option>
      <Options options={options} />
    </FollowedSelect>
  )
}

/** The order of a list. `narrow` shows it only where the table has no heads. */
export function ListOrder({
  value,
  orders,
  narrow,
}: {
  value: string
  orders: Record<string, string>
  narrow?: boolean
}) {
  return (
    <div className={narrow ? 'order-narrow' : undefined}>
      <FollowedSelect label="Order" name="sort" value={value}>
        {value in orders ? null : <option value={value}>As in the table</option>}
        <Options options={orders} />
      </FollowedSelect>
    </div>
  )
}

function Options({ options }: { options: Record<string, string> }) {
  return Object.entries(options).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))
}

/** Tabs of a list with their counts; the URL says which is open. */
export function ListTabs({
  label,
  name,
  value,
  tabs,
  narrows = true,
}: {
  label: string
  name: string
  value: string
  tabs: { value: string; label: string; count?: number | undefined }[]
  /** Whether tabs list different rows, so that changing them returns to the first page. */
  narrows?: boolean
}) {
  const { search } = useLocation()
  const to = (tab: string) => {
    const asked = new URLSearchParams(search)
    if (narrows) asked.delete('page')
    if (tab) asked.set(name, tab)
    else asked.delete(name)
    return `?${asked}`
  }
  return (
    <Tabs label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.value}
          to={to(tab.value)}
          aria-current={tab.value === value ? 'page' : undefined}
          preventScrollReset
        >
          {tab.label} {tab.count !== undefined && <span className="num">{tab.count}</span>}
        </Link>
      ))}
    </Tabs>
  )
}

/** The list query of a URL: the named filters, search, sort and page, without empty ones. */
export function askedBy<Asked extends object>(
  request: Pick<Request, 'url'>,
  names: readonly (keyof Asked & string)[],
): Asked {
  const { searchParams } = new URL(request.url)
  const given = [...names, 'search', 'sort', 'page'].map((name) => [
    name,
    searchParams.get(name)?.trim() ?? '',
  ])
  return Object.fromEntries(given.filter(([, value]) => value !== '')) as Asked
}

/** Tabs as links in a row, scrolled so that the current one is visible. */
export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  const row = useRef<HTMLElement>(null)
  const { key } = useLocation()
  useEffect(() => {
    const current = row.current?.querySelector('[aria-current]')
    if (row.current && current) row.current.scrollLeft += wayTo(row.current, current)
  }, [key])
  return (
    <nav ref={row} className="tabs" aria-label={label}>
      {children}
    </nav>
  )
}

/** Pixels to scroll the row by until `current` is visible; negative scrolls back. */
function wayTo(row: Element, current: Element): number {
  const [seen, wanted] = [row.getBoundingClientRect(), current.getBoundingClientRect()]
  return Math.max(0, wanted.right - seen.right) + Math.min(0, wanted.left - seen.left)
}

/** Pagination that keeps the filters in the URL. */
export function Pager({ page, limit, total }: { page: number; limit: number; total: number }) {
  const { search } = useLocation()
  if (total <= limit && page === 1) return null
  const to = (other: number) => {
    const asked = new URLSearchParams(search)
    asked.set('page', String(other))
    return `?${asked}`
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
            Earlier
          </ButtonLink>
        )}
        {last < listed && (
          <ButtonLink small to={to(page + 1)}>
            Later
          </ButtonLink>
        )}
      </span>
    </nav>
  )
}

/** An action on a row. `now` is the current row, read after a refusal. */
type RowAct<Row> = { failed: boolean; about: string; now?: Row | null }

/** The rows of a list. If a refused action's row has left the list, it stays on top with what was typed in it. */
export function usePinned<Row extends { id: string }>(rows: Row[], act: RowAct<Row> | undefined): Row[] {
  const id = act?.failed ? act.about : undefined
  const [seen, setSeen] = useState<{ rows: Row[]; last: Row | undefined }>({ rows, last: undefined })
  if (seen.rows !== rows)
    setSeen({ rows, last: [...rows, ...seen.rows, seen.last].find((row) => row?.id === id) })
  const { last } = seen
  if (last === undefined || last.id !== id || rows.some((row) => row.id === id)) return rows
  return [act?.now ?? last, ...rows]
}
