import { href, Link } from 'react-router'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { type SearchQuery, chipsOf, searchUrl } from '../search-url.ts'
import { countActive, withoutFilters } from '../filters.ts'

/** What is filtered by, each with its way out, and the way out of all of it. Absent where nothing is. */
export function FilterChips({ asked }: { asked: SearchQuery }) {
  const { filters } = asked
  if (countActive(filters) === 0) return null
  const chips = chipsOf(filters)
  return (
    <div className="between filter-chips">
      {chips.length > 0 && (
        <ul className="chips" aria-label="Active filters">
          {chips.map(({ name, label, without }) => (
            <li key={name}>
              <Link
                className="chip"
                to={href('/explore') + searchUrl(asked, { filters: without })}
                preventScrollReset
                aria-label={`Remove filter: ${label}`}
              >
                {label}
                <span className="x">
                  <Icon name="cross" />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <ClearAll asked={asked} />
    </div>
  )
}

/** In a sheet it takes the place of the sheet's entry of the history, as all that is chosen there does. */
export function ClearAll({ asked, replace = false }: { asked: SearchQuery; replace?: boolean }) {
  return (
    <ButtonLink
      variant="text"
      to={href('/explore') + searchUrl(asked, { filters: withoutFilters(asked.filters) })}
      preventScrollReset
      replace={replace}
    >
      Clear All
    </ButtonLink>
  )
}
