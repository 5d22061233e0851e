import { data, href } from 'react-router'

import { pictureSources } from '../../media/picture.ts'
import { attempt } from '../../platform/attempt.server.ts'
import { clock, database, log } from '../../platform/context.ts'
import { dayOf, formatDay } from '../../platform/days.ts'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { pageHead } from '../../ui/head.ts'
import { Plate } from '../../ui/plate.tsx'
import { findPost } from '../blog.server.ts'
import type { Route } from './+types/post.ts'

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData
    ? pageHead({
        title: loaderData.post.title,
        description: loaderData.post.summary ?? loaderData.post.title,
        path: href('/blog/:slug', { slug: loaderData.post.slug }),
        image: loaderData.post.cover_image_url,
        matches,
      })
    : []

export async function loader({ context, params }: Route.LoaderArgs) {
  if (!/^[a-z0-9-]{1,120}$/.test(params.slug)) throw data(null, { status: 404 })
  const post = await attempt(context.get(log), 'A blog post could not be read', () =>
    findPost(context.get(database), params.slug, context.get(clock)()),
  )
  if (!post.ok)
    throw data(
      { message: 'The post could not be loaded.', to: href('/blog'), label: 'Back to the blog' },
      { status: 503 },
    )
  if (!post.value) throw data(null, { status: 404 })
  return { post: post.value }
}

export default function BlogPost({ loaderData: { post } }: Route.ComponentProps) {
  return (
    <article className="wrap page">
      <Breadcrumb trail={[{ to: href('/blog'), label: 'Blog' }]} here={post.title} />
      <h1>{post.title}</h1>
      <p className="meta">{[formatDay(dayOf(post.published_at)), post.author].filter(Boolean).join(', ')}</p>
      {post.cover_image_url && (
        <Plate picture={pictureSources(post.cover_image_url)} sizes="(min-width: 76rem) 76rem, 100vw" eager />
      )}
      <div className="measure mt-6">
        {post.body.split(/\n{2,}/).map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </article>
  )
}
