import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { SearchQuery } from '../search-url.ts'
import { ClearAll } from './filter-chips.tsx'
import { countActive } from '../filters.ts'
import { countText, vineyards } from '../search-terms.ts'

/** The filters over the page of a narrow screen. They apply as they are chosen, and its button says what they leave. */
export function FilterSheet({
  asked,
  total,
  count,
  isOpen,
  onClose,
  children,
}: {
  asked: SearchQuery
  total: number | null
  count: ReactNode
  isOpen: boolean
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Dialog variant="sheet" open={isOpen} onClose={onClose} title={<>Filters {count}</>}>
      <button type="button" className="sheet-close" aria-label="Close the filters" onClick={onClose}>
        <Icon name="cross" />
      </button>
      <div className="sheet-body">{children}</div>
      <div className="sheet-foot">
        {countActive(asked.filters) > 0 && <ClearAll asked={asked} replace />}
        <Button type="button" variant="primary" onClick={onClose}>
          {total === null ? 'Show results' : `Show ${vineyards(total)}`}
        </Button>
      </div>
      <p className="sr" role="status">
        {total === null ? '' : countText(total, { search: asked.search, guests: asked.filters.guests })}
      </p>
    </Dialog>
  )
}
