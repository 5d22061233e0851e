import type { ReactNode } from 'react'

import { PageHeading } from '../../../ui/page/page-heading.tsx'

/** A text page: title, summary and content. */
export function ProsePage({ title, gist, children }: { title: string; gist: string; children: ReactNode }) {
  return (
    <div className="wrap page">
      <PageHeading title={title} lede={gist} />
      <div className="prose">{children}</div>
    </div>
  )
}
