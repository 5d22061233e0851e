import { href, Link } from 'react-router'

import { ButtonLink } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/lists/empty.tsx'
import { countActive, withoutFilters } from '../filters.ts'
import { type SearchQuery, searchUrl } from '../search-url.ts'

/** The empty list: a button clears the filters and keeps the search, and a link clears the search. */
export default function NothingFound({ query }: { query: SearchQuery }) {
  const { search, filters } = query
  const clearSearch = search !== '' && (
    <Link to={href('/explore') + searchUrl(query, { search: '' })}>Clear the search</Link>
  )
  if (countActive(filters) > 0)
    return (
      <Empty
        title="No vineyards match that"
        action={
          <>
            <ButtonLink to={href('/explore') + searchUrl(query, { filters: withoutFilters(filters) })}>
              Clear the filters
            </ButtonLink>
            {clearSearch}
          </>
        }
      >
        All filters must match the same experience. Try another day or a wider price range.
      </Empty>
    )
  if (search === '') return <Empty title="No vineyards are listed yet">Please come back soon.</Empty>
  return (
    <Empty title="No vineyards match that" action={clearSearch}>
      We looked for “{search}” in names, towns and counties. Try a shorter word.
    </Empty>
  )
}
