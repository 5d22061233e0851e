import type { ReactNode } from 'react'
import { Form, useSubmit } from 'react-router'

import { Button } from '../ui/button.tsx'
import { SelectField, TextField } from '../ui/field.tsx'

/** The search and the filters of a list, all in the address. A choice counts at once, a word when it is sent. */
export function Tools({
  label,
  search = '',
  children,
}: {
  /** What the search looks through; without one there is none. */
  label?: string
  search?: string
  children?: ReactNode
}) {
  const submit = useSubmit()
  return (
    <Form
      className="tools"
      role="search"
      onChange={(event) => {
        if (isChoice(event.target)) void submit(event.currentTarget, { replace: true })
      }}
    >
      {label && (
        <div className="tools-search">
          <TextField
            key={search}
            label={label}
            name="search"
            type="search"
            maxLength={100}
            defaultValue={search}
          />
          <Button icon="search">Search</Button>
        </div>
      )}
      {children}
    </Form>
  )
}

/** A choice or a day that was picked: it counts at once. */
function isChoice(target: EventTarget): boolean {
  return target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type === 'date')
}

/** One filter: a choice out of few; the empty one is all. */
export function Filter({
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
  /** What no choice at all is called; null where one must be made. */
  all?: string | null
}) {
  return (
    <SelectField key={value} label={label} name={name} defaultValue={value}>
      {all !== null && <option value="">{all}</option>}
      {Object.entries(options).map(([option, said]) => (
        <option key={option} value={option}>
          {said}
        </option>
      ))}
    </SelectField>
  )
}

/** The filters that an address names, those that are empty left out, and the page. */
export function askedBy(request: Pick<Request, 'url'>, names: readonly string[]): Record<string, string> {
  const { searchParams } = new URL(request.url)
  const given = [...names, 'search', 'sort', 'page'].map((name) => [
    name,
    searchParams.get(name)?.trim() ?? '',
  ])
  return Object.fromEntries(given.filter(([, value]) => value !== ''))
}
