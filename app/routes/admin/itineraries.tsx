import type { InferRequestType } from 'hono/client'
import { href, Link } from 'react-router'

import { toActionResult, respond, textIn } from '../../staff-client/action-result.tsx'
import { resultOf, seenAs } from '../../staff-client/call.ts'
import { answered } from '../../staff-client/guard.tsx'
import { tallyOf } from '../../platform/counts.ts'
import { newStopsOf } from '../../itineraries/curated-actions.ts'
import { type Curated, curated, readCurated } from '../../itineraries/curated-calls.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { siteName } from '../../ui/head.ts'
import { Toast } from '../../ui/toast.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Published } from '../../dashboard/components/published.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { askedBy } from '../../ui/list-tools.tsx'
import type { Route } from './+types/itineraries.ts'

export { PageFailure as ErrorBoundary } from '../../staff-client/page-failure.tsx'

export const meta: Route.MetaFunction = () => [
  { title: `Itineraries · ${siteName}` },
  { name: 'robots', content: 'noindex' },
]

type ItineraryQuery = NonNullable<InferRequestType<ReturnType<typeof curated>['index']['$get']>['query']>

/** Those that we curate; what visitors plan is their own. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const asked = askedBy<ItineraryQuery>(request, [])
  const list = await answered(request, resultOf(curated().index.$get({ query: asked })))
  return { ...list, asked, read_at: performance.timeOrigin + performance.now() }
}

/** Deletes an itinerary, or makes one again that was deleted. */
export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData()
  if (form.get('intent') === 'restore') return respond(await restore(request, String(form.get('itinerary'))))
  const param = { id: textIn(form, 'id') }
  const read = await readCurated(param.id)
  if (!read.ok) return respond(toActionResult(request, read, ''))
  const { title, version } = read.value
  const gone = await resultOf(curated()[':id'].$delete({ param }, seenAs(version)))
  const undo = { intent: 'restore', itinerary: JSON.stringify(read.value) }
  return respond(toActionResult(request, gone, `“${title}” is deleted.`, undo))
}

async function restore(request: Request, sent: string) {
  const itinerary = JSON.parse(sent) as Curated
  const { title, summary, party, begins_at, published_at } = itinerary
  const made = await resultOf(curated().index.$post({ json: { title, summary } }))
  if (!made.ok) return toActionResult(request, made, '', null, { intent: 'restore', itinerary: sent })
  const one = curated()[':id']
  const param = { id: made.value.id }
  const set = await resultOf(one.stops.$put({ param, json: { stops: newStopsOf(itinerary) } }))
  if (!set.ok) return toActionResult(request, set, '')
  const json = { party, begins_at: begins_at.slice(0, 5), is_published: published_at !== null }
  const changed = await resultOf(one.$patch({ param, json }, seenAs(set.value.version)))
  return toActionResult(request, changed, `“${title}” is there again.`)
}

type Row = Route.ComponentProps['loaderData']['items'][number]
const columnsAt = (now: number): Column<Row>[] => [
  {
    head: 'Itinerary',
    sort: 'title',
    place: 'name',
    cell: ({ id, title, summary }) => (
      <>
        <Link to={href('/admin/itineraries/:id/edit', { id })}>{title}</Link>
        <br />
        <span className="soft small">{summary}</span>
      </>
    ),
  },
  { head: 'Stops', figures: true, told: true, cell: ({ stops }) => stops },
  { head: 'Published', cell: ({ published_at }) => <Published at={published_at} now={now} /> },
]

export default function AdminItineraries({ loaderData, actionData }: Route.ComponentProps) {
  const { items, total, asked, read_at } = loaderData
  return (
    <>
      <div className="staff-head">
        <h1>{tallyOf(total, 'itinerary of ours', 'itineraries of ours')}</h1>
        <ButtonLink small variant="primary" icon="plus" to={href('/admin/itineraries/create')}>
          Make an itinerary
        </ButtonLink>
      </div>
      {items.length === 0 ? (
        <Empty title="No itineraries yet">Those that the marketplace proposes to visitors appear here.</Empty>
      ) : (
        <DataTable caption="Itineraries" columns={columnsAt(read_at)} rows={items} sort={asked.sort ?? ''} />
      )}
      <Pager {...loaderData} />
      <Toast about={actionData} />
    </>
  )
}
