import { data, href, Link } from 'react-router'

import { pictureSources } from '../../media/picture.ts'
import { attempt } from '../../platform/attempt.server.ts'
import { clock, database, log } from '../../platform/context.ts'
import { dayOf, formatDay } from '../../platform/days.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { pageHead } from '../../ui/head.ts'
import { Plate } from '../../ui/plate.tsx'
import { listPosts } from '../blog.server.ts'
import type { Route } from './+types/list.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageHead({
    title: 'Blog',
    description: 'Notes on visiting UK vineyards: seasons, tours, tastings and what is in the glass.',
    path: href('/blog'),
    matches,
  })

export async function loader({ context }: Route.LoaderArgs) {
  const posts = await attempt(context.get(log), 'Blog posts could not be read', () =>
    listPosts(context.get(database), context.get(clock)()),
  )
  if (!posts.ok)
    throw data(
      { message: 'The blog could not be loaded.', to: href('/blog'), label: 'Try Again' },
      { status: 503 },
    )
  return { posts: posts.value }
}

export default function Blog({ loaderData: { posts } }: Route.ComponentProps) {
  return (
    <div className="wrap page">
      <h1>Blog</h1>
      {posts.length === 0 ? (
        <Empty
          title="Nothing written yet"
          action={
            <ButtonLink look="do" to={href('/explore')}>
              Explore Vineyards
            </ButtonLink>
          }
        >
          The first post is still in the press. The vineyards are open in the meantime.
        </Empty>
      ) : (
        <ul className="cards mt-6">
          {posts.map(({ slug, title, summary, author, cover_image_url, published_at }) => (
            <li key={slug} className="card">
              <Plate
                picture={cover_image_url ? pictureSources(cover_image_url) : null}
                scene="rows"
                sizes="(min-width: 64rem) 24rem, 100vw"
              />
              <h2>
                <Link to={href('/blog/:slug', { slug })}>{title}</Link>
              </h2>
              <p className="meta">{[formatDay(dayOf(published_at)), author].filter(Boolean).join(', ')}</p>
              {summary && <p className="clamp">{summary}</p>}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
