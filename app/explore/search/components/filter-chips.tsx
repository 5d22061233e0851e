import { href, Link } from 'react-router'

import { ButtonLink } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/pictures/icon.tsx'
import { chipsOf, countActive, withoutFilters } from '../filters.ts'
import { type SearchQuery, searchUrl } from '../search-url.ts'

/** The active filters, each with a link that removes it, and Clear All */
export function FilterChips({ query }: { query: SearchQuery }) {
  const { filters } = query
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
                to={href('/explore') + searchUrl(query, { filters: without })}
                preventScrollReset
                aria-label={`Remove filter: ${label}`}
              >
                {label}
                <span className="chip-remove">
                  <Icon name="cross" />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <ClearAll query={query} />
    </div>
  )
}

/** A link that clears all filters. `replace` is for sheets, where all changes share the sheet's history entry. */
export function ClearAll({ query, replace = false }: { query: SearchQuery; replace?: boolean }) {
  return (
    <ButtonLink
      variant="text"
      to={href('/explore') + searchUrl(query, { filters: withoutFilters(query.filters) })}
      preventScrollReset
      replace={replace}
    >
      Clear All
    </ButtonLink>
  )
}
