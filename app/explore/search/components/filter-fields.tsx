import { statedFactNames } from '../../../catalogue/facts/stated-fact.ts'
import { formatType } from '../../../catalogue/experiences/experience.ts'
import { visitFactNames } from '../../../catalogue/experiences/experience-facts.ts'
import {
  type FactFilterName,
  factFilterLabel,
  isStatedFactName,
} from '../../../catalogue/facts/fact-filters.ts'
import type { Day } from '../../../platform/days.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/forms/select-field.tsx'
import { DateFilter } from './date-filter.tsx'
import { PriceLinks } from './price-links.tsx'
import { PriceSlider } from './price-slider.tsx'
import {
  durations,
  type FilterOptions,
  type Filters,
  formatGroupSize,
  formatMinDuration,
  groupSizes,
} from '../filters.ts'
import type { SearchQuery } from '../search-url.ts'

/**
 * The fields of the filters. `onPick` is called after choices that fire no change event. In a sheet, the day is left out,
 * because it is one of the search fields above.
 */
export function FilterFields({
  query,
  options,
  today,
  onPick,
  inSheet,
}: {
  query: SearchQuery
  options: FilterOptions | null
  today: Day
  onPick: () => void
  inSheet: boolean
}) {
  const { filters } = query
  return (
    <div className="filter-grid">
      <Choice
        name="region"
        label="Region"
        all="All regions"
        chosen={filters.region}
        options={options?.regions}
      />
      <Choice
        name="type"
        label="Experience Type"
        all="All types"
        chosen={filters.type}
        options={options?.types}
        format={formatType}
      />
      {!inSheet && <DateFilter date={filters.date} today={today} onPick={onPick} />}
      <PriceSlider filters={filters} onPick={onPick}>
        {options?.types.length !== 0 && <PriceLinks query={query} replace={inSheet} />}
      </PriceSlider>
      <Choice
        name="minDuration"
        label="Min Duration (hours)"
        all="Any duration"
        chosen={filters.minDuration}
        options={offeredDurations(filters.minDuration)}
        format={formatMinDuration}
      />
      <Choice
        name="maxGroupSize"
        label="Max Group Size"
        all="Any size"
        chosen={filters.maxGroupSize}
        options={groupSizes}
        format={formatGroupSize}
      />
      {/* Without any experiences, ticking these boxes would find nothing. */}
      {options?.types.length !== 0 && (
        <fieldset className="visit-filters">
          <legend className="label">Good to know before you come</legend>
          <FactBoxes names={visitFactNames} facts={filters.facts} />
          <details open={filters.facts.some(isStatedFactName)}>
            <summary>More about access, comfort and children</summary>
            <FactBoxes names={statedFactNames} facts={filters.facts} />
          </details>
        </fieldset>
      )}
      {!inSheet && <Button className="show-results">Show results</Button>}
    </div>
  )
}

/** Returns the standard durations, and the chosen duration if it is not one of them. */
function offeredDurations(chosen: number | null): number[] {
  return [...new Set([...durations, ...(chosen === null ? [] : [chosen])])].toSorted((a, b) => a - b)
}

function Choice<Value extends string | number>({
  name,
  label,
  all,
  chosen,
  options = [],
  format = String,
}: {
  name: string
  label: string
  all: string
  chosen: Value | null
  options?: readonly Value[] | undefined
  format?: (option: Value) => string
}) {
  return (
    <SelectField
      {...{ name, label }}
      id={name}
      defaultValue={chosen ?? ''}
      autoComplete="off"
      options={Object.fromEntries(options.map((option) => [option, format(option)]))}
    >
      <option value="">{all}</option>
    </SelectField>
  )
}

function FactBoxes({ names, facts }: { names: readonly FactFilterName[] } & Pick<Filters, 'facts'>) {
  return (
    <div>
      {names.map((name) => (
        <label key={name} className="visit-filter">
          <input
            type="checkbox"
            name={name}
            value="yes"
            defaultChecked={facts.includes(name)}
            autoComplete="off"
          />
          {factFilterLabel(name)}
        </label>
      ))}
    </div>
  )
}
