import { Link } from 'react-router'

import { respond, wasRefused } from '../../../staff-client/action-result.tsx'
import { apiFor, type StaffArea, staffAreaOf } from '../../../staff-client/staff-area.ts'
import { load } from '../../../staff-client/load.ts'
import { formatDay } from '../../../platform/days.ts'
import { formatMoney, formatPounds } from '../../../platform/money.ts'
import { Breadcrumb } from '../../../ui/page/breadcrumb.tsx'
import { type Column, DataTable, TwoLines } from '../../../ui/lists/data-table.tsx'
import { unlistedHead } from '../../../ui/page/head.ts'
import { StatusPill } from '../../../ui/badge.tsx'
import { Facts } from '../../../ui/pictures/ticket.tsx'
import { Toast } from '../../../ui/page/toast.tsx'
import type { bookingApi } from '../../../bookings/booking.api.ts'
import { statusPillOf } from '../../../bookings/booking.ts'
import { guestsFigure, withUnmarked } from '../../../bookings/sessions/session.ts'
import { CancelAll } from '../../../bookings/customers/components/cancel-all.tsx'
import type { customerApi } from '../../../bookings/customers/customer.api.ts'
import { changeCustomer } from '../../../bookings/customers/customer-actions.tsx'
import type {
  customerNoteApi,
  customerTagApi,
  erasureRequestApi,
} from '../../../bookings/customers/customer-notes.api.ts'
import { CustomerContacts } from '../../../bookings/customers/components/customer-contacts.tsx'
import { CustomerTags } from '../../../bookings/customers/components/customer-tags.tsx'
import { CustomerNotes } from '../../../bookings/customers/components/customer-notes.tsx'
import { ErasureRequestForm } from '../../../bookings/customers/components/erasure-request-form.tsx'
import { bookingLink, customersLink } from '../../../bookings/staff-links.tsx'
import { StaffHead } from '../../../ui/page/staff-head.tsx'
import type { Route } from './+types/$customerId.ts'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  unlistedHead(`${loaderData?.customer.name ?? 'Customer'}`)

export async function clientLoader({ request, params: { customerId } }: Route.ClientLoaderArgs) {
  const area = staffAreaOf(request.url)
  const [customer_id, param] = [customerId, { id: customerId }]
  const api = apiFor<typeof customerApi>(area, '/api/customers')[':id']
  const noteApi = apiFor<typeof customerNoteApi>(area, '/api/customer_notes').index
  const tagApi = apiFor<typeof customerTagApi>(area, '/api/customer_tags').index
  const requestApi = apiFor<typeof erasureRequestApi>(area, '/api/erasure_requests').index
  const bookingsApi = apiFor<typeof bookingApi>(area, '/api/bookings').index
  const [customer, notes, tags, requests, cancellable, contacts, bookings] = await Promise.all([
    load(request, api.$get({ param })),
    load(request, noteApi.$get({ query: { customer_id, limit: '100' } })),
    load(request, tagApi.$get({ query: { customer_id } })),
    load(request, requestApi.$get({ query: { customer_id, limit: '1' } })),
    load(request, api.cancellations.$get({ param })),
    load(request, api.contacts.$get({ param })),
    load(request, bookingsApi.$get({ query: { customer_id, sort: '-starts_at', limit: '100' } })),
  ])
  return {
    area,
    customer,
    notes: notes.items,
    tags: tags.items,
    erasureRequest: requests.items[0],
    contacts: contacts.items,
    bookings,
    cancellable,
  }
}

export async function clientAction({ request, params: { customerId } }: Route.ClientActionArgs) {
  return respond(await changeCustomer(request, customerId))
}

type BookingRow = Route.ComponentProps['loaderData']['bookings']['items'][number]
const columnsAt = (area: StaffArea): Column<BookingRow>[] => [
  {
    head: 'Experience',
    place: 'name',
    cell: ({ id, experiences, reference }) => (
      <TwoLines below={reference}>
        <Link to={bookingLink(area, id)}>{experiences.title}</Link>
      </TwoLines>
    ),
  },
  { head: 'When', cell: ({ booking_date, booking_time }) => `${formatDay(booking_date)}, ${booking_time}` },
  {
    head: 'Guests',
    place: 'guests',
    figures: true,
    labelled: true,
    cell: guestsFigure,
  },
  {
    head: 'Total',
    place: 'sum',
    figures: true,
    cell: ({ total_price, currency }) => formatMoney(total_price, currency),
  },
  { head: 'Status', place: 'status', cell: (booking) => <StatusPill {...statusPillOf(booking)} /> },
]

export default function StaffCustomer({ loaderData, actionData }: Route.ComponentProps) {
  const { area, customer, notes, tags, erasureRequest, contacts, bookings, cancellable } = loaderData
  const day = (visit: string | null) => (visit === null ? 'None' : formatDay(visit))
  return (
    <div className="stack">
      <StaffHead
        above={<Breadcrumb trail={[{ to: customersLink(area), label: 'Customers' }]} here={customer.name} />}
        title={customer.name}
      />
      <Facts
        variant="sumlist facts-across"
        items={[
          { term: 'Email', value: customer.email || 'None given' },
          { term: 'Phone', value: customer.phone || 'None given' },
          { term: 'Bookings', value: customer.bookings },
          { term: 'Guests', value: withUnmarked(customer) },
          { term: 'Spent', value: formatPounds(customer.spent) },
          { term: 'Expected', value: formatPounds(customer.expected) },
          { term: 'Last visit', value: day(customer.last_visit) },
          { term: 'Next visit', value: day(customer.next_visit) },
        ]}
      />
      <h2 className="page-part">Bookings</h2>
      <DataTable caption="Bookings" columns={columnsAt(area)} rows={bookings.items} sort="" />
      <CancelAll
        name={customer.name}
        count={cancellable.upcoming}
        paid={cancellable.paid}
        result={actionData}
      />
      <CustomerContacts area={area} customer={customer} contacts={contacts} result={actionData} />
      <CustomerTags tags={tags} result={actionData} />
      <CustomerNotes notes={notes} result={actionData} />
      <ErasureRequestForm
        area={area}
        erasureRequest={erasureRequest}
        result={actionData}
        email={customer.email}
      />
      <Toast about={actionData} isShownByPage={wasRefused(actionData, 'tag', 'add', 'change')} />
    </div>
  )
}
