import { Link } from 'react-router'

import { ButtonLink } from '../../ui/button.tsx'
import { StoredDataLink } from '../../bookings/customers/components/stored-data-link.tsx'
import { SaveCsv } from '../../staff-client/save-csv.tsx'
import { apiFor, type StaffArea, staffAreaOf } from '../../staff-client/staff-area.ts'
import { load, loadList } from '../../staff-client/load.ts'
import { tallyOf } from '../../platform/text/counts.ts'
import { formatDate, formatMoment } from '../../platform/days.ts'
import { formatPounds } from '../../platform/money.ts'
import { type Column, DataTable, TwoLines } from '../../ui/lists/data-table.tsx'
import { Empty } from '../../ui/lists/empty.tsx'
import { unlistedHead } from '../../ui/page/head.ts'
import { ListOrder, ListTools, Pager } from '../../ui/lists/list-tools.tsx'
import { MailAddress } from '../../ui/mail-link.tsx'
import type { customerApi } from '../../bookings/customers/customer.api.ts'
import type { ErasureRequest } from '../../bookings/customers/customer.shapes.ts'
import type { erasureRequestApi } from '../../bookings/customers/customer-notes.api.ts'
import { withUnmarked } from '../../bookings/sessions/session.ts'
import { customerLink } from '../../bookings/staff-links.tsx'
import { StaffHead } from '../../ui/page/staff-head.tsx'
import type { Route } from './+types/customers.ts'

export const meta: Route.MetaFunction = () => unlistedHead('Customers')

const customersAt = (area: StaffArea) => apiFor<typeof customerApi>(area, '/api/customers')

/** Returns the order if staff chose none. A search begins with the visits nearest to today, like the search for bookings. */
const usualSort = (search: string | undefined) => (search ? 'nearest' : '-last_visit')

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const area = staffAreaOf(request.url)
  const requests = apiFor<typeof erasureRequestApi>(area, '/api/erasure_requests')
  const sort = usualSort(new URL(request.url).searchParams.get('search')?.trim())
  const [list, erasureRequests] = await Promise.all([
    loadList(request, customersAt(area).index.$get, ['vineyard_id'], { sort }),
    area === 'admin' ? load(request, requests.index.$get({ query: { waiting: 'true' } })) : null,
  ])
  return { area, ...list, erasureRequests }
}

export default function StaffCustomers({ loaderData }: Route.ComponentProps) {
  const { area, items, total, query, erasureRequests } = loaderData
  const { search = '', vineyard_id, sort = usualSort(search) } = query
  const columns: Column<(typeof items)[number]>[] = [
    {
      head: 'Guest',
      sort: 'name',
      place: 'name',
      cell: ({ id, name, email, phone }) => (
        <TwoLines below={email ? <MailAddress>{email}</MailAddress> : phone}>
          <Link to={customerLink(area, id)}>{name}</Link>
        </TwoLines>
      ),
    },
    {
      head: 'Bookings',
      sort: 'bookings',
      figures: true,
      labelled: true,
      cell: ({ bookings }) => bookings,
    },
    {
      head: 'Guests',
      sort: 'guests',
      place: 'guests',
      figures: true,
      labelled: true,
      cell: withUnmarked,
    },
    {
      head: 'Spent',
      sort: 'spent',
      place: 'sum',
      figures: true,
      cell: ({ spent, expected }) =>
        expected > 0 ? (
          <TwoLines below={`${formatPounds(expected)} expected`}>{formatPounds(spent)}</TwoLines>
        ) : (
          formatPounds(spent)
        ),
    },
    {
      head: 'Last visit',
      sort: 'last_visit',
      labelled: true,
      cell: ({ last_visit }) => visitOn(last_visit),
    },
    {
      head: 'Next visit',
      sort: 'next_visit',
      labelled: true,
      cell: ({ next_visit }) => visitOn(next_visit),
    },
  ]
  return (
    <>
      <StaffHead title={tallyOf(total, 'customer') + (search && ` found for ${search}`)}>
        <SaveCsv
          name="customers.csv"
          download={() => {
            const filters = { ...(search && { search }), ...(vineyard_id && { vineyard_id }) }
            return customersAt(area).file.$get({ query: filters })
          }}
        />
      </StaffHead>
      {erasureRequests && <ErasureRequests requests={erasureRequests.items} total={erasureRequests.total} />}
      <ListTools label="Name, phone, email or reference" more="Order" keep={['vineyard_id']}>
        <ListOrder value={sort} orders={orders} narrow />
      </ListTools>
      {total === 0 ? (
        <Empty
          title={search ? 'No customers match that' : 'Nobody has booked yet'}
          action={
            search && (
              <ButtonLink to={`?${new URLSearchParams({ ...(vineyard_id && { vineyard_id }) })}`}>
                Clear the search
              </ButtonLink>
            )
          }
        >
          {search
            ? 'Try a word of the name, the email address, four digits of the phone number, or a reference.'
            : 'Guests appear here once they book, with all their visits.'}
        </Empty>
      ) : (
        <>
          <DataTable caption="Customers" columns={columns} rows={items} sort={sort} />
          <Pager {...loaderData} />
        </>
      )}
    </>
  )
}

function visitOn(day: string | null) {
  return day && <span className="nowrap">{formatDate(day)}</span>
}

const orders = {
  nearest: 'Nearest to today',
  '-last_visit': 'Last visit',
  next_visit: 'Next visit',
  name: 'Name',
  '-spent': 'Highest spend',
  '-bookings': 'Most bookings',
}

const requestColumns: Column<ErasureRequest>[] = [
  {
    head: 'Guest',
    place: 'name',
    cell: ({ customer_id, email, phone }) => (
      <Link to={customerLink('admin', customer_id)} aria-label={email || phone}>
        {email ? <MailAddress>{email}</MailAddress> : phone}
      </Link>
    ),
  },
  { head: 'Vineyard', cell: ({ vineyard_name }) => vineyard_name },
  {
    head: 'Requested',
    cell: ({ requested_by, created_at }) => `${requested_by}, ${formatMoment(created_at)}`,
  },
  {
    head: 'Stored data',
    hiddenHead: true,
    place: 'actions',
    cell: ({ email, phone }) => (
      <StoredDataLink email={email}>
        Stored data<span className="sr"> about {email || phone}</span>
      </StoredDataLink>
    ),
  },
]

/** The pending erasure requests, for admins. */
function ErasureRequests({ requests, total }: { requests: ErasureRequest[]; total: number }) {
  if (requests.length === 0) return null
  return (
    <section className="panel space-below" aria-labelledby="erasures">
      <h2 id="erasures">{tallyOf(total, 'erasure request')}</h2>
      <DataTable caption="Erasure requests" columns={requestColumns} rows={requests} sort="" />
      {total > requests.length && <p className="soft small">Showing the newest {requests.length}.</p>}
    </section>
  )
}
