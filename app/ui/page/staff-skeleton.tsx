import type { ReactNode } from 'react'

import { Skeleton, SkeletonBlock, SkeletonBlocks } from './skeleton.tsx'
import '../lists/lists.css'
import './staff-page.css'

/** The layout of a staff page. */
export type PageShape = 'list' | 'form' | 'month' | 'panels' | 'figures'

/**
 * The parts of a list's page, so that the list does not jump when it replaces its skeleton. `filters` counts the fields below
 * the search. `hasOrder` stands for the order that only narrow screens show, and `hasChoice` for the box that selects all rows.
 * `card` is the height of a row on narrow screens. `columns` is 1 if rows are never shown as a table.
 */
export type ListShape = {
  actions?: number
  hasLongTitle?: boolean
  hasTabs?: boolean
  hasSearch?: boolean
  filters?: number
  hasOrder?: boolean
  hasChoice?: boolean
  columns: number
  card: 'tall' | 'short' | 'row'
}

/** The skeleton of a staff page: a heading, then rows, fields, days or panels. `list` describes the page of a known list. */
export function StaffPageSkeleton({
  label,
  shape,
  list,
}: {
  label: string
  shape: PageShape
  list?: ListShape | undefined
}) {
  const actions = list ? (list.actions ?? 0) : shape === 'form' ? 0 : 1
  return (
    <Skeleton label={label} className="staff-skeleton needs-script">
      <div className="staff-head" data-long={list?.hasLongTitle ? '' : undefined}>
        <SkeletonBlock as="title" />
        {actions > 0 && (
          <div className="row">
            <SkeletonBlocks shapes={Array.from({ length: actions }, () => 'button')} />
          </div>
        )}
      </div>
      {shape === 'list' && list ? <ListBody list={list} /> : bodies[shape]}
    </Skeleton>
  )
}

/** The skeleton of a list with the layout of `ListTools` and `DataTable`. */
function ListBody({ list }: { list: ListShape }) {
  const { hasTabs, hasSearch, filters = 0, hasOrder, hasChoice, columns, card } = list
  return (
    <>
      {hasTabs && <div className="skeleton-tabs skeleton" />}
      {(hasSearch || hasOrder || filters > 0) && (
        <div className="tools">
          {hasSearch && (
            <div className="tools-search">
              <SkeletonField />
              <SkeletonBlock as="button" />
            </div>
          )}
          {(hasOrder || filters > 0) && (
            <div className="tools-fields" data-folded={hasSearch ? '' : undefined}>
              {Array.from({ length: filters }, (_, n) => (
                <SkeletonField key={n} />
              ))}
              {hasOrder && (
                <div className="order-narrow">
                  <SkeletonField />
                </div>
              )}
            </div>
          )}
        </div>
      )}
      {hasChoice && <div className="skeleton-choice" />}
      <div className={columns > 1 ? 'skeleton-table' : undefined}>
        {columns > 1 && <div className="skeleton-columns" />}
        {Array.from({ length: 7 }, (_, row) => (
          <div className="skeleton-cells" data-card={card} key={row}>
            {Array.from({ length: columns }, (_, n) => (
              <div key={n}>
                <SkeletonBlocks shapes={n === 0 ? ['part', 'short'] : ['part']} />
              </div>
            ))}
          </div>
        ))}
      </div>
    </>
  )
}

function SkeletonField() {
  return (
    <div className="field skeleton-labelled">
      <SkeletonBlocks shapes={['short', 'field']} />
    </div>
  )
}

const bodies: Record<PageShape, ReactNode> = {
  list: (
    <>
      <div className="skeleton-tools">
        <SkeletonBlocks shapes={['button', 'button', 'button']} />
      </div>
      <Rows count={7} />
    </>
  ),
  form: (
    <div className="skeleton-form">
      {Array.from({ length: 5 }, (_, n) => (
        <div key={n}>
          <SkeletonBlocks shapes={['short', 'field']} />
        </div>
      ))}
    </div>
  ),
  month: (
    <>
      <div className="skeleton-tools">
        <SkeletonBlock as="button" />
      </div>
      <div className="skeleton-tabs skeleton" />
      <div className="skeleton-month">
        {Array.from({ length: 35 }, (_, n) => (
          <span key={n} />
        ))}
      </div>
    </>
  ),
  panels: <Panels />,
  figures: (
    <>
      <div className="skeleton-strip">
        {Array.from({ length: 4 }, (_, n) => (
          <div key={n}>
            <SkeletonBlocks shapes={['part', 'title']} />
          </div>
        ))}
      </div>
      <Panels />
    </>
  ),
}

function Panels() {
  return (
    <div className="skeleton-panels">
      {[5, 3].map((rows) => (
        <div className="panel" key={rows}>
          <Rows count={rows} />
        </div>
      ))}
    </div>
  )
}

function Rows({ count }: { count: number }) {
  return Array.from({ length: count }, (_, n) => (
    <div className="skeleton-row" key={n}>
      <SkeletonBlocks shapes={['part', 'short']} />
    </div>
  ))
}
