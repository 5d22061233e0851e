import { Form, href, Link, useOutletContext } from 'react-router'

import type { bookingApi } from '../../bookings/booking.api.ts'
import type { dashboardApi } from '../../staff/dashboard/dashboard.api.ts'
import { actOnMoney } from '../../bookings/payments/payment-actions.tsx'
import { GiveBackList } from '../../bookings/payments/components/give-back.tsx'
import { statusPillOf } from '../../bookings/booking.ts'
import { UndoStatus } from '../../bookings/changes/components/undo-status.tsx'
import { countOf } from '../../platform/text/counts.ts'
import { StatusPill } from '../../ui/badge.tsx'
import { actOnListedBooking } from '../../bookings/booking-actions.tsx'
import { RunningOrder } from '../../staff/calendar/components/running-order.tsx'
import { StillHere } from '../../bookings/new-bookings/components/still-here.tsx'
import { toActionResult, respond, ifEmailed } from '../../staff-client/action-result.tsx'
import { resultOf } from '../../staff-client/call.ts'
import { apiFor } from '../../staff-client/staff-area.ts'
import { load } from '../../staff-client/load.ts'
import { addDays, formatDay, formatDayInList } from '../../platform/days.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { FormButton } from '../../ui/forms/form-parts.tsx'
import { unlistedHead } from '../../ui/page/head.ts'
import { Empty } from '../../ui/lists/empty.tsx'
import { Toast } from '../../ui/page/toast.tsx'
import {
  DashboardStrip,
  DashboardWarnings,
  dayHeadline,
  WeekAhead,
} from '../../staff/dashboard/components/dashboard-panels.tsx'
import { GuidedStart } from '../../staff/dashboard/components/guided-start.tsx'
import { actOnSetup, type DashboardContext } from '../../staff/dashboard/setup-actions.tsx'
import '../../staff/dashboard/components/dashboard.css'
import { StaffHead } from '../../ui/page/staff-head.tsx'
import { NotesToOpen } from '../../bookings/notes/components/party-notes.tsx'
import type { Route } from './+types/dashboard.ts'

export const meta: Route.MetaFunction = () => unlistedHead('Dashboard')

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const api = apiFor<typeof dashboardApi>('winemaker', '/api/dashboard')
  return load(request, api.index.$get({ query: {} }))
}

/** Runs the action of a form on the page. By default, confirms a pending booking unless a colleague has changed it. */
export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData()
  const done =
    (await actOnListedBooking(request, form)) ??
    (await actOnMoney(request, form)) ??
    (await actOnSetup(request, form))
  if (done) return respond(done)
  const id = String(form.get('confirm'))
  const api = apiFor<typeof bookingApi>('winemaker', '/api/bookings')[':id']
  const json = { status: 'confirmed', seen: 'pending' } as const
  const confirmed = await resultOf(api.status.$post({ param: { id }, json }))
  const message = `Confirmed. ${ifEmailed('The guest is emailed in 30 seconds, unless you undo it.')}`
  return respond(toActionResult(request, confirmed, message))
}

