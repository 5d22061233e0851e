import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Form, href, Link, useNavigate } from 'react-router'

import type { Day } from '../../platform/days.ts'
import { Button } from '../../ui/button.tsx'
import { useHydrated } from '../../ui/hydrated.ts'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { type Offered, SearchBox, type SuggestionChoice } from '../../ui/search-box.tsx'
import { askLocation, locationSentences, paramsNear, paramsOfVisitor, searchAround } from '../near.ts'
import type { PlaceChoices } from '../near.server.ts'
import { emptySearch, type SearchQuery, searchUrl, tidyQuery } from '../search-url.ts'
import type { Suggestion, SuggestionList } from '../suggestion.server.ts'
import { DateFilter } from './date-filter.tsx'
import { GuestsField } from './filter-fields.tsx'
import './places.css'

const icons = { town: 'pin', postcode: 'mail', region: 'map', vineyard: 'glass' } as const

type Choice = SuggestionChoice & { suggestion: Suggestion }

const id = 'search'

/**
 * The search box of Explore, with suggestions. Picking one keeps the filters and replaces the search
 * term.
 */
export function PlaceSearch({
  query,
  typed,
  open,
  inSheet,
  children,
}: {
  query: SearchQuery
  /** A term typed before the field was moved, null for that of the query. */
  typed: string | null
  open: (url: string) => void
  inSheet: boolean
  children: ReactNode
}) {
  const onPick = ({ suggestion }: Choice) => {
    const field = document.getElementById(id)
    if (field instanceof HTMLInputElement) field.value = ''
    open(urlOf(query, suggestion))
  }
  const place = (
    <div className="place-row">
      <NearChip query={query} replace={inSheet} />
      <NearMe query={query} open={open} />
    </div>
  )
  return (
    <>
      <PlaceBox term={typed ?? query.search} onPick={onPick}>
        {inSheet && place}
        {children}
      </PlaceBox>
      {!inSheet && place}
    </>
  )
}

/** The search of the home page: where, when and how many. With JavaScript a picked place replaces the term. */
export function TripSearch({ today }: { today: Day }) {
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const [date, setDate] = useState<Day | null>(null)
  const [place, setPlace] = useState<Record<string, string> | null>(null)
  // A day picked in the native field before hydration.
  useEffect(() => setDate((form.current && fieldsOf(form.current).date) || null), [])

  const search = (where: Record<string, string> | null) => {
    if (!form.current) return
    const fields = { ...fieldsOf(form.current), ...(where && { search: '', ...where }) }
    void navigate(href('/explore') + tidyQuery(fields))
  }
  const onPick = ({ suggestion }: Choice) => {
    if (suggestion.kind === 'vineyard') return void navigate(urlOf(emptySearch, suggestion))
    const field = document.getElementById(id)
    if (field instanceof HTMLInputElement) field.value = suggestion.label
    setPlace(
      suggestion.kind === 'region'
        ? { region: suggestion.label }
        : paramsNear({ ...suggestion, label: suggestion.near }),
    )
  }
  return (
    <Form
      action={href('/explore')}
      ref={form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        search(place)
      }}
      onInput={({ target }) => {
        if (target instanceof HTMLInputElement && target.id === id) setPlace(null)
      }}
    >
      <PlaceBox onPick={onPick}>
        <DateFilter date={date} today={today} onPick={setDate} quick />
        <GuestsField guests={null} />
      </PlaceBox>
      <div className="place-row">
        <NearMe
          query={emptySearch}
          open={(url) => search(Object.fromEntries(new URL(url, location.origin).searchParams))}
        />
      </div>
    </Form>
  )
}

/** The values of a form by field name. */
export function fieldsOf(form: HTMLFormElement): Record<string, string> {
  const values = [...new FormData(form)].map(([name, value]) => [
    name,
    typeof value === 'string' ? value : '',
  ])
  return Object.fromEntries(values)
}

function PlaceBox({
  term,
  onPick,
  children,
}: {
  term?: string
  onPick: (choice: Choice) => void
  children: ReactNode
}) {
  return (
    <SearchBox
      id={id}
      name="search"
      label="Search by location or Vineyard name"
      button="Find Vineyards"
      {...(term !== undefined && { defaultValue: term })}
      offer={suggest}
      onPick={onPick}
    >
      {children}
    </SearchBox>
  )
}

