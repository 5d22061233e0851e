import { Form, href } from 'react-router'

import type { Day } from '../../../platform/days.ts'
import type { FilterOptions } from '../filters.ts'
import { type SearchQuery, searchUrl } from '../search-url.ts'
import { SearchPanel } from './filter-panel.tsx'
import { useLiveForm } from './use-live-form.tsx'

/** The search and filters of Explore, under the heading of the list. `total` is null if the search failed. */
export default function SearchForm({
  query,
  options,
  today,
  quick,
  total,
  heading,
}: {
  query: SearchQuery
  options: FilterOptions | null
  today: Day
  quick: Day[]
  total: number | null
  heading: string
}) {
  const { form, apply, open, sheet, onSubmit, onChange } = useLiveForm(searchUrl(query))
  return (
    <Form action={href('/explore')} ref={form} onSubmit={onSubmit} onChange={onChange}>
      <div className="explore-top">
        <div className="wrap">
          <h1>Vineyards</h1>
          <SearchPanel
            {...{ query, options, today, quick, heading, open, sheet }}
            total={total}
            onPick={apply}
          />
        </div>
      </div>
      {Object.entries(query.viewParams).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </Form>
  )
}
