import { href, Link } from 'react-router'

import { pictureOf } from '../../../platform/media/picture.ts'
import { formatDay } from '../../../platform/days.ts'
import { PictureFrame } from '../../../ui/pictures/picture-frame.tsx'
import { moods } from '../../../ui/pictures/drawings.tsx'
import type { PostLine } from '../blog.server.ts'
import { blogQuery } from '../post.ts'

/** Posts as cards. `heading` is the level of their titles. */
export function PostCards({ posts, heading: Heading }: { posts: PostLine[]; heading: 'h2' | 'h3' }) {
  return (
    <ul className="cards plain">
      {posts.map((post, n) => (
        <li key={post.slug} className="card">
          <PictureFrame
            picture={pictureOf(post.cover_image_url)}
            scene="rows"
            mood={moods[n % moods.length]}
            sizes="(min-width: 64rem) 24rem, 100vw"
          />
          <Heading>
            <Link to={href('/blog/:slug', { slug: post.slug })}>{post.title}</Link>
          </Heading>
          <ByLine post={post} />
          {post.summary && <p className="clamp">{post.summary}</p>}
        </li>
      ))}
    </ul>
  )
}

/** The newest post in full width. */
export function LeadPost({ post }: { post: PostLine }) {
  return (
    <article className="card lead-post">
      <PictureFrame
        picture={pictureOf(post.cover_image_url)}
        scene="rows"
        sizes="(min-width: 64rem) 42rem, 100vw"
        eager
      />
      <div>
        <h2>
          <Link to={href('/blog/:slug', { slug: post.slug })}>{post.title}</Link>
        </h2>
        <ByLine post={post} />
        {post.summary && <p className="space-above-tiny">{post.summary}</p>}
      </div>
    </article>
  )
}

/** Date and author of a post. On the post's own page, also the reading time. */
export function ByLine({ post, minutes }: { post: PostLine; minutes?: number }) {
  return (
    <p className="meta">
      <time dateTime={post.published_on}>{formatDay(post.published_on)}</time>
      {post.author && <span>{post.author}</span>}
      {minutes !== undefined && <span>{minutes} min read</span>}
    </p>
  )
}

/** Tags as links to their posts. With `on`, adds a link to all posts and marks the link of `on`: a tag, or null for all posts. */
export function Tags({ tags, on, label }: { tags: string[]; on?: string | null; label: string }) {
  if (tags.length === 0) return null
  return (
    <nav aria-label={label} className="post-tags">
      <ul className="plain row">
        {(on === undefined ? tags : [null, ...tags]).map((tag) => (
          <li key={tag}>
            <Link
              className="tag"
              to={href('/blog') + blogQuery({ tag, page: 1 })}
              aria-current={on === tag || undefined}
            >
              {tag ?? 'Everything'}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
