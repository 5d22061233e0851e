import { visitFactLabels, visitFactNames } from '../../experiences/visit-facts.ts'
import type { Filters } from '../filters.ts'

/** The filters by facts about a visit. */
export function VisitFilters({ facts }: Pick<Filters, 'facts'>) {
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
      </div>
    </fieldset>
  )
}
