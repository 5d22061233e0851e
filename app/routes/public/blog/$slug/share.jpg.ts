import { data } from 'react-router'

import { sharePicture } from '../../../../content/site/share-picture.server.ts'
import { attempt } from '../../../../platform/attempt.server.ts'
import { clock, config, database, log } from '../../../../platform/context.ts'
import { findPost } from '../../../../content/blog/blog.server.ts'
import type { Route } from './+types/share.jpg.ts'

/** Serves the preview picture of a shared post. */
export async function loader({ context, params: { slug } }: Route.LoaderArgs) {
  const post = await attempt(context.get(log), 'A blog post could not be read', () =>
    findPost(context.get(database), slug, context.get(clock)()),
  )
  if (!post.ok) throw data(null, { status: 503 })
  if (!post.value) throw data(null, { status: 404 })
  const { title, cover_image_url: cover } = post.value
  return sharePicture({ title, line: 'From the blog', cover }, context.get(config))
}
