import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'

import { problemSentence, resultOf } from '../../staff-client/call.ts'
import { apiFor } from '../../staff-client/staff-area.ts'
import { TextField } from '../../ui/field.tsx'
import { type SearchResults, searchGroups } from '../search-groups.tsx'
import type { searchApi } from '../search.api.ts'

const everything = apiFor<typeof searchApi>('admin', '/api/search')

const pause = 150

/** Searches vineyards, bookings, customers, winemakers and posts. Arrow keys move through the results. */
export function SearchEverywhere({ label, onLeave }: { label: string; onLeave?: () => void }) {
  const [term, setTerm] = useState('')
  const [answer, setAnswer] = useState<
    { term: string; found: SearchResults } | { term: string; said: string }
  >()
  const list = useRef<HTMLDivElement>(null)
  const trimmed = term.trim()

  useEffect(() => {
    if (trimmed === '') return
    let is_old = false
    const timer = setTimeout(async () => {
      const found = await resultOf(everything.index.$get({ query: { search: trimmed } }))
      if (is_old) return
      setAnswer(
        found.ok
          ? { term: trimmed, found: found.value }
          : { term: trimmed, said: problemSentence(found.problem) },
      )
    }, pause)
    return () => {
      is_old = true
      clearTimeout(timer)
    }
  }, [trimmed])

  const shown = answer?.term === trimmed ? answer : undefined
  const groups = shown && 'found' in shown ? searchGroups(shown.found) : []
  const count = groups.reduce((sum, { lines }) => sum + lines.length, 0)

  const walk = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined || !list.current) return
    const stops = [...list.current.querySelectorAll<HTMLElement>('input, a')]
    const next = stops[stops.indexOf(document.activeElement as HTMLElement) + step]
    if (!next) return
    event.preventDefault()
    next.focus()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only passes on the arrow keys of the field and links in it
    <div className="staff-search" ref={list} onKeyDown={walk} role="search">
      <TextField
        label={label}
        type="search"
        autoComplete="off"
        maxLength={100}
        value={term}
        onChange={(event) => setTerm(event.target.value)}
        hint="A vineyard, a guest, a reference, a winemaker or a post."
      />
      <p className="sr" role="status">
        {shown && ('said' in shown ? shown.said : `${count} found`)}
      </p>
      {shown && 'said' in shown && <p>{shown.said}</p>}
      {shown && 'found' in shown && count === 0 && <p className="soft">Nothing matches “{trimmed}”.</p>}
      {groups.map(({ title, lines }) => (
        <section key={title} aria-label={title}>
          <h3>{title}</h3>
          <ul>
            {lines.map(({ id, name, more, to }) => (
              <li key={id}>
                <Link to={to} onClick={onLeave}>
                  <strong>{name}</strong> <span className="soft small">{more}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
