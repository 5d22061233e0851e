import type { ReactNode } from 'react'

import { Skeleton, SkeletonBlock, SkeletonBlocks } from './skeleton.tsx'
import './staff-page.css'

/** The layout of a staff page. */
export type PageShape = 'list' | 'form' | 'month' | 'panels' | 'figures'

/** The skeleton of a staff page: a heading, then rows, fields, days or panels. */
export function StaffPageSkeleton({ label, shape }: { label: string; shape: PageShape }) {
  return (
    <Skeleton label={label} className="staff-skeleton needs-script">
      <div className="staff-head">
        <SkeletonBlock as="title" />
        {shape !== 'form' && <SkeletonBlock as="button" />}
      </div>
      {bodies[shape]}
    </Skeleton>
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
    <div className="skeleton-month">
      {Array.from({ length: 35 }, (_, n) => (
        <span key={n} />
      ))}
    </div>
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
