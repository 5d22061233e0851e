import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { href, useLocation, useNavigate } from 'react-router'
import { useOverPage } from '../../../ui/sheet.ts'
import { createLiveSearch } from '../live-search.ts'
import { fieldsOf } from './location-search.tsx'

/**
 * Applies the filters as they change: lists and checkboxes at once, typed and dragged values after a pause. The search term
 * applies on submit, except in a sheet, where it applies like other typed values. Each change adds a history entry; changes in
 * a sheet share one entry. After Back, the fields show the values of the URL again. `query` is the query of the shown results.
 */
export function useLiveForm(query: string) {
  const form = useRef<HTMLFormElement>(null)
  const navigate = useNavigate()
  const { search } = useLocation()
  const [live] = useState(createLiveSearch)
  const read = () => form.current && fieldsOf(form.current)
  const go = (target: string | null, replace = false) => {
    if (target !== null) void navigate(href('/explore') + target, { preventScrollReset: true, replace })
  }

  const over = useOverPage(() => go(live.reapply(read(), window.location.search)))
  const apply = () => go(live.apply(read(), search), over.isOpen)
  // When the pause ends, the sheet may be closed and the URL may have changed.
  const latest = useRef(apply)
  useEffect(() => {
    latest.current = apply
  })
  const applySoon = () => live.applySoon(() => latest.current())
  const sheet = {
    ...over,
    close: () => {
      // The dialog calls `close` again after it has been closed.
      if (!over.isOpen) return
      // A pending change will replace the history entry of the sheet, so this entry must not be removed yet.
      const isSettled = live.isSettled(read())
      if (!isSettled) apply()
      over.close(isSettled)
    },
  }

  // Runs before the effects of the fields, which read their values.
  useLayoutEffect(() => {
    const values = live.show(query, window.location.search)
    if (values && form.current) setValues(form.current, values)
  }, [live, query])
  useEffect(() => {
    if (live.hasEarlyChoices(form.current && fieldsOf(form.current))) latest.current()
    return live.cancel
  }, [live])

  return {
    form,
    apply,
    /** Opens the URL of a choice that replaces the search term, and discards a change that has not been applied yet. */
    open: (url: string) => {
      live.cancel()
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

/** Sets values without re-creating fields, so that the focus stays. */
function setValues(form: HTMLFormElement, values: Record<string, string>) {
  for (const [name, value] of Object.entries(values)) {
    const field = form.elements.namedItem(name)
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue
    if (field.type === 'checkbox' && field instanceof HTMLInputElement) field.checked = value !== ''
    else if (field.value.trim() !== value) field.value = value
  }
}
