import { type ReactNode, useEffect, useRef, useState } from 'react'
import { href, Link } from 'react-router'

import { Button } from '../../../ui/button.tsx'
import { useHydrated } from '../../../ui/page/hydrated.ts'
import { Icon } from '../../../ui/pictures/icon.tsx'
import { Notice } from '../../../ui/page/notice.tsx'
import { type Offered, SearchBox, type SuggestionChoice } from '../../../ui/forms/search-box.tsx'
import { askLocation, locationSentences } from '../ask-location.ts'
import { paramsNear, paramsOfVisitor } from '../near.ts'
import { mostGuests } from '../filters.ts'
import { type SearchQuery, searchUrl, searchAround } from '../search-url.ts'
import type { Suggestion, SuggestionList } from '../suggestion.server.ts'

const icons = { area: 'map', town: 'pin', postcode: 'mail', region: 'map', vineyard: 'glass' } as const

export type LocationChoice = SuggestionChoice & { suggestion: Suggestion }

export const searchId = 'search'

/**
 * The search box of Explore, with suggestions. A suggested vineyard opens its own page. Other suggestions replace the search
 * term, the location or the region, and keep the other filters.
 */
export function LocationSearch({
  query,
  typed,
  open,
  inSheet,
  children,
}: {
  query: SearchQuery
  /** The term that the visitor typed before the script moved the field into the sheet, or null for the term of the query */
  typed: string | null
  open: (url: string) => void
  inSheet: boolean
  children: ReactNode
}) {
  const onPick = ({ suggestion }: LocationChoice) => {
    const field = document.getElementById(searchId)
    if (field instanceof HTMLInputElement) field.value = suggestion.kind === 'area' ? suggestion.label : ''
    open(urlOfSuggestion(query, suggestion))
  }
  const location = (
    <div className="location-row">
      {query.near && (
        <Link
          className="chip"
          to={href('/explore') + searchUrl(searchAround(query, null))}
          preventScrollReset
          replace={inSheet}
          aria-label={`Remove location: near ${query.near.label}`}
        >
          <Icon name="pin" />
          Near {query.near.label}
          <span className="chip-remove">
            <Icon name="cross" />
          </span>
        </Link>
      )}
      <NearMe query={query} open={open} />
    </div>
  )
  return (
    <>
      <LocationBox term={typed ?? query.search} onPick={onPick}>
        {inSheet && location}
        {children}
      </LocationBox>
      {!inSheet && location}
    </>
  )
}

/** The number of guests, shown beside the search box because it belongs to the search. */
export function GuestsField({ guests }: { guests: number | null }) {
  return (
    <div className="field guests">
      <label className="sr" htmlFor="guests">
        Guests
      </label>
      <span>
        <Icon name="people" />
        <input
          className="in"
          id="guests"
          name="guests"
          type="number"
          inputMode="numeric"
          min={1}
          max={mostGuests}
          placeholder="Guests"
          defaultValue={guests ?? ''}
          autoComplete="off"
        />
      </span>
    </div>
  )
}

/** Returns the values of a form by field name. */
export function fieldsOf(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))
}

export function LocationBox({
  term,
  onPick,
  children,
}: {
  term?: string
  onPick: (choice: LocationChoice) => void
  children: ReactNode
}) {
  return (
    <SearchBox
      id={searchId}
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

export function urlOfSuggestion(query: SearchQuery, suggestion: Suggestion): string {
  const withoutTerm = { ...query, search: '', page: 1 }
  switch (suggestion.kind) {
    case 'vineyard':
      return href('/vineyard/:id', { id: suggestion.id })
    case 'area':
      return href('/explore') + searchUrl({ ...query, search: suggestion.label, page: 1 })
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

/** Returns suggestions, or none if the server answers with an error: the search works without them. */
async function suggest(typed: string, signal: AbortSignal): Promise<Offered<LocationChoice>> {
  const text = typed.trim()
  const none = { choices: [], hint: null }
  if (text.length < 2 || text.length > 100) return none
  const response = await fetch(`/api/suggestions?${new URLSearchParams({ search: text })}`, { signal })
  if (!response.ok) return none
  const { suggestions, hint }: SuggestionList = await response.json()
  const choices = suggestions.map((suggestion) => {
    const { kind, label, detail } = suggestion
    const key = kind === 'vineyard' ? suggestion.id : `${kind} ${label}, ${detail}`
    return { key, icon: icons[kind], label, detail, suggestion }
  })
  return { choices, hint }
}

/** A button that sorts the list by distance from the visitor. It needs JavaScript. */
export function NearMe({ query, open }: { query: SearchQuery; open: (url: string) => void }) {
  const [locating, setLocating] = useState(false)
  const [problem, setProblem] = useState<keyof typeof locationSentences | null>(null)
  // Locating can take seconds. Meanwhile the search may change, or the visitor may leave the page.
  const latest = useRef<SearchQuery | null>(query)
  useEffect(() => {
    latest.current = query
    return () => {
      latest.current = null
    }
  }, [query])
  if (!useHydrated()) return null

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
  return (
    <>
      <Button type="button" variant="text" icon="pin" onClick={() => void locate()} aria-disabled={locating}>
        {locating ? 'Finding where you are …' : 'Near me'}
      </Button>
      {problem && <Notice tone="bad">{locationSentences[problem]}</Notice>}
    </>
  )
}
