import { href, Link } from 'react-router'

import { respond, wasRefused } from '../../staff-client/action-result.tsx'
import { load, loadList } from '../../staff-client/load.ts'
import { winemakerState } from '../../staff-client/account-types.ts'
import type { WinemakerEntry } from '../../people/team/winemaker.server.ts'
import { tallyOf } from '../../platform/text/counts.ts'
import { formatMoment } from '../../platform/days.ts'
import { StatusPill } from '../../ui/badge.tsx'
import { vineyardsAt } from '../../catalogue/vineyards/vineyard-save.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/lists/empty.tsx'
import { unlistedHead } from '../../ui/page/head.ts'
import { InviteForm } from '../../people/team/components/invite-form.tsx'
import { VineyardChoice } from '../../catalogue/vineyards/components/vineyard-choice.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { ListFilter, ListOrder, ListTools, Pager, usePinned } from '../../ui/lists/list-tools.tsx'
import { Toast } from '../../ui/page/toast.tsx'
import { type Column, DataTable, TwoLines } from '../../ui/lists/data-table.tsx'
import { changeWinemaker, type WinemakerResult, winemakers } from '../../people/team/winemaker-actions.tsx'
import { roleLabels } from '../../people/team/team.ts'
import { WinemakerActions, winemakerLabels } from '../../people/team/components/winemaker-entry.tsx'
import { StaffHead } from '../../ui/page/staff-head.tsx'
import type { Route } from './+types/winemakers.ts'

export const meta: Route.MetaFunction = () => unlistedHead('Winemakers')

const filters = ['state', 'vineyard_id'] as const

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const id = new URL(request.url).searchParams.get('vineyard_id')
  const [list, vineyard] = await Promise.all([
    loadList(request, winemakers.index.$get, filters),
    id ? load(request, vineyardsAt('admin')[':id'].$get({ param: { id } })) : undefined,
  ])
  return { ...list, vineyard }
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  return respond(await changeWinemaker(request))
}

const orders = {
  name: 'Name',
  vineyard_name: 'Vineyard',
  '-created_at': 'Newest',
  '-last_used_at': 'Last active',
}

type Row = Route.ComponentProps['loaderData']['items'][number]
const columnsAfter = (outcome: WinemakerResult | undefined): Column<Row>[] => [
  {
    head: 'Winemaker',
    sort: 'name',
    place: 'name',
    cell: ({ name, position, email }) => (
      <TwoLines below={[position, email].filter(Boolean).join(', ')}>{name}</TwoLines>
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
    head: 'Last active',
    sort: 'last_used_at',
    labelled: true,
    cell: ({ last_used_at }) => (last_used_at ? formatMoment(last_used_at) : 'Never'),
  },
  { head: 'Role', labelled: true, cell: ({ role }) => roleLabels[role].label },
  {
    head: 'State',
    place: 'status',
    cell: (winemaker) => <StatusPill {...winemakerLabels[winemakerState(winemaker)]} />,
  },
  {
    head: 'Actions',
    hiddenHead: true,
    place: 'actions',
    cell: (winemaker) => (
      <WinemakerActions winemaker={winemaker} outcome={outcome} vineyardField={vineyardFieldOf} />
    ),
  },
]

const vineyardFieldOf = (winemaker: WinemakerEntry, error: string | undefined) => (
  <VineyardChoice chosen={{ id: winemaker.vineyard_id, name: winemaker.vineyard_name }} error={error} />
)

export default function AdminWinemakers({ loaderData, actionData }: Route.ComponentProps) {
  const { total, query, vineyard, isFiltered } = loaderData
  const items = usePinned(loaderData.items, actionData)
  const invited = actionData?.intent === 'invite' ? actionData : undefined
  return (
    <>
      <StaffHead title={tallyOf(total, 'winemaker') + (vineyard ? ` at ${vineyard.name}` : '')} />
      <ListTools label="Name, address or vineyard" keep={['vineyard_id']}>
        <ListFilter label="State" name="state" options={winemakerLabels} />
        <ListOrder value={query.sort ?? 'name'} orders={orders} />
      </ListTools>
      <section aria-label="All winemakers">
        {items.length === 0 ? (
          <Empty
            title={isFiltered ? 'No winemakers match that' : 'No winemakers'}
            action={
              isFiltered && <ButtonLink to={href('/admin/winemakers')}>Clear search and filters</ButtonLink>
            }
          >
            {isFiltered ? 'Try another word or fewer filters.' : 'The winemakers you invite appear here.'}
          </Empty>
        ) : (
          <DataTable
            caption="Winemakers"
            columns={columnsAfter(actionData)}
            rows={items}
            sort={query.sort ?? 'name'}
          />
        )}
        <Pager {...loaderData} />
      </section>
      <section className="panel space-above" aria-labelledby="invite">
        <h2 id="invite">Invite somebody</h2>
        <InviteForm
          // A new key empties the form after an invitation.
          key={invited?.failed === false ? invited.message : 'again'}
          outcome={invited}
        >
          <VineyardChoice chosen={vineyard} error={invited?.fields.vineyard_id} />
          <TextField
            label="Position"
            name="position"
            autoComplete="off"
            optional
            maxLength={120}
            hint="Their job title. Everyone you invite here becomes an owner, who may do everything."
            error={invited?.fields.position}
            wide
          />
        </InviteForm>
      </section>
      <Toast about={actionData} isShownByPage={wasRefused(actionData, 'change', 'disable')} />
    </>
  )
}
