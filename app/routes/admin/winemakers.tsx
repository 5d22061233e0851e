import type { InferRequestType } from 'hono/client'
import { href, Link } from 'react-router'

import { respond } from '../../staff-client/action-result.tsx'
import { resultOf } from '../../staff-client/call.ts'
import { answered } from '../../staff-client/guard.tsx'
import { winemakerState } from '../../staff-client/account-types.ts'
import { tallyOf } from '../../platform/counts.ts'
import { formatMoment } from '../../platform/days.ts'
import { StatusPill } from '../../ui/badge.tsx'
import { vineyardsAt } from '../../vineyards/vineyard-save.tsx'
import { Empty } from '../../ui/empty.tsx'
import { siteName } from '../../ui/head.ts'
import { InviteForm } from '../../winemakers/components/invite-form.tsx'
import { listQueryOf, ListFilter, ListOrder, ListTools, Pager, usePinned } from '../../ui/list-tools.tsx'
import { Toast } from '../../ui/toast.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { changeWinemaker, type WinemakerResult, winemakers } from '../../winemakers/winemaker-actions.tsx'
import { WinemakerActions, winemakerLabels } from '../../winemakers/components/winemaker-entry.tsx'
import type { Route } from './+types/winemakers.ts'

export { PageFailure as ErrorBoundary } from '../../staff-client/page-failure.tsx'

export const meta: Route.MetaFunction = () => [
  { title: `Winemakers · ${siteName}` },
  { name: 'robots', content: 'noindex' },
]

type WinemakerQuery = NonNullable<InferRequestType<typeof winemakers.index.$get>['query']>

const filters = ['state', 'vineyard_id'] as const

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const asked = listQueryOf<WinemakerQuery>(request, filters)
  const [list, vineyard] = await Promise.all([
    answered(request, resultOf(winemakers.index.$get({ query: asked }))),
    asked.vineyard_id
      ? answered(request, resultOf(vineyardsAt('admin')[':id'].$get({ param: { id: asked.vineyard_id } })))
      : undefined,
  ])
  return { ...list, asked, vineyard }
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  return respond(await changeWinemaker(request))
}

const states = Object.fromEntries(Object.entries(winemakerLabels).map(([state, { label }]) => [state, label]))
const orders = {
  name: 'Name',
  vineyard_name: 'Vineyard',
  '-created_at': 'Newest',
  '-last_used_at': 'Here last',
}

type Row = Route.ComponentProps['loaderData']['items'][number]
const columnsAfter = (outcome: WinemakerResult | undefined): Column<Row>[] => [
  {
    head: 'Winemaker',
    sort: 'name',
    place: 'name',
    cell: ({ name, position, email }) => (
      <>
        {name}
        <br />
        <span className="soft small">{[position, email].filter(Boolean).join(', ')}</span>
      </>
    ),
  },
  {
    head: 'Vineyard',
    sort: 'vineyard_name',
    cell: ({ vineyard_id, vineyard_name }) => (
      <Link to={href('/admin/vineyards/:id', { id: vineyard_id })}>{vineyard_name}</Link>
    ),
  },
  {
    head: 'Last here',
    sort: 'last_used_at',
    labelled: true,
    cell: ({ last_used_at }) => (last_used_at ? formatMoment(last_used_at) : 'Never'),
  },
  {
    head: 'State',
    place: 'status',
    cell: (winemaker) => <StatusPill {...winemakerLabels[winemakerState(winemaker)]} />,
  },
  {
    head: 'Actions',
    hiddenHead: true,
    place: 'actions',
    cell: (winemaker) => <WinemakerActions winemaker={winemaker} outcome={outcome} />,
  },
]

export default function AdminWinemakers({ loaderData, actionData }: Route.ComponentProps) {
  const { total, asked, vineyard } = loaderData
  const items = usePinned(loaderData.items, actionData)
  const invited = actionData?.intent === 'invite' ? actionData : undefined
  return (
    <>
      <div className="staff-head">
        <h1>
          {tallyOf(total, 'winemaker')}
          {vineyard && ` at ${vineyard.name}`}
        </h1>
      </div>
      <ListTools label="Name, address or vineyard" search={asked.search ?? ''}>
        <ListFilter label="State" name="state" value={asked.state ?? ''} options={states} />
        <ListOrder value={asked.sort ?? 'name'} orders={orders} />
        {vineyard && <input type="hidden" name="vineyard_id" value={vineyard.id} />}
      </ListTools>
      <section aria-label="All winemakers">
        {items.length === 0 ? (
          <Empty title={asked.search ? `No one matches “${asked.search}”` : 'No winemakers'}>
            The winemakers you invite appear here.
          </Empty>
        ) : (
          <DataTable
            caption="Winemakers"
            columns={columnsAfter(actionData)}
            rows={items}
            sort={asked.sort ?? 'name'}
          />
        )}
        <Pager {...loaderData} />
      </section>
      <section className="panel space-above" aria-labelledby="invite">
        <h2 id="invite">Invite somebody</h2>
        <InviteForm
          // A new key empties the form after an invitation.
          key={invited?.failed === false ? invited.said : 'again'}
          vineyard={vineyard}
          problems={invited?.fields ?? {}}
        />
      </section>
      <Toast about={actionData} />
    </>
  )
}
