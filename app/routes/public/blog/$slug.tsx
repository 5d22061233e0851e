import { data, href, Link } from 'react-router'
import type { Article } from 'schema-dts'

import { type FoundVineyard, listVineyardCards } from '../../../explore/search/search.server.ts'
import { pictureOf } from '../../../platform/media/picture.ts'
import { readForPage, readOr } from '../../../platform/attempt.server.ts'
import { clock, log, reading } from '../../../platform/context.ts'
import { dayOf, type Day } from '../../../platform/days.ts'
import { Breadcrumb } from '../../../ui/page/breadcrumb.tsx'
import {
  addressesOn,
  pageHead,
  siteName,
  siteOf,
  structuredPage,
  structuredTrail,
} from '../../../ui/page/head.ts'
import { PictureFrame } from '../../../ui/pictures/picture-frame.tsx'
import { findPost, listRelated, type Post } from '../../../content/blog/blog.server.ts'
import { contentsOf, readingMinutes, vineyardsIn, plainTextOf } from '../../../content/blog/document.ts'
import { DocumentView } from '../../../content/blog/components/document-view.tsx'
import { ByLine, PostCards, Tags } from '../../../content/blog/components/post-cards.tsx'
import type { Route } from './+types/$slug.ts'
import { NextSlotLine } from '../../../explore/search/components/card-facts.tsx'
import { DemoRibbon } from '../../../catalogue/vineyards/components/vineyard-badge.tsx'
import { locationOf } from '../../../catalogue/vineyards/vineyard.ts'
import '../../../content/blog/components/blog.css'

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return []
  const { post } = loaderData
  const { slug, title, summary } = post
  const path = href('/blog/:slug', { slug })
  const share = href('/blog/:slug/share.jpg', { slug })
  const at = addressesOn(siteOf(matches))
  const things = [structuredPost(post, path, at), structuredTrail(trail(), title, at)]
  return [
    ...pageHead({ title, description: summary ?? title, path, share, matches }),
    { 'script:ld+json': structuredPage(things) },
  ]
}

const trail = () => [{ to: href('/blog'), label: 'Blog' }]

export async function loader({ context, params }: Route.LoaderArgs) {
  const { slug } = params
  if (!/^[a-z0-9-]{1,120}$/.test(slug)) throw data(null, { status: 404 })
  const now = context.get(clock)()
  const post = await readForPage(
    context.get(log),
    'A blog post could not be read',
    () => context.get(reading)((replica) => findPost(replica, slug, now)),
    { message: 'The post could not be loaded.', to: href('/blog/:slug', { slug }) },
  )
  if (!post) throw data(null, { status: 404 })
  // The post is shown even if its cards or related posts cannot be read.
  const [vineyards, related] = await Promise.all([
    readOr(context, 'The vineyards of a post could not be read', [], (sql) =>
      listVineyardCards(sql, vineyardsIn(post.body), now),
    ),
    readOr(context, 'Related posts could not be read', [], () =>
      context.get(reading)((replica) => listRelated(replica, post, now)),
    ),
  ])
  return { post, vineyards, related, today: dayOf(now) }
}

export default function BlogPost({ loaderData: { post, vineyards, related, today } }: Route.ComponentProps) {
  const headings = contentsOf(post.body)
  return (
    <div className="wrap page">
      <Breadcrumb trail={trail()} here={post.title} />
      <article className="post">
        <h1>{post.title}</h1>
        <ByLine post={post} minutes={readingMinutes(post.body)} />
        {post.summary && <p className="lede">{post.summary}</p>}
        {post.cover_image_url && (
          <PictureFrame
            className="picture post-cover"
            picture={pictureOf(post.cover_image_url)}
            sizes="(min-width: 48rem) 46rem, 100vw"
            eager
          />
        )}
        {headings.length > 0 && (
          <nav className="post-contents" aria-labelledby="contents">
            <h2 id="contents">In this post</h2>
            <ol>
              {headings.map(({ id, text }) => (
                <li key={id}>
                  <a href={`#${id}`}>{text}</a>
                </li>
              ))}
            </ol>
          </nav>
        )}
        <DocumentView
          document={post.body}
          mention={(id) => {
            const vineyard = vineyards.find((vineyard) => vineyard.id === id)
            return vineyard && <VineyardMention vineyard={vineyard} today={today} />
          }}
        />
        <Tags tags={post.tags} label="Tags" />
      </article>
      {related.length > 0 && (
        <section className="related" aria-labelledby="related">
          <h2 id="related">Read next</h2>
          <PostCards posts={related} heading="h3" />
        </section>
      )}
    </div>
  )
}

/** Returns a post as schema.org data; `path` is the path of its page. */
function structuredPost(post: Post, path: string, at: (path: string) => string): Article {
  return {
    '@type': 'Article',
    headline: post.title,
    description: post.summary ?? undefined,
    image: post.cover_image_url ? [at(post.cover_image_url)] : undefined,
    datePublished: post.published_at.toISOString(),
    dateModified: new Date(Math.max(+post.updated_at, +post.published_at)).toISOString(),
    author: { '@type': 'Organization', name: post.author ?? siteName },
    publisher: { '@type': 'Organization', name: siteName, url: at('/') },
    mainEntityOfPage: at(path),
    keywords: post.tags.join(', ') || undefined,
    wordCount: plainTextOf(post.body.content).match(/\S+/g)?.length ?? 0,
    inLanguage: 'en-GB',
  }
}

/** Shows a vineyard's card within a post. The card names the next day with places. */
function VineyardMention({ vineyard, today }: { vineyard: FoundVineyard; today: Day }) {
  const { id, name, cover_image_url, poster_url, facts } = vineyard
  const where = locationOf(vineyard)
  return (
    <aside className="mention" aria-label={name}>
      <PictureFrame picture={pictureOf(cover_image_url ?? poster_url)} sizes="9rem" />
      <div>
        <p className="mention-name">
          <Link to={href('/vineyard/:id', { id })}>{name}</Link>
        </p>
        {where && <p className="meta">{where}</p>}
        <p className="meta">
          <DemoRibbon vineyard={vineyard} />
        </p>
        {facts && <NextSlotLine facts={facts} today={today} />}
      </div>
    </aside>
  )
}
