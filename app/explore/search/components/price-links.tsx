import { href, Link } from 'react-router'

import { priceRange } from '../filters.ts'
import { type SearchQuery, searchUrl } from '../search-url.ts'

const highestPrices = [20, 40, 60] as const

/** Links that show only experiences up to a price; the link of the chosen price removes the limit. */
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
