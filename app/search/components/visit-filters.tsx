import { href } from 'react-router'

import { visitFactLabels, visitFactNames } from '../../experiences/visit-facts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { type SearchQuery, searchUrl } from '../search-url.ts'

/** The filters by facts about a visit, with a Clear of their own. In a sheet all changes share one history entry. */
export function VisitFilters({ query, inSheet }: { query: SearchQuery; inSheet: boolean }) {
  const { facts } = query.filters
  return (
    <fieldset className="visit-filters">
      <legend className="label">Good to know before you come</legend>
      <div>
        {visitFactNames.map((name) => (
          <label key={name} className="visit-filter">
            <input
              type="checkbox"
              name={name}
              value="yes"
              defaultChecked={facts.includes(name)}
              autoComplete="off"
            />
            {visitFactLabels[name]}
          </label>
        ))}
        {facts.length > 0 && <ClearVisitFilters query={query} replace={inSheet} />}
      </div>
    </fieldset>
  )
}

/** Says which facts narrow the results, where the filters themselves are folded away. */
export function VisitFilterNotice({ query }: { query: SearchQuery }) {
  const { facts } = query.filters
  if (facts.length === 0) return null
  return (
    <p className="visit-filter-notice small">
      Only visits with: {facts.map((name) => visitFactLabels[name].toLowerCase()).join(', ')}.{' '}
      <ClearVisitFilters query={query} />
    </p>
  )
}

export function ClearVisitFilters({
  query,
  label,
  replace = false,
}: {
  query: SearchQuery
  label?: string
  replace?: boolean
}) {
  return (
    <ButtonLink
      variant="text"
      to={href('/explore') + searchUrl(query, { filters: { ...query.filters, facts: [] } })}
      preventScrollReset
      replace={replace}
      aria-label={label ?? 'Clear what to know before you come'}
    >
      {label ?? 'Clear'}
    </ButtonLink>
  )
}
