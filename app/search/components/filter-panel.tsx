import { useRef } from 'react'
import type { Day } from '../../platform/days.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useNarrow } from '../../ui/narrow.ts'
import type { SearchQuery } from '../search-url.ts'
import { FilterFields } from './filter-fields.tsx'
import { FilterSheet } from './filter-sheet.tsx'
import { countActive, type FilterOptions } from '../filters.ts'

type Panel = {
  asked: SearchQuery
  options: FilterOptions | null
  today: Day
  /** How many vineyards answer; null where that could not be read. */
  total: number | null
  onPick: () => void
  /** The sheet that a narrow screen has in the panel's place. */
  sheet: { isOpen: boolean; open: () => void; close: () => void }
}

/**
 * The filters' panel, to stand inside the list's GET form. On a narrow screen it is a sheet over the page; without a
 * script, and until one runs, a disclosure.
 */
export function FilterPanel({ asked, options, today, total, onPick, sheet }: Panel) {
  const disclosure = useRef<HTMLDetailsElement>(null)
  const isNarrow = useNarrow(() => {
    // Who has unfolded it before the script came goes on where they are.
    if (disclosure.current?.open) sheet.open()
  })
  const { filters } = asked
  const count = <FilterCount active={countActive(filters)} />
  const fields = { filters, options, today, onPick }
  if (isNarrow)
    return (
      <div className="filters">
        <h2>
          <button type="button" aria-haspopup="dialog" aria-expanded={sheet.isOpen} onClick={sheet.open}>
            <Icon name="filters" />
            Filters
            {count}
            <Icon name="down" />
          </button>
        </h2>
        <FilterSheet asked={asked} total={total} count={count} isOpen={sheet.isOpen} onClose={sheet.close}>
          <FilterFields {...fields} />
        </FilterSheet>
      </div>
    )
  return (
    <details className="filters" ref={disclosure}>
      <summary>
        <Icon name="filters" />
        <h2>Filters</h2>
        {count}
        <Icon name="down" />
      </summary>
      <FilterFields {...fields}>
        <Button className="show-results">Show results</Button>
      </FilterFields>
    </details>
  )
}

function FilterCount({ active }: { active: number }) {
  if (active === 0) return null
  return (
    <span className="count">
      <span className="sr">Active: </span>
      {active}
    </span>
  )
}
