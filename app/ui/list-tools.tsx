import type { ReactNode } from 'react'
import { Form, Link, useLocation, useSubmit } from 'react-router'

import { Button } from './button.tsx'
import { FollowedField, FollowedSelect, isChosen } from './followed-field.tsx'
import { Tabs } from './tabs.tsx'
import './lists.css'

/** The search and the filters of a list, all in the address. A choice counts at once, a word when it is sent. */
export function ListTools({
  label,
  search = '',
  kept = {},
  children,
}: {
  /** What the search looks through; without one there is none. */
  label?: string
  search?: string
  /** What the address keeps besides: the tab, the order. */
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

/** One filter: a choice out of few, what each is called by its value; the empty one is all. */
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

/**
 * The order of a list, as a choice. A table's heads say it too, where there is room for a table: `narrow` shows the choice
 * only where there is none.
 */
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
        {value in orders ? null : <option value={value}>As the table says</option>}
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

/** One of few ways to look at a list, each with how many there are; the address says which. */
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
  /** Whether another choice lists other rows, so that one begins at the first page again. */
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

/** What an address asks of a list: these filters and the usual three, those that are empty left out. The API reads them. */
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
