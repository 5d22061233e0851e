import { href, Link } from 'react-router'

import type { Page } from '../../platform/api/listing.server.ts'
import { formatTotal } from '../../platform/counts.ts'
import { Empty } from '../../ui/empty.tsx'
import { siteName } from '../../ui/head.ts'
import { readAsAdmin } from '../shell/read.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Published } from '../dashboard/published.tsx'
import { askedBy } from '../../ui/list-tools.tsx'
import type { Route } from './+types/admin-itineraries.ts'

export { PageFailure as ErrorBoundary } from '../../people/desk/page-failure.tsx'

export const meta: Route.MetaFunction = () => [
  { title: `Itineraries · ${siteName}` },
  { name: 'robots', content: 'noindex' },
]

type Itinerary = {
  id: string
  title: string
  summary: string | null
  published_at: string | null
  stops: number
}

/** Those that we curate; what visitors plan is their own. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { search: _search, ...asked } = askedBy<Record<string, string>>(request, [])
  const itineraries = await readAsAdmin<Page<Itinerary>>(request, `itineraries?${new URLSearchParams(asked)}`)
  return { ...itineraries, read_at: performance.timeOrigin + performance.now() }
}

export default function AdminItineraries({ loaderData }: Route.ComponentProps) {
  const { items, total, read_at } = loaderData
  return (
    <>
      <div className="staff-head">
        <h1>{total === 1 ? 'One itinerary of ours' : `${formatTotal(total)} itineraries of ours`}</h1>
      </div>
      {items.length === 0 ? (
        <Empty title="No itineraries yet">Those that the marketplace proposes to visitors appear here.</Empty>
      ) : (
        <ul className="roll" aria-label="Itineraries">
          {items.map(({ id, title, summary, published_at, stops }) => (
            <li key={id}>
              <div>
                <Link className="roll-name" to={href('/itinerary/:id', { id })}>
                  {title}
                </Link>
                <br />
                <span className="soft small">{summary}</span>
              </div>
              <div className="small">{stops === 1 ? '1 stop' : `${stops} stops`}</div>
              <Published at={published_at} now={read_at} />
            </li>
          ))}
        </ul>
      )}
      <Pager {...loaderData} />
    </>
  )
}
