import { useEffect, useRef } from 'react'

import { pictureOf } from '../../../platform/media/picture.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/page/notice.tsx'
import { PictureFrame } from '../../../ui/pictures/picture-frame.tsx'
import { readingMinutes } from '../document.ts'
import { DocumentView } from './document-view.tsx'
import type { PostDraft } from '../post-form.ts'
import './blog.css'

/** A preview of the post, saved or not. Vineyard cards are filled in only on the public page. */
export function PostPreview({
  post,
  names,
  close,
}: {
  post: PostDraft
  names: Record<string, string>
  close: () => void
}) {
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => top.current?.focus(), [])
  return (
    <section aria-label="Preview">
      <div ref={top} tabIndex={-1} className="between space-below">
        <Notice tone="info">This is a preview. Nothing has been saved.</Notice>
        <Button type="button" variant="primary" onClick={close}>
          Back to writing
        </Button>
      </div>
      <article className="post">
        <h2>{post.title || 'Untitled'}</h2>
        <p className="meta">
          {post.author && <span>{post.author}</span>}
          <span>{readingMinutes(post.body)} min read</span>
        </p>
        {post.summary && <p className="lede">{post.summary}</p>}
        {post.cover_image_url && (
          <PictureFrame
            className="picture post-cover"
            picture={pictureOf(post.cover_image_url)}
            sizes="(min-width: 48rem) 46rem, 100vw"
          />
        )}
        <DocumentView
          document={post.body}
          mention={(id) => (
            <aside className="mention" aria-label={names[id] ?? 'A vineyard'}>
              <PictureFrame picture={null} sizes="9rem" />
              <div>
                <p className="mention-name">{names[id] ?? 'A vineyard'}</p>
                <p className="meta">Readers will see the vineyard’s next day with places here.</p>
              </div>
            </aside>
          )}
        />
        {post.tags.length > 0 && <p className="meta">About {post.tags.join(', ')}</p>}
      </article>
    </section>
  )
}