export default function WinemakerDashboard({ loaderData, actionData }: Route.ComponentProps) {
  const { today, sessions, parties, waiting } = loaderData
  const tomorrow = addDays(today, 1)
  const { setup, role } = useOutletContext<DashboardContext>()
  const isNew = setup !== null && setup.experience_id === null
  const on = (day: string) => sessions.filter(({ slot_date }) => slot_date === day)
  return (
    <>
      <StaffHead
        above={<p className="soft small">{formatDay(today)}</p>}
        title={isNew ? 'Welcome' : dayHeadline(on(today), sessions, today)}
      >
        {!isNew && (
          <ButtonLink variant="primary" icon="plus" to={`${href('/winemaker/bookings')}?new=1`}>
            Add a booking
          </ButtonLink>
        )}
      </StaffHead>
      <DashboardWarnings {...loaderData} />
      {setup && <GuidedStart setup={setup} role={role} today={today} fields={actionData?.fields ?? {}} />}
      {!isNew && (
        <GiveBackList
          items={loaderData.to_give_back}
          most={3}
          more={href('/winemaker/till')}
          outcome={actionData}
        />
      )}
      {loaderData.unanswered_reviews > 0 && (
        <p className="space-above">
          <Link to={`${href('/winemaker/reviews')}?state=unanswered`}>
            {countOf(loaderData.unanswered_reviews, 'review')} without an answer
          </Link>
        </p>
      )}
      {!isNew && (
        <div className="dashboard">
          {sessions.length === 0 ? (
            <section className="dashboard-order">
              <Empty
                title="Nothing is planned for the next seven days"
                action={<ButtonLink to={href('/winemaker/experiences')}>Go to experiences</ButtonLink>}
              >
                Add start times to an experience, and visitors can book them.
              </Empty>
            </section>
          ) : (
            <section className="dashboard-order" aria-labelledby="order">
              <div className="between">
                <h2 id="order">Today</h2>
                {on(today).some(({ has_begun }) => !has_begun) && (
                  <ButtonLink
                    small
                    variant="text"
                    to={`${href('/winemaker/calendar')}?${new URLSearchParams({ view: 'day', on: today, call_off: 'yes' })}`}
                  >
                    Call off …
                  </ButtonLink>
                )}
              </div>
              <Day day={today} sessions={on(today)} parties={parties} />
              <h2 className="space-above">Tomorrow</h2>
              <Day day={tomorrow} sessions={on(tomorrow)} parties={parties} />
            </section>
          )}
          <Waiting waiting={waiting} />
          <DashboardStrip {...loaderData} />
          {sessions.length > 0 && <WeekAhead today={today} sessions={sessions} />}
        </div>
      )}
      <Toast about={actionData} />
    </>
  )
}

type Loaded = Route.ComponentProps['loaderData']

function Day({ day, sessions, parties }: { day: string } & Pick<Loaded, 'sessions' | 'parties'>) {
  return (
    <>
      <StillHere area="winemaker" day={day} parties={parties} />
      {sessions.length === 0 ? (
        <p className="soft">No sessions on {formatDay(day)}.</p>
      ) : (
        <RunningOrder area="winemaker" sessions={sessions} parties={parties} />
      )}
    </>
  )
}

function Waiting({ waiting: { items, total } }: Pick<Loaded, 'waiting'>) {
  if (items.length === 0)
    return (
      <section className="panel dashboard-requests" aria-labelledby="requests">
        <h2 id="requests">You’re all caught up</h2>
        <p className="soft">New bookings that need confirming appear here.</p>
      </section>
    )
  return (
    <section className="panel dashboard-requests" aria-labelledby="requests">
      <h2 id="requests">To confirm</h2>
      <Form method="post" preventScrollReset>
        <ul>
          {items.map((booking) => (
            <li key={booking.id} className="request">
              <p>
                <strong>{booking.guest_name}</strong>, {countOf(booking.number_of_guests, 'guest')}
                <br />
                <span className="soft small">
                  {booking.experiences.title}, {formatDayInList(booking.booking_date)}, {booking.booking_time}
                </span>
              </p>
              <NotesToOpen party={booking} name={booking.guest_name} />
              <p className="row">
                {booking.status === 'pending' ? (
                  <FormButton small icon="tick" name="confirm" value={booking.id}>
                    Confirm<span className="sr"> {booking.guest_name}</span>
                  </FormButton>
                ) : (
                  <>
                    <StatusPill {...statusPillOf(booking)} />
                    <UndoStatus booking={booking} />
                  </>
                )}
                <ButtonLink small variant="text" to={href('/winemaker/bookings/:id', { id: booking.id })}>
                  Open<span className="sr"> {booking.guest_name}’s booking</span>
                </ButtonLink>
              </p>
            </li>
          ))}
        </ul>
      </Form>
      {total > items.length && (
        <p>
          <Link to={`${href('/winemaker/bookings')}?view=waiting`}>All {total} to confirm</Link>
        </p>
      )}
    </section>
  )
}