function urlOf(query: SearchQuery, suggestion: Suggestion): string {
  const withoutTerm = { ...query, search: '', page: 1 }
  switch (suggestion.kind) {
    case 'vineyard':
      return href('/vineyard/:id', { id: suggestion.id })
    case 'region':
      return (
        href('/explore') + searchUrl(withoutTerm, { filters: { ...query.filters, region: suggestion.label } })
      )
    case 'town':
    case 'postcode': {
      const near = paramsNear({ ...suggestion, label: suggestion.near })
      return href('/explore') + searchUrl(searchAround(withoutTerm, near))
    }
  }
}

async function suggest(text: string, signal: AbortSignal): Promise<Offered<Choice>> {
  const { suggestions, hint } = await fetchSuggestions(text.trim(), signal)
  const choices = suggestions.map((suggestion) => ({
    key: keyOf(suggestion),
    icon: icons[suggestion.kind],
    label: suggestion.label,
    detail: suggestion.detail,
    suggestion,
  }))
  return { choices, hint }
}

function keyOf(suggestion: Suggestion): string {
  if (suggestion.kind === 'vineyard') return suggestion.id
  return `${suggestion.kind} ${suggestion.label}, ${suggestion.detail}`
}

/** None if they cannot be fetched: the search works without them. */
async function fetchSuggestions(text: string, signal: AbortSignal): Promise<SuggestionList> {
  const none = { suggestions: [], hint: null }
  if (text.length < 2 || text.length > 100) return none
  const response = await fetch(`/api/suggestions?${new URLSearchParams({ search: text })}`, { signal })
  return response.ok ? response.json() : none
}

/** The place that the list is sorted around, with a link that removes it. */
function NearChip({ query, replace }: { query: SearchQuery; replace: boolean }) {
  const { near } = query
  if (!near) return null
  return (
    <Link
      className="chip"
      to={href('/explore') + searchUrl(searchAround(query, null))}
      preventScrollReset
      replace={replace}
      aria-label={`Remove place: near ${near.label}`}
    >
      <Icon name="pin" />
      Near {near.label}
      <span className="chip-remove">
        <Icon name="cross" />
      </span>
    </Link>
  )
}

/** Sorts the list around the visitor. Needs JavaScript. */
function NearMe({ query, open }: { query: SearchQuery; open: (url: string) => void }) {
  const { locate, locating, problem } = useNearMe(query, open)
  if (!useHydrated()) return null
  return (
    <>
      <Button type="button" variant="text" icon="pin" onClick={locate} aria-disabled={locating}>
        {locating ? 'Finding where you are …' : 'Near me'}
      </Button>
      {problem && <Notice tone="bad">{locationSentences[problem]}</Notice>}
    </>
  )
}

function useNearMe(query: SearchQuery, open: (url: string) => void) {
  const [locating, setLocating] = useState(false)
  const [problem, setProblem] = useState<keyof typeof locationSentences | null>(null)
  // Locating can take seconds, in which the search may change or the page be left.
  const latest = useRef<SearchQuery | null>(query)
  useEffect(() => {
    latest.current = query
    return () => {
      latest.current = null
    }
  }, [query])

  const locate = async () => {
    if (locating) return
    setLocating(true)
    setProblem(null)
    const position = await askLocation()
    if (latest.current === null) return
    setLocating(false)
    if (!position.ok) return setProblem(position.problem)
    open(href('/explore') + searchUrl(searchAround(latest.current, paramsOfVisitor(position.value))))
  }
  return { locate: () => void locate(), locating, problem }
}

/** If the search term is also a town or postcode: links to the vineyards near it. */
export function PlaceLinks({
  query,
  choices: { places, hint },
}: {
  query: SearchQuery
  choices: PlaceChoices
}) {
  const others = places.filter(({ label }) => label !== query.near?.label)
  if (others.length === 0 && hint === null) return null
  const withoutTerm = { ...query, search: '' }
  return (
    <div className="place-matches">
      {others.map((place) => (
        <Link
          key={place.label}
          className="btn btn-line"
          to={href('/explore') + searchUrl(searchAround(withoutTerm, paramsNear(place)))}
        >
          Vineyards near {place.label}
        </Link>
      ))}
      {hint && <p>{hint}</p>}
    </div>
  )
}
