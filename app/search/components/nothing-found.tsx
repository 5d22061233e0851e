import { href, Link } from 'react-router'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { type SearchQuery, searchUrl } from '../search-url.ts'
import { countActive, withoutFilters } from '../filters.ts'

/** The empty list (readings 6): a button clears the filters and keeps the search, a link clears the search. */
export function NothingFound({ asked }: { asked: SearchQuery }) {
  const { search, filters } = asked
  const withoutSearch = href('/explore') + searchUrl(asked, { search: '' })
  if (countActive(filters) > 0) {
    return (
      <Empty
        title="No vineyards match that"
        action={
          <>
            <ButtonLink to={href('/explore') + searchUrl(asked, { filters: withoutFilters(filters) })}>
              Clear the filters
            </ButtonLink>
            {search !== '' && <Link to={withoutSearch}>Clear the search</Link>}
          </>
        }
      >
        Every filter must fit one and the same experience. Another day or a wider price often finds more.
      </Empty>
    )
  }
  if (search === '')
    return <Empty title="No vineyards are listed yet">The first ones are still being planted.</Empty>
  return (
    <Empty title="No vineyards match that" action={<Link to={withoutSearch}>Clear the search</Link>}>
      We looked for “{search}” in names, towns and counties. A shorter word often finds more.
    </Empty>
  )
}
