import { useState } from 'react'
import { href, Link, useNavigation } from 'react-router'

import { respond } from '../../staff-client/action-result.tsx'
import { load, loadList } from '../../staff-client/load.ts'
import { countOf, tallyOf } from '../../platform/text/counts.ts'
import { locationOf } from '../../catalogue/vineyards/vineyard.ts'
import { vineyardsAt } from '../../catalogue/vineyards/vineyard-save.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/lists/empty.tsx'
import { unlistedHead } from '../../ui/page/head.ts'
import { ListFilter, ListOrder, ListTools, Pager } from '../../ui/lists/list-tools.tsx'
import { Toast, Toasts } from '../../ui/page/toast.tsx'
import { type Column, DataTable, TwoLines } from '../../ui/lists/data-table.tsx'
import {
  DecisionsForChosen,
  decideOnVineyard,
  VineyardSwitches,
} from '../../catalogue/vineyards/components/vineyard-switches.tsx'
import { StaffHead } from '../../ui/page/staff-head.tsx'
import type { Route } from './+types/vineyards.ts'

export const meta: Route.MetaFunction = () => unlistedHead('Vineyards')

const filters = ['region', 'is_visible', 'is_verified', 'is_featured', 'has_experiences'] as const

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const [vineyards, regions] = await Promise.all([
    loadList(request, vineyardsAt('admin').index.$get, filters),
    load(request, vineyardsAt('admin').regions.$get()),
  ])
  return { ...vineyards, regions }
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  return respond(await decideOnVineyard(request))
}

const yesNo = (yes: string, no: string) => ({ true: yes, false: no })
const orders = {
  name: 'Name',
  region: 'Region',
  '-created_at': 'Newest',
  '-updated_at': 'Changed last',
}

type Choice = { chosen: ReadonlySet<string>; choose: (ids: string[], on: boolean) => void }
type Row = Route.ComponentProps['loaderData']['items'][number]
const columnsOf = ({ chosen, choose }: Choice): Column<Row>[] => [
  {
    head: 'Select',
    hiddenHead: true,
    place: 'pick',
    cell: ({ id, name }) => (
      <label className="pick">
        <span className="sr">Select {name}</span>
        <input
          type="checkbox"
          checked={chosen.has(id)}
          onChange={({ currentTarget }) => choose([id], currentTarget.checked)}
        />
      </label>
    ),
  },
  {
    head: 'Vineyard',
    sort: 'name',
    place: 'name',
    cell: (vineyard) => (
      <TwoLines below={locationOf(vineyard) || 'No location yet'}>
        <Link to={href('/admin/vineyards/:id', { id: vineyard.id })}>{vineyard.name}</Link>
      </TwoLines>
    ),
  },
  {
    head: 'Experiences',
    cell: ({ active_experiences: count }) => (count === 0 ? 'No experiences' : countOf(count, 'experience')),
  },
  {
    head: 'Visibility',
    hiddenHead: true,
    place: 'actions',
    cell: (vineyard) => <VineyardSwitches vineyard={vineyard} />,
  },
]

export default function AdminVineyards({ loaderData, actionData }: Route.ComponentProps) {
  const { items, total, query, isFiltered, regions } = loaderData
  const [all, setAll] = useState<ReadonlySet<string>>(new Set())
  const busy = useNavigation().formMethod === 'POST'
  const ids = items.map(({ id }) => id)
  // Ignores chosen vineyards that are no longer in the list.
  const chosen = new Set(ids.filter((id) => all.has(id)))
  const choose = (some: string[], on: boolean) =>
    setAll(new Set(on ? [...chosen, ...some] : [...chosen].filter((id) => !some.includes(id))))
  const { sort = 'name' } = query
  return (
    <Toasts>
      <StaffHead title={tallyOf(total, 'vineyard') + (isFiltered ? ' found' : '')}>
        <ButtonLink to={href('/admin/vineyards/import')}>Import a list</ButtonLink>
        <ButtonLink variant="primary" icon="plus" to={href('/admin/vineyards/new')}>
          Add a vineyard
        </ButtonLink>
      </StaffHead>
      <ListTools label="Name, town or county">
        <ListFilter
          label="Region"
          name="region"
          options={Object.fromEntries(
            regions.map(({ region, vineyards }) => [region, `${region} (${vineyards})`]),
          )}
        />
        <ListFilter label="Visible" name="is_visible" options={yesNo('Visible', 'Hidden')} />
        <ListFilter label="Verified" name="is_verified" options={yesNo('Verified', 'Unverified')} />
        <ListFilter label="Featured" name="is_featured" options={yesNo('Featured', 'Not featured')} />
        <ListFilter label="Experiences" name="has_experiences" options={yesNo('Some', 'None')} />
        <ListOrder value={sort} orders={orders} />
      </ListTools>
      {items.length === 0 ? (
        <Empty
          title={isFiltered ? 'No vineyards match that' : 'No vineyards yet'}
          action={
            isFiltered && <ButtonLink to={href('/admin/vineyards')}>Clear search and filters</ButtonLink>
          }
        >
          {isFiltered ? 'Try another word or fewer filters.' : 'Add one, or import a list.'}
        </Empty>
      ) : (
        <>
          <p className="choose-all">
            <label className="row">
              <input
                type="checkbox"
                checked={chosen.size === ids.length}
                onChange={({ currentTarget }) => choose(ids, currentTarget.checked)}
              />
              Select all {ids.length} on this page
            </label>
          </p>
          <DataTable caption="Vineyards" columns={columnsOf({ chosen, choose })} rows={items} sort={sort} />
          {chosen.size > 0 && <DecisionsForChosen chosen={chosen} busy={busy} />}
        </>
      )}
      <Pager {...loaderData} />
      <Toast about={actionData} />
    </Toasts>
  )
}
