import { data, Form, Link, redirect, useNavigation } from 'react-router'

import { call, problemSentence, resultOf } from '../../people/desk/call.ts'
import { apiAt, deskOf, sessionAt } from '../../people/desk/desk.ts'
import { answered } from '../../people/desk/guard.tsx'
import { formatDay } from '../../platform/days.ts'
import { formatMoney } from '../../platform/money.ts'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/check-field.tsx'
import { siteName } from '../../ui/head.ts'
import { Notice } from '../../ui/notice.tsx'
import { StatusPill } from '../../ui/status-pill.tsx'
import { Facts } from '../../ui/ticket.tsx'
import type { bookingApi } from '../booking.api.ts'
import { statusFaces } from '../booking.ts'
import type { customerApi } from '../customers/customer.api.ts'
import { bookingLink, customersLink } from '../desk/desk-links.tsx'
import type { Route } from './+types/staff-customer.ts'
import '../../ui/lists.css'

export { PageFailure as ErrorBoundary } from '../../people/desk/page-failure.tsx'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.customer.name ?? 'Customer'} · ${siteName}` },
  { name: 'robots', content: 'noindex' },
]

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const desk = deskOf(request.url)
  const customers = apiAt<typeof customerApi>(desk, '/api/customers')
  const customer = await answered(
    request,
    resultOf(customers[':id'].$get({ param: { id: params.customerId } })),
  )
  const { vineyard_id, email } = customer
  const query = { vineyard_id, guest_email: email, sort: '-starts_at', limit: '100' } as const
  const bookings = apiAt<typeof bookingApi>(desk, '/api/bookings')
  return { desk, customer, bookings: await answered(request, resultOf(bookings.index.$get({ query }))) }
}

/** Forgets the person behind the address, which only admins do. */
export async function clientAction({ request }: Route.ClientActionArgs) {
  const desk = deskOf(request.url)
  const form = await request.formData()
  const body = { email: String(form.get('email')), cancel_bookings: form.has('cancel_bookings') }
  const token = await sessionAt(desk).token()
  const erased = await call('persons/erase', { method: 'POST', body, token })
  if (!erased.ok) return data({ said: problemSentence(erased.problem) }, 422)
  throw redirect(customersLink(desk))
}

export default function StaffCustomer({ loaderData, actionData }: Route.ComponentProps) {
  const { desk, customer, bookings } = loaderData
  const day = (visit: string | null) => (visit === null ? 'None' : formatDay(visit))
  return (
    <div className="stack">
      <Breadcrumb trail={[{ to: customersLink(desk), label: 'Customers' }]} here={customer.name} />
      <div className="staff-head">
        <h1>{customer.name}</h1>
      </div>
      <Facts
        look="sumlist"
        items={[
          { term: 'Email', value: customer.email },
          { term: 'Phone', value: customer.phone },
          { term: 'Bookings', value: customer.bookings },
          { term: 'Guests', value: customer.guests },
          { term: 'Spent', value: formatMoney(customer.spent, 'GBP') },
          { term: 'Last visit', value: day(customer.last_visit) },
          { term: 'Next visit', value: day(customer.next_visit) },
        ]}
      />
      <h2>Every booking here</h2>
      <ul className="roll">
        {bookings.items.map((line) => (
          <li key={line.id}>
            <div>
              <Link to={bookingLink(desk, line.id)}>{line.experiences.title}</Link>
              <br />
              <span className="soft small">{line.reference}</span>
            </div>
            <div>
              {formatDay(line.booking_date)}, {line.booking_time}
            </div>
            <div>{formatMoney(line.total_price, line.currency)}</div>
            <StatusPill {...statusFaces[line.status]} />
          </li>
        ))}
      </ul>
      {desk === 'admin' ? (
        <Forget email={customer.email} expected={customer.next_visit !== null} refusal={actionData?.said} />
      ) : (
        <p className="soft small">
          Does this guest want to be forgotten? Write to the marketplace’s team: that is theirs to do.
        </p>
      )}
    </div>
  )
}

function Forget({
  email,
  expected,
  refusal,
}: {
  email: string
  expected: boolean
  refusal: string | undefined
}) {
  const sending = useNavigation().formMethod === 'POST'
  return (
    <details>
      <summary>Forget this person</summary>
      <Form method="post" className="stack">
        {refusal && <Notice tone="bad">{refusal}</Notice>}
        <p>
          Name, address and number go out of every booking, mail and message, at all vineyards. Money and
          places stand. It can not be undone.
        </p>
        <input type="hidden" name="email" value={email} />
        {expected && (
          <CheckField
            name="cancel_bookings"
            label="Cancel the bookings that are to come"
            hint="They are expected: nobody can be forgotten before that."
          />
        )}
        <div>
          <Button look="danger" disabled={sending}>
            {sending ? 'Forgetting …' : 'Forget this person'}
          </Button>
        </div>
      </Form>
    </details>
  )
}
