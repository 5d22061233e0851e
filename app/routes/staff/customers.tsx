import type { InferRequestType } from 'hono/client'
import { Link } from 'react-router'

import { resultOf } from '../../staff-client/call.ts'
import { apiFor, staffAreaOf } from '../../staff-client/staff-area.ts'
import { answered } from '../../staff-client/guard.tsx'
import { tallyOf } from '../../platform/counts.ts'
import { formatDate } from '../../platform/days.ts'
import { formatMoney } from '../../platform/money.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Empty } from '../../ui/empty.tsx'
import { siteName } from '../../ui/head.ts'
import { askedBy, ListOrder, ListTools, Pager } from '../../ui/list-tools.tsx'
import { MailAddress } from '../../ui/mail-link.tsx'
import type { customerApi } from '../../customers/customer.api.ts'
import type { erasureRequestApi } from '../../customers/erasure-request.api.ts'
import { ErasureRequests } from '../../customers/components/erasure-requests.tsx'
import { customerLink } from '../../bookings/booking-links.tsx'
import { SaveCustomers } from '../../customers/components/save-customers.tsx'
import type { Route } from './+types/customers.ts'

export { PageFailure as ErrorBoundary } from '../../staff-client/page-failure.tsx'

export const meta: Route.MetaFunction = () => [
  { title: `Customers · ${siteName}` },
  { name: 'robots', content: 'noindex' },
]

type Customers = ReturnType<typeof apiFor<typeof customerApi>>
type CustomerQuery = NonNullable<InferRequestType<Customers['index']['$get']>['query']>

const usualSort = '-last_visit'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const area = staffAreaOf(request.url)
  const query = askedBy<CustomerQuery>(request, ['vineyard_id'])
  const customers = apiFor<typeof customerApi>(area, '/api/customers')
  const requests = apiFor<typeof erasureRequestApi>(area, '/api/erasure_requests')
  const [list, asked] = await Promise.all([
    answered(request, resultOf(customers.index.$get({ query: { sort: usualSort, ...query } }))),
    area === 'admin'
      ? answered(request, resultOf(requests.index.$get({ query: { waiting: 'true' } })))
      : null,
  ])
  return { area, list, query, asked }
}

export default function StaffCustomers({ loaderData }: Route.ComponentProps) {
  const { area, list, query, asked } = loaderData
  const { items, total, page, limit } = list
  const { search = '', vineyard_id, sort = usualSort } = query
  const columns: Column<(typeof items)[number]>[] = [
    {
      head: 'Guest',
      sort: 'name',
      place: 'name',
      cell: ({ id, name, email }) => (
        <>
          <Link to={customerLink(area, id)}>{name}</Link>
          <br />
          <span className="soft small">
            <MailAddress>{email}</MailAddress>
          </span>
        </>
      ),
    },
    {
      head: 'Bookings',
      sort: 'bookings',
      figures: true,
      told: true,
      cell: ({ bookings }) => bookings,
    },
    {
      head: 'Guests',
      sort: 'guests',
      place: 'guests',
      figures: true,
      told: true,
      cell: ({ guests }) => guests,
    },
    {
      head: 'Spent',
      sort: 'spent',
      place: 'sum',
      figures: true,
      cell: ({ spent, expected }) => (
        <>
          {formatMoney(spent, 'GBP')}
          {expected > 0 && (
            <>
              <br />
              <span className="soft small">{formatMoney(expected, 'GBP')} expected</span>
            </>
          )}
        </>
      ),
    },
    {
      head: 'Last visit',
      sort: 'last_visit',
      told: true,
      cell: ({ last_visit }) => visitOn(last_visit),
    },
    {
      head: 'Next visit',
      sort: 'next_visit',
      told: true,
      cell: ({ next_visit }) => visitOn(next_visit),
    },
  ]
  return (
    <>
      <div className="staff-head">
        <h1>{headlineOf(total, search)}</h1>
        <SaveCustomers
          area={area}
          meant={{ ...(search && { search }), ...(vineyard_id && { vineyard_id }) }}
        />
      </div>
      {asked && <ErasureRequests asked={asked.items} total={asked.total} />}
      <ListTools label="Name or email" search={search} kept={{ vineyard_id }}>
        <ListOrder value={sort} orders={orders} narrow />
      </ListTools>
      {total === 0 ? (
        <Empty title={search ? 'Nobody answers to that' : 'Nobody has booked yet'}>
          {search
            ? 'Look for a part of the name or of the address.'
            : 'Whoever books stands here, with all their visits.'}
        </Empty>
      ) : (
        <>
          <DataTable caption="Customers" columns={columns} rows={items} sort={sort} />
          <Pager page={page} limit={limit} total={total} />
        </>
      )}
    </>
  )
}

function headlineOf(total: number, search: string): string {
  const people = tallyOf(total, 'customer')
  return search ? `${people} found for ${search}` : people
}

function visitOn(day: string | null) {
  return day && <span className="nowrap">{formatDate(day)}</span>
}

const orders = {
  '-last_visit': 'Last visit',
  next_visit: 'Next visit',
  name: 'Name',
  '-spent': 'Spent most',
  '-bookings': 'Most bookings',
}
