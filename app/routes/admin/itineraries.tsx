import { href, Link } from 'react-router'

import { toActionResult, respond, readFormText } from '../../staff-client/action-result.tsx'
import { resultOf, ifMatch } from '../../staff-client/call.ts'
import { loadList } from '../../staff-client/load.ts'
import { tallyOf } from '../../platform/text/counts.ts'
import { newStopsOf, type Curated, curated, readCurated } from '../../explore/itineraries/curated-actions.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/lists/empty.tsx'
import { unlistedHead } from '../../ui/page/head.ts'
import { Toast } from '../../ui/page/toast.tsx'
import { Pager } from '../../ui/lists/list-tools.tsx'
import { Published } from '../../staff/dashboard/components/published.tsx'
import { type Column, DataTable, TwoLines } from '../../ui/lists/data-table.tsx'
import { StaffHead } from '../../ui/page/staff-head.tsx'
import type { Route } from './+types/itineraries.ts'

export const meta: Route.MetaFunction = () => unlistedHead('Itineraries')

/** Loads the curated itineraries. The API never shows visitors' itineraries to admins. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const list = await loadList(request, curated().index.$get, [])
  return { ...list, read_at: performance.timeOrigin + performance.now() }
}

/** Deletes an itinerary, or restores a deleted itinerary from the JSON that the Undo form contains. */
export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData()
  if (form.get('intent') === 'restore') return respond(await restore(request, String(form.get('itinerary'))))
  const param = { id: readFormText(form, 'id') }
  const read = await readCurated(param.id)
  if (!read.ok) return respond(toActionResult(request, read, ''))
  const { title, version } = read.value
  const deleted = await resultOf(curated()[':id'].$delete({ param }, ifMatch(version)))
  const undo = { intent: 'restore', itinerary: JSON.stringify(read.value) }
  return respond(toActionResult(request, deleted, `“${title}” has been deleted.`, undo))
}

async function restore(request: Request, itineraryJson: string) {
  const itinerary = JSON.parse(itineraryJson) as Curated
  const { title, summary, party, begins_at, published_at } = itinerary
  const created = await resultOf(curated().index.$post({ json: { title, summary } }))
  if (!created.ok)
    return toActionResult(request, created, '', null, { intent: 'restore', itinerary: itineraryJson })
  const endpoint = curated()[':id']
  const param = { id: created.value.id }
  const stops = await resultOf(endpoint.stops.$put({ param, json: { stops: newStopsOf(itinerary) } }))
  if (!stops.ok) return toActionResult(request, stops, '')
  const json = { party, begins_at: begins_at.slice(0, 5), is_published: published_at !== null }
  const changed = await resultOf(endpoint.$patch({ param, json }, ifMatch(stops.value.version)))
  return toActionResult(request, changed, `“${title}” has been restored.`)
}

type Row = Route.ComponentProps['loaderData']['items'][number]
const columnsAt = (now: number): Column<Row>[] => [
  {
    head: 'Itinerary',
    sort: 'title',
    place: 'name',
    cell: ({ id, title, summary }) => (
      <TwoLines below={summary}>
        <Link to={href('/admin/itineraries/:id/edit', { id })}>{title}</Link>
      </TwoLines>
    ),
  },
  { head: 'Stops', figures: true, labelled: true, cell: ({ stops }) => stops },
  { head: 'Published', cell: ({ published_at }) => <Published at={published_at} now={now} /> },
]

export default function AdminItineraries({ loaderData, actionData }: Route.ComponentProps) {
  const { items, total, query, read_at } = loaderData
  return (
    <>
      <StaffHead title={tallyOf(total, 'curated itinerary', 'curated itineraries')}>
        <ButtonLink variant="primary" icon="plus" to={href('/admin/itineraries/create')}>
          Create an itinerary
        </ButtonLink>
      </StaffHead>
      {items.length === 0 ? (
        <Empty title="No itineraries yet">The itineraries we suggest to visitors appear here.</Empty>
      ) : (
        <DataTable caption="Itineraries" columns={columnsAt(read_at)} rows={items} sort={query.sort ?? ''} />
      )}
      <Pager {...loaderData} />
      <Toast about={actionData} />
    </>
  )
}
