import { href, Link } from 'react-router'

import { toActionResult, respond, readFormText } from '../../staff-client/action-result.tsx'
import { load, loadList } from '../../staff-client/load.ts'
import { tallyOf } from '../../platform/text/counts.ts'
import { formatMoney } from '../../platform/money.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { type Column, DataTable, TwoLines } from '../../ui/lists/data-table.tsx'
import { Empty } from '../../ui/lists/empty.tsx'
import { unlistedHead } from '../../ui/page/head.ts'
import { ListFilter, ListOrder, ListTools, Pager } from '../../ui/lists/list-tools.tsx'
import { StatusPill } from '../../ui/badge.tsx'
import { Switch } from '../../ui/forms/switch.tsx'
import { Toasts } from '../../ui/page/toast.tsx'
import { formatDuration, formatGroup, formatType } from '../../catalogue/experiences/experience.ts'
import { experiencesFor, setOnSale } from '../../catalogue/experiences/experience-actions.tsx'
import { experienceLinks } from '../../catalogue/experiences/experience-links.tsx'
import { StaffHead } from '../../ui/page/staff-head.tsx'
import type { Route } from './+types/experiences.ts'

export const meta: Route.MetaFunction = () => unlistedHead('Experiences')

const usualSort = 'title'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const api = experiencesFor('admin')
  const [list, kinds] = await Promise.all([
    loadList(request, api.index.$get, ['vineyard_id', 'type', 'is_active', 'is_planned'], {
      sort: usualSort,
    }),
    load(request, api.kinds.$get()),
  ])
  return { ...list, kinds }
}

/** Puts an experience on or off sale, with an undo. */
export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData()
  const text = (name: string) => readFormText(form, name)
  const [id, title, on] = [text('id'), text('title'), text('to') === 'true']
  const message = on ? `${title} is on sale.` : `${title} is off sale. Its bookings stay.`
  const undo = { id, title, to: String(!on) }
  return respond(toActionResult(request, await setOnSale('admin', id, on), message, undo))
}

const orders = {
  title: 'Title',
  vineyard_name: 'Vineyard',
  price_per_person: 'Lowest price',
  '-price_per_person': 'Highest price',
  '-created_at': 'Newest',
  '-updated_at': 'Last changed',
}

export default function AllExperiences({ loaderData }: Route.ComponentProps) {
  const { items, total, query, isFiltered, kinds } = loaderData
  const { sort = usualSort } = query
  const clearLink = <ButtonLink to={href('/admin/experiences')}>Clear search and filters</ButtonLink>
  return (
    <Toasts>
      <StaffHead title={tallyOf(total, 'experience') + (isFiltered ? ' found' : '')} />
      <ListTools label="Title, vineyard, town or county" keep={['vineyard_id']}>
        <ListFilter
          label="Kind"
          name="type"
          options={Object.fromEntries(kinds.map((kind) => [kind, formatType(kind)]))}
        />
        <ListFilter label="On sale" name="is_active" options={{ true: 'On sale', false: 'Off sale' }} />
        <ListFilter
          label="Start times"
          name="is_planned"
          options={{ true: 'Planned', false: 'None planned' }}
        />
        <ListOrder value={sort} orders={orders} />
      </ListTools>
      {items.length === 0 ? (
        <Empty
          title={isFiltered ? 'No experiences match that' : 'No experiences yet'}
          action={
            isFiltered ? clearLink : <ButtonLink to={href('/admin/vineyards')}>View vineyards</ButtonLink>
          }
        >
          {isFiltered
            ? 'Try another word or fewer filters.'
            : 'Add them on a vineyard’s page. Its staff can do so too.'}
        </Empty>
      ) : (
        <DataTable caption="Experiences" columns={experienceColumns} rows={items} sort={sort} />
      )}
      <Pager {...loaderData} />
    </Toasts>
  )
}

type ExperienceRow = Route.ComponentProps['loaderData']['items'][number]

const experienceColumns: Column<ExperienceRow>[] = [
  {
    head: 'Experience',
    sort: 'title',
    place: 'name',
    cell: ({ id, vineyard_id, title, type, duration_minutes, ...sizes }) => {
      const facts = [
        type && formatType(type),
        duration_minutes !== null && formatDuration(duration_minutes),
        `${formatGroup(sizes)} guests`,
      ]
      return (
        <TwoLines below={facts.filter(Boolean).join(', ')}>
          <Link to={experienceLinks('admin', vineyard_id).show(id)}>{title}</Link>
        </TwoLines>
      )
    },
  },
  {
    head: 'Vineyard',
    sort: 'vineyard_name',
    cell: ({ vineyard_id, vineyard_name }) => (
      <Link to={href('/admin/vineyards/:id/experiences', { id: vineyard_id })}>{vineyard_name}</Link>
    ),
  },
  {
    head: 'Per person',
    sort: 'price_per_person',
    figures: true,
    labelled: true,
    cell: ({ price_per_person, currency }) => formatMoney(price_per_person, currency),
  },
  { head: 'For visitors', place: 'status', cell: (row) => <StatusPill {...statusOf(row)} /> },
  {
    head: 'Actions',
    hiddenHead: true,
    place: 'actions',
    cell: ({ id, vineyard_id, title, is_active }) => (
      <div className="row row-actions">
        <Switch label="On sale" of={title} on={is_active} fields={{ id, title }} />
        <ButtonLink small to={experienceLinks('admin', vineyard_id).availability(id)}>
          Availability<span className="sr"> of {title}</span>
        </ButtonLink>
      </div>
    ),
  },
]

/** Returns whether visitors can book the experience, or the first reason why they cannot. */
function statusOf({ is_active, is_offered, is_planned }: ExperienceRow) {
  if (!is_active) return { tone: 'off', icon: 'cross', label: 'Off sale' } as const
  if (!is_offered) return { tone: 'wait', icon: 'lock', label: 'Vineyard hidden' } as const
  if (!is_planned) return { tone: 'wait', icon: 'clock', label: 'No start times' } as const
  return { tone: 'good', icon: 'tick', label: 'Bookable' } as const
}
