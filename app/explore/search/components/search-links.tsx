import { href, Link } from 'react-router'

import { countOf } from '../../../platform/text/counts.ts'
import { type Meaning, meaningSentence } from '../meaning.ts'
import { paramsNear } from '../near.ts'
import type { LocationChoices } from '../search-location.server.ts'
import { type SearchQuery, searchUrl, searchAround } from '../search-url.ts'

/** Says that no vineyard can be booked yet, and how to hear when that changes. */
export function NothingOpenYet() {
  return (
    <>
      None of these vineyards takes bookings here yet. Leave your email address under{' '}
      <b>Tell me when it opens for booking</b> on a vineyard’s page, and we’ll email you once.
    </>
  )
}

/** Links to the vineyards near a town or postcode, if a town or postcode has the same name as the search term */
export function LocationLinks({
  query,
  meaning,
  choices: { locations, hint },
}: {
  query: SearchQuery
  meaning: Meaning
  choices: LocationChoices
}) {
  if (meaning.kind === 'area') return null
  const choices = meaning.kind === 'location' ? meaning.others : locations
  const others = choices.filter(({ label }) => label !== query.near?.label)
  if (others.length === 0 && hint === null) return null
  const withoutTerm = { ...query, search: '' }
  return (
    <div className="location-matches">
      {others.map((location) => (
        <Link
          key={location.label}
          className="btn btn-line"
          to={href('/explore') + searchUrl(searchAround(withoutTerm, paramsNear(location)))}
        >
          Vineyards near {location.label}
        </Link>
      ))}
      {hint && <p>{hint}</p>}
    </div>
  )
}

/** Says that no vineyard contains the typed words, and links to all vineyards near the location that the words name. */
export function MeaningNote({ query, meaning }: { query: SearchQuery; meaning: Meaning }) {
  const sentence = meaningSentence(query.search, meaning)
  if (sentence === null) return null
  return (
    <p className="meaning-note soft">
      {sentence}{' '}
      {meaning.kind === 'location' && (
        <Link
          to={href('/explore') + searchUrl(searchAround({ ...query, search: '' }, paramsNear(meaning.near)))}
        >
          All vineyards, nearest first
        </Link>
      )}
    </p>
  )
}

/** Says that a search by day without a party looked for one guest, and links to the same search for usual parties */
export function PartyLinks({ query }: { query: SearchQuery }) {
  const { filters } = query
  if (filters.date === null || filters.guests !== null) return null
  return (
    <p className="price-links party-links soft">
      <span>These places are for one guest. Show places for:</span>
      {[2, 4, 6].map((guests) => (
        <Link
          key={guests}
          to={href('/explore') + searchUrl(query, { filters: { ...filters, guests } })}
          preventScrollReset
        >
          {countOf(guests, 'guest')}
        </Link>
      ))}
    </p>
  )
}
