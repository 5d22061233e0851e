import { type FormEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { href, useLocation, useNavigate } from 'react-router'
import { useOverPage } from '../../ui/use-over-page.ts'
import { searchFields, tidyQuery } from '../search-url.ts'
import { noFilters } from '../filters.ts'

/** Fields that change many times on the way to what is meant wait so long for more, in milliseconds. */
const pause = 350

const untouched = searchFields({ search: '', filters: noFilters, place: {} })

/**
 * Makes the list's form apply at once: choices when they are made, what is dragged or typed when it rests, the words
 * when they are sent. Every step is an entry of the history, and after Back the fields say what the list shows. All that is
 * chosen while they stand in a sheet over the page is one step. `query` is what the list answers, as a tidy address.
 */
export function useLiveForm(query: string) {
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const navigate = useNavigate()
  const { search } = useLocation()
  const shown = useRef<string>(undefined)
  const sent = useRef<string>(undefined)

  const wantedNow = () => (form.current ? tidyQuery(typedIn(form.current)) : shown.current)
  const go = (wanted = '', replace = false) => {
    sent.current = wanted
    void navigate(href('/explore') + wanted, { preventScrollReset: true, replace })
  }

  const over = useOverPage(() => {
    // The history stands where it did before the sheet was opened; what was chosen in it stays chosen.
    const wanted = wantedNow()
    if (wanted !== window.location.search) go(wanted)
  })
  const apply = () => {
    clearTimeout(timer.current)
    timer.current = undefined
    const wanted = wantedNow()
    if (wanted === shown.current && search === wanted) return
    go(wanted, over.isOpen)
  }
  const sheet = {
    ...over,
    close: () => {
      // The dialog says so itself when it has been closed.
      if (!over.isOpen) return
      // What was just chosen is still on its way to the sheet's entry of the history, which then has to stay.
      const isSettled = wantedNow() === shown.current
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

  // Before the fields' own effects, which look at what is in them.
  useLayoutEffect(() => {
    const [before, isOwn] = [shown.current, sent.current === window.location.search]
    shown.current = query
    sent.current = undefined
    // What is being dragged or typed is about to be asked for, so it stays.
    if (before === undefined || timer.current !== undefined || !form.current) return
    const { search: words = '', ...fields } = {
      ...untouched,
      ...Object.fromEntries(new URLSearchParams(query)),
    }
    // The field may hold words that were typed while the list was loading, or are not sent yet.
    const keepsWords = isOwn || wordsOf(before) === wordsOf(query)
    show(form.current, keepsWords ? fields : { ...fields, search: words })
  }, [query])
  useEffect(() => {
    if (!form.current) return
    // What was chosen before the script came has not been applied by anybody. Words wait for their button.
    const { search: _, ...chosen } = typedIn(form.current)
    const known = new URLSearchParams(shown.current)
    known.delete('search')
    if (tidyQuery(chosen) !== tidyQuery(Object.fromEntries(known))) latest.current()
  }, [])
  useEffect(() => () => clearTimeout(timer.current), [])

  return {
    form,
    apply,
    sheet,
    onSubmit: (event: FormEvent) => {
      event.preventDefault()
      apply()
    },
    onChange: ({ target }: FormEvent) => {
      if (target instanceof HTMLSelectElement) apply()
      else if (target instanceof HTMLInputElement && target.type !== 'search') applySoon()
    },
  }
}

const wordsOf = (query: string) => new URLSearchParams(query).get('search')

function typedIn(form: HTMLFormElement): Record<string, string> {
  const typed = [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : ''])
  return Object.fromEntries(typed)
}

/** The fields are not made anew, so the focus stays where it is. */
function show(form: HTMLFormElement, fields: Record<string, string>) {
  for (const [name, value] of Object.entries(fields)) {
    const field = form.elements.namedItem(name)
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue
    if (field.value.trim() !== value) field.value = value
  }
}
