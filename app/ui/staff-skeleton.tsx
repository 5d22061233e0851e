import type { ReactNode } from 'react'

import { SkeletonBlock, Skeleton } from './skeleton.tsx'
import './staff-head.css'
import './staff-skeleton.css'

/** What a page of staff is made of, as far as one sees it from afar. */
export type PageShape = 'list' | 'form' | 'month' | 'panels' | 'figures'

/** A page of staff while it loads, in the places of what comes: its headline, and below it rows, fields, days or panels. */
export function StaffPageSkeleton({ label, shape }: { label: string; shape: PageShape }) {
  return (
    <Skeleton label={label} className="staff-bones needs-script">
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
      <div className="bone-tools">
        <SkeletonBlock as="button" />
        <SkeletonBlock as="button" />
        <SkeletonBlock as="button" />
      </div>
      <Rows count={7} />
    </>
  ),
  form: (
    <div className="bone-form">
      {Array.from({ length: 5 }, (_, n) => (
        <div key={n}>
          <SkeletonBlock as="short" />
          <SkeletonBlock as="field" />
        </div>
      ))}
    </div>
  ),
  month: (
    <div className="bone-month">
      {Array.from({ length: 35 }, (_, n) => (
        <span key={n} />
      ))}
    </div>
  ),
  panels: <Panels />,
  figures: (
    <>
      <div className="bone-strip">
        {Array.from({ length: 4 }, (_, n) => (
          <div key={n}>
            <SkeletonBlock as="part" />
            <SkeletonBlock as="title" />
          </div>
        ))}
      </div>
      <Panels />
    </>
  ),
}

function Panels() {
  return (
    <div className="bone-panels">
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
    <div className="bone-row" key={n}>
      <SkeletonBlock as="part" />
      <SkeletonBlock as="short" />
    </div>
  ))
}
