import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router'

import { problemSentence, resultOf } from '../../../staff-client/call.ts'
import { useSearchAnswer } from '../../../ui/forms/search-answer.ts'
import { apiFor, type StaffArea } from '../../../staff-client/staff-area.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { searchGroups } from '../search-groups.tsx'
import type { searchApi } from '../search.api.ts'
import './search.css'

const hints: Record<StaffArea, string> = {
  admin: 'A vineyard, a guest, a reference, a winemaker or a post.',
  winemaker: 'A name, an email address, a phone number or a reference.',
}

/** A field that finds anything in a staff area by a few letters. Arrow keys move through the results. */
export function SearchEverywhere({
  area,
  label,
  onLeave,
}: {
  area: StaffArea
  label: string
  onLeave?: () => void
}) {
  const [term, setTerm] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const search = term.trim()

  const result = useSearchAnswer(search, area, (search) =>
    resultOf(apiFor<typeof searchApi>(area, '/api/search').index.$get({ query: { search } })),
  )
  const groups = result?.ok ? searchGroups(result.value, area) : []
  const count = groups.reduce((sum, { lines }) => sum + lines.length, 0)

  const walk = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined || !list.current) return
    const targets = [...list.current.querySelectorAll<HTMLElement>('input, a')]
    const next = targets[targets.indexOf(document.activeElement as HTMLElement) + step]
    if (!next) return
    event.preventDefault()
    next.focus()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the field and the links inside get the keys
    <div className="staff-search" ref={list} onKeyDown={walk} role="search">
      <TextField
        label={label}
        type="search"
        autoComplete="off"
        maxLength={100}
        value={term}
        onChange={(event) => setTerm(event.target.value)}
        hint={hints[area]}
      />
      <p className="sr" role="status">
        {result && (result.ok ? `${count} found` : problemSentence(result.problem))}
      </p>
      {result && !result.ok && <p>{problemSentence(result.problem)}</p>}
      {result?.ok && count === 0 && <p className="soft">Nothing matches “{search}”.</p>}
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

/**
 * Returns the search dialog of every page and the button that opens it. Ctrl K or ⌘ K also opens the dialog. Without
 * permission to search, returns no dialog and no button.
 */
export function useSearchDialog(area: StaffArea, label: string, isAllowed = true) {
  const [isOpen, setOpen] = useState(false)

  // The listener is added before the first paint, so that no key press is lost.
  useLayoutEffect(() => {
    if (!isAllowed) return
    const listen = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      setOpen(true)
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [isAllowed])

  if (!isAllowed) return { dialog: null, button: undefined }
  const dialog = (
    <Dialog open={isOpen} onClose={() => setOpen(false)} title={label}>
      {isOpen && <SearchEverywhere area={area} label="Search for" onLeave={() => setOpen(false)} />}
    </Dialog>
  )
  return { dialog, button: { label, open: () => setOpen(true) } }
}
