import { href, Link } from 'react-router'

import { countOf } from '../../../platform/text/counts.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/lists/empty.tsx'
import { countActive, partyOf, withoutFilters } from '../filters.ts'
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
        {search !== '' && `Nothing matches both “${search}” and the filters. `}
        {filters.date === null
          ? 'All filters must match the same experience. Try fewer of them.'
          : `All filters must match the same experience, with places for ${countOf(partyOf(filters), 'guest')} that day. Try another day or fewer filters.`}
      </Empty>
    )
  if (search === '') return <Empty title="No vineyards are listed yet">Please come back soon.</Empty>
  return (
    <Empty title="No vineyards match that" action={clearSearch}>
      We looked for “{search}” in names, towns and counties. Try a shorter word.
    </Empty>
  )
}
