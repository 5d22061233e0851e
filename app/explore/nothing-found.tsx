import { href, Link } from 'react-router'
import { ButtonLink } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { type Asked, queryFor } from './address.ts'
import { hasFilters, noFilters } from './filters.ts'

/** Nothing answers: the button takes the filters away and keeps the words, a link takes the words away. */
export function NothingFound({ asked }: { asked: Asked }) {
  const { search, filters } = asked
  const withoutSearch = href('/explore') + queryFor(asked, { search: '' })
  if (hasFilters(filters)) {
    return (
      <Empty
        title="No vineyard answers to all of that"
        action={
          <>
            <ButtonLink to={href('/explore') + queryFor(asked, { filters: noFilters })}>
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
    <Empty
      title="No vineyard answers to that"
      action={<ButtonLink to={withoutSearch}>Clear the search</ButtonLink>}
    >
      We looked for “{search}” in names, towns and counties. A shorter word often finds more.
    </Empty>
  )
}
