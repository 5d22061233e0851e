import { href } from 'react-router'

import { readForPage } from '../../platform/attempt.server.ts'
import { clock, log, reading } from '../../platform/context.ts'
import { missingPageSentence } from '../../platform/text/counts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/lists/empty.tsx'
import { pageHead } from '../../ui/page/head.ts'
import { Notice } from '../../ui/page/notice.tsx'
import { PageHeading } from '../../ui/page/page-heading.tsx'
import { listPosts, postsOnPage } from '../../content/blog/blog.server.ts'
import { LeadPost, PostCards, Tags } from '../../content/blog/components/post-cards.tsx'
import { blogQuery, readBlogQuery } from '../../content/blog/post.ts'
import type { Route } from './+types/blog.ts'
import '../../content/blog/components/blog.css'

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const { tag, page } = loaderData?.wanted ?? { tag: null, page: 1 }
  return [
    ...pageHead({
      title: tag === null ? 'Blog' : `Blog: ${tag}`,
      description: 'Notes on visiting UK vineyards: seasons, tours, tastings and what is in the glass.',
      path: href('/blog') + blogQuery({ tag, page }),
      share: href('/share/:file', { file: 'blog.jpg' }),
      robots: loaderData?.correction ? 'noindex' : undefined,
      matches,
    }),
    ...(['rss', 'atom'] as const).map((format) => ({
      tagName: 'link' as const,
      rel: 'alternate',
      type: `application/${format}+xml`,
      title: 'Chalk & Vine: the blog',
      href: href('/blog/feed/:format', { format }),
    })),
  ]
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const { corrected, ...wanted } = readBlogQuery(new URL(request.url).searchParams)
  const { posts, total, tags, page } = await readForPage(
    context.get(log),
    'Blog posts could not be read',
    () => context.get(reading)((sql) => listPosts(sql, wanted, context.get(clock)())),
    { message: 'The blog could not be loaded.', to: href('/blog') },
  )
  const pages = Math.max(1, Math.ceil(total / postsOnPage))
  const isMissing = corrected || page !== wanted.page
  const correction = isMissing ? missingPageSentence({ pages, shown: page }) : null
  return { posts, tags, wanted: { ...wanted, page }, pages, correction }
}

export default function Blog({ loaderData }: Route.ComponentProps) {
  const { posts, tags, wanted, pages, correction } = loaderData
  const { page } = wanted
  const pageUrl = (page: number) => href('/blog') + blogQuery({ ...wanted, page })
  const leads = wanted.tag === null && page === 1
  const [lead, ...rest] = posts
  return (
    <div className="wrap page">
      <PageHeading title="Blog" lede="Seasons, tours, tastings, and what’s in the glass." />
      <Tags tags={tags} on={wanted.tag} label="Subjects" />
      {correction && <Notice tone="info">{correction}</Notice>}
      {!lead ? (
        <NoPosts tag={wanted.tag} />
      ) : (
        <div className="posts">
          {leads && <LeadPost post={lead} />}
          <PostCards posts={leads ? rest : posts} heading="h2" />
          {pages > 1 && (
            <nav className="row spread" aria-label="Pages">
              {page > 1 ? <ButtonLink to={pageUrl(page - 1)}>Newer posts</ButtonLink> : <span />}
              <span className="soft small">
                Page {page} of {pages}
              </span>
              {page < pages ? <ButtonLink to={pageUrl(page + 1)}>Older posts</ButtonLink> : <span />}
            </nav>
          )}
        </div>
      )}
    </div>
  )
}

function NoPosts({ tag }: { tag: string | null }) {
  return (
    <Empty
      title={tag === null ? 'No posts yet' : `Nothing about “${tag}” yet`}
      action={
        <ButtonLink variant="primary" to={tag === null ? href('/explore') : href('/blog')}>
          {tag === null ? 'Explore Vineyards' : 'Everything on the blog'}
        </ButtonLink>
      }
    >
      {tag === null
        ? 'The first post is still in the press. The vineyards are open in the meantime.'
        : 'The other posts may still help.'}
    </Empty>
  )
}
