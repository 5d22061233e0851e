import type { ReactNode } from 'react'
import { href, useNavigate } from 'react-router'
import { SearchBox } from '../../ui/search-box.tsx'
import type { SuggestionChoice, Offered } from '../../ui/use-suggestions.ts'
import { type SearchQuery, searchUrl } from '../search-url.ts'
import { around, fieldsNear } from '../near.ts'
import { PlaceRow } from './place-row.tsx'
import { noSuggestions, type Suggestion, type SuggestionList } from '../suggestion.ts'
import './places.css'

const icons = { town: 'pin', postcode: 'mail', region: 'map', vineyard: 'glass' } as const

type Meaning = SuggestionChoice & { suggestion: Suggestion }

const id = 'search'

/**
 * The search of the home page and the list, with what there is to pick: a place is looked around, a region filters, a
 * vineyard is gone to. Each keeps the filters that the list already has, and none of the words.
 */
export function PlaceSearch({ asked, children }: { asked: SearchQuery; children?: ReactNode }) {
  const navigate = useNavigate()
  const onPick = ({ suggestion }: Meaning) => {
    // What was typed so far has been said with more.
    const field = document.getElementById(id)
    if (field instanceof HTMLInputElement) field.value = ''
    void navigate(addressOf(asked, suggestion))
  }
  return (
    <>
      <SearchBox
        id={id}
        name="search"
        label="Search by location or Vineyard name"
        button="Find Vineyards"
        defaultValue={asked.search}
        suggesting={{ offer, onPick }}
      >
        {children}
      </SearchBox>
      <PlaceRow asked={asked} />
    </>
  )
}

function addressOf(asked: SearchQuery, suggestion: Suggestion): string {
  const wordless = { ...asked, search: '', page: 1 }
  switch (suggestion.kind) {
    case 'vineyard':
      return href('/vineyard/:id', { id: suggestion.id })
    case 'region':
      return (
        href('/explore') + searchUrl(wordless, { filters: { ...asked.filters, region: suggestion.label } })
      )
    case 'town':
    case 'postcode':
      return (
        href('/explore') + searchUrl(around(wordless, fieldsNear({ ...suggestion, label: suggestion.near })))
      )
  }
}

async function offer(text: string, signal: AbortSignal): Promise<Offered<Meaning>> {
  const { suggestions, hint } = await ask(text.trim(), signal)
  return {
    choices: suggestions.map((suggestion) => ({
      key: keyOf(suggestion),
      icon: icons[suggestion.kind],
      label: suggestion.label,
      detail: suggestion.detail,
      suggestion,
    })),
    hint,
  }
}

function keyOf(suggestion: Suggestion): string {
  if (suggestion.kind === 'vineyard') return suggestion.id
  return `${suggestion.kind} ${suggestion.label}, ${suggestion.detail}`
}

/** Suggestions are an extra: where they can not be had, there are none, and the search itself is as good as ever. */
async function ask(text: string, signal: AbortSignal): Promise<SuggestionList> {
  if (text.length < 2 || text.length > 100) return noSuggestions
  const answer = await fetch(`/api/suggestions?${new URLSearchParams({ search: text })}`, { signal })
  return answer.ok ? answer.json() : noSuggestions
}
