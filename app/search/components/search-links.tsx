import { href, Link } from 'react-router'

import { priceRange } from '../filters.ts'
import { paramsNear, searchAround } from '../near.ts'
import type { PlaceChoices } from '../near.server.ts'
import { type SearchQuery, searchUrl } from '../search-url.ts'

const highestPrices = [20, 40, 60] as const

/** Links that show only experiences up to a price; the chosen one removes the limit. `replace` as in `ClearAll`. */
export function PriceLinks({ query, replace = false }: { query: SearchQuery; replace?: boolean }) {
  const { filters } = query
  return (
    <ul className="price-links" aria-label="Price per person">
      {highestPrices.map((price) => {
        const isChosen = filters.minPrice === priceRange.min && filters.maxPrice === price
        const limits = { minPrice: priceRange.min, maxPrice: isChosen ? priceRange.max : price }
        return (
          <li key={price}>
            <Link
              to={href('/explore') + searchUrl(query, { filters: { ...filters, ...limits } })}
              aria-current={isChosen ? 'true' : undefined}
              preventScrollReset
              replace={replace}
            >
              up to £{price}
            </Link>
          </li>
        )
      })}
    </ul>
  )
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
