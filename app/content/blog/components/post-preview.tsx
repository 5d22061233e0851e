import { pictureOf } from '../../../platform/media/picture.ts'
import { PictureFrame } from '../../../ui/pictures/picture-frame.tsx'
import { readingMinutes } from '../document.ts'
import { DocumentView } from './document-view.tsx'
import type { PostDraft } from '../post-form.ts'
import './blog.css'

/** A preview of the post, saved or not. Vineyard cards are filled in only on the public page. */
export function PostPreview({ post, names }: { post: PostDraft; names: Record<string, string> }) {
  return (
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
  )
}
