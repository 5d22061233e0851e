import type { ReactNode } from 'react'

import { PageHeading } from '../../../ui/page/page-heading.tsx'
import { GuideBlocks } from '../../guide/components/guide-blocks.tsx'
import type { GuidePage } from '../../guide/guide.ts'

/** A page of text from docs/pages: title, summary and content. `parts` replace the names in braces. */
export function ProsePage({ page, parts = {} }: { page: GuidePage; parts?: Record<string, ReactNode> }) {
  return (
    <div className="wrap page">
      <PageHeading title={page.title} lede={page.gist} />
      <div className="prose">
        <GuideBlocks blocks={page.blocks} parts={parts} />
      </div>
    </div>
  )
}
