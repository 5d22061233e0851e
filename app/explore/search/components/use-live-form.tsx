import { type FormEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { href, useLocation, useNavigate } from 'react-router'
import { useOverPage } from '../../../ui/sheet.ts'
import { noFilters } from '../filters.ts'
import { searchFields, tidyQuery } from '../search-url.ts'
import { fieldsOf } from './location-search.tsx'

/** Milliseconds without input before typed or dragged values apply. */
const pause = 350

const untouched = searchFields({ search: '', filters: noFilters, viewParams: {} })

/**
 * Applies the filters as they change: selects at once, typed and dragged values after a pause. The search term applies on
 * submit, and in a sheet like other typed values. Each step is a history entry, in a sheet all changes together. After Back
 * the fields show the URL again.
 * `query` is the tidy query string of the results shown.
 */
export function useLiveForm(query: string) {
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const navigate = useNavigate()
  const { search } = useLocation()
  const shown = useRef<string>(undefined)
  const sent = useRef<string>(undefined)

  const formQuery = () => (form.current ? tidyQuery(fieldsOf(form.current)) : shown.current)
  const go = (target = '', replace = false) => {
    sent.current = target
    void navigate(href('/explore') + target, { preventScrollReset: true, replace })
  }

  const over = useOverPage(() => {
    // Back closed the sheet and restored the earlier URL, but the choices made in the sheet still apply.
    const target = formQuery()
    if (target !== window.location.search) go(target)
  })
  const settle = () => {
    clearTimeout(timer.current)
    timer.current = undefined
  }
  const apply = () => {
    settle()
    const target = formQuery()
    if (target === shown.current && search === target) return
    go(target, over.isOpen)
  }
  const sheet = {
    ...over,
    close: () => {
      // The dialog also reports that it has been closed.
      if (!over.isOpen) return
      // A pending change will replace the sheet's history entry, which therefore has to stay.
      const isSettled = formQuery() === shown.current
      if (!isSettled) apply()
      over.close(isSettled)
    },
  }
  const applySoon = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => latest.current(), pause)
  }
  const latest = useRef(apply)
  useEffect(() => {
    latest.current = apply
  })

  // Runs before the effects of the fields, which read their values.
  useLayoutEffect(() => {
    const [before, isOwn] = [shown.current, sent.current === window.location.search]
    shown.current = query
    sent.current = undefined
    // A value being dragged or typed is about to be applied, so it stays.
    if (before === undefined || timer.current !== undefined || !form.current) return
    const { search: term = '', ...fields } = {
      ...untouched,
      ...Object.fromEntries(new URLSearchParams(query)),
    }
    // The search box may contain a term that was typed while the list loaded and is not submitted yet.
    const keepsTerm = isOwn || termOf(before) === termOf(query)
    setValues(form.current, keepsTerm ? fields : { ...fields, search: term })
  }, [query])
  useEffect(() => {
    if (!form.current) return
    // Applies choices made before hydration, except the search term, which waits for its button.
    const { search: _, ...chosen } = fieldsOf(form.current)
    const known = new URLSearchParams(shown.current)
    known.delete('search')
    if (tidyQuery(chosen) !== tidyQuery(Object.fromEntries(known))) latest.current()
  }, [])
  useEffect(() => () => clearTimeout(timer.current), [])

  return {
    form,
    apply,
    /** Follows a choice that replaces the search term, instead of a change that is about to apply. */
    open: (url: string) => {
      settle()
      void navigate(url, { replace: over.isOpen })
    },
    sheet,
    onSubmit: (event: FormEvent) => {
      event.preventDefault()
      if (over.isOpen) sheet.close()
      else apply()
    },
    onChange: ({ target }: FormEvent) => {
      const isTicked = target instanceof HTMLInputElement && target.type === 'checkbox'
      if (target instanceof HTMLSelectElement || isTicked) apply()
      else if (target instanceof HTMLInputElement && (over.isOpen || target.type !== 'search')) applySoon()
    },
  }
}

const termOf = (query: string) => new URLSearchParams(query).get('search')

/** Sets values without re-creating fields, so that the focus stays. */
function setValues(form: HTMLFormElement, values: Record<string, string>) {
  for (const [name, value] of Object.entries(values)) {
    const field = form.elements.namedItem(name)
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue
    if (field.type === 'checkbox' && field instanceof HTMLInputElement) field.checked = value !== ''
    else if (field.value.trim() !== value) field.value = value
  }
}
