import { href, Link } from 'react-router'

import type { Page } from '../../platform/api/listing.server.ts'
import { formatTotal } from '../../platform/counts.ts'
import { newStopsOf } from '../../itineraries/curated-act.ts'
import type { Curated } from '../../itineraries/curated-calls.ts'
import { callAsAdmin } from '../../people/desk/admin-browser.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { siteName } from '../../ui/head.ts'
import { outcomeOf, textOf } from '../shell/outcome.tsx'
import { readAsAdmin } from '../shell/read.tsx'
import { Said } from '../shell/said.tsx'
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

/** Deletes an itinerary, or makes one again that was deleted. */
export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData()
  if (form.get('intent') === 'restore') return restore(request, JSON.parse(String(form.get('itinerary'))))
  const id = textOf(form, 'id')
  const read = await callAsAdmin<Curated>(`itineraries/${id}`)
  if (!read.ok) return outcomeOf(request, read, '')
  const { title, version } = read.value
  const gone = await callAsAdmin(`itineraries/${id}`, { method: 'DELETE', seen: version })
  const undo = { intent: 'restore', itinerary: JSON.stringify(read.value) }
  return outcomeOf(request, gone, `“${title}” is deleted.`, undo)
}

async function restore(request: Request, itinerary: Curated) {
  const { title, summary, party, begins_at, published_at } = itinerary
  const made = await callAsAdmin<{ id: string }>('itineraries', { method: 'POST', body: { title, summary } })
  if (!made.ok) return outcomeOf(request, made, '')
  const path = `itineraries/${made.value.id}`
  const stops = newStopsOf(itinerary)
  const set = await callAsAdmin<{ version: string }>(`${path}/stops`, { method: 'PUT', body: { stops } })
  if (!set.ok) return outcomeOf(request, set, '')
  const body = { party, begins_at: begins_at.slice(0, 5), is_published: published_at !== null }
  const changed = await callAsAdmin(path, { method: 'PATCH', body, seen: set.value.version })
  return outcomeOf(request, changed, `“${title}” is there again.`)
}

export default function AdminItineraries({ loaderData, actionData }: Route.ComponentProps) {
  const { items, total, read_at } = loaderData
  return (
    <>
      <div className="staff-head">
        <h1>{total === 1 ? 'One itinerary of ours' : `${formatTotal(total)} itineraries of ours`}</h1>
        <ButtonLink small look="do" icon="plus" to={href('/admin/itineraries/create')}>
          Make an itinerary
        </ButtonLink>
      </div>
      {items.length === 0 ? (
        <Empty title="No itineraries yet">Those that the marketplace proposes to visitors appear here.</Empty>
      ) : (
        <ul className="roll" aria-label="Itineraries">
          {items.map(({ id, title, summary, published_at, stops }) => (
            <li key={id}>
              <div>
                <Link className="roll-name" to={href('/admin/itineraries/:id/edit', { id })}>
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
      <Said outcome={actionData} />
    </>
  )
}
