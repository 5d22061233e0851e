import { href, Link } from 'react-router'

import type { Page } from '../../platform/api/listing.server.ts'
import { formatCount } from '../../platform/counts.ts'
import { Empty } from '../../ui/empty.tsx'
import { siteName } from '../../ui/head.ts'
import { readAsAdmin } from '../shell/read.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Published } from '../dashboard/published.tsx'
import { Filter } from '../shell/filter.tsx'
import { ListTools, askedBy } from '../../ui/list-tools.tsx'
import type { Route } from './+types/admin-blog.ts'

export const meta: Route.MetaFunction = () => [
  { title: `Blog · ${siteName}` },
  { name: 'robots', content: 'noindex' },
]

type Post = {
  id: string
  slug: string
  title: string
  author: string | null
  tags: string[]
  published_at: string | null
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { search: _search, ...asked } = askedBy<Record<string, string>>(request, ['tag'])
  const posts = await readAsAdmin<Page<Post>>(request, `blog_posts?${new URLSearchParams(asked)}`)
  return { ...posts, asked, read_at: performance.timeOrigin + performance.now() }
}

const orders = { '-published_at': 'Newest', title: 'Title' }

export default function AdminBlog({ loaderData }: Route.ComponentProps) {
  const { items, total, asked, read_at } = loaderData
  return (
    <>
      <div className="staff-head">
        <h1>{total === 1 ? 'One post' : `${formatCount(total)} posts`}</h1>
      </div>
      <ListTools>
        <Filter label="Order" name="sort" value={asked.sort ?? '-published_at'} options={orders} all={null} />
      </ListTools>
      {items.length === 0 ? (
        <Empty title="No posts yet">Drafts and what is published appear here.</Empty>
      ) : (
        <ul className="roll" aria-label="Posts">
          {items.map(({ id, slug, title, author, tags, published_at }) => (
            <li key={id}>
              <div>
                <Link className="roll-name" to={href('/blog/:slug', { slug })}>
                  {title}
                </Link>
                <br />
                <span className="soft small">{author ?? 'No author'}</span>
              </div>
              <div className="small soft">{tags.join(', ')}</div>
              <Published at={published_at} now={read_at} />
            </li>
          ))}
        </ul>
      )}
      <Pager {...loaderData} />
    </>
  )
}
