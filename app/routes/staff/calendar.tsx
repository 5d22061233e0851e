import { Link, useSearchParams } from 'react-router'

import { experienceLinks } from '../../experiences/experience-links.tsx'
import { respond } from '../../staff-client/action-result.tsx'
import { PageFailure } from '../../staff-client/page-failure.tsx'
import { formatCount } from '../../platform/counts.ts'
import type { Day } from '../../platform/days.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { siteName } from '../../ui/head.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { Toast } from '../../ui/toast.tsx'
import { loadCalendar, writeFromCalendar } from '../../calendar/calendar-actions.tsx'
import { CalendarMonth } from '../../calendar/components/calendar-month.tsx'
import { calendarViews, daysOfView, stepped, viewTitle } from '../../calendar/calendar-view.ts'
import { CalendarWeek } from '../../calendar/components/calendar-week.tsx'
import { ChooseVineyard } from '../../bookings/components/choose-vineyard.tsx'
import { newBookingLink } from '../../bookings/booking-links.tsx'
import { RunningOrder } from '../../calendar/components/running-order.tsx'
import { StillHere } from '../../bookings/components/still-here.tsx'
import { placesOf, type Session } from '../../bookings/session.ts'
import { WriteToGuests } from '../../calendar/components/write-to-guests.tsx'
import '../../calendar/components/calendar.css'
import '../../bookings/components/staff-bookings.css'
import type { Route } from './+types/calendar.ts'

export const meta: Route.MetaFunction = () => [
  { title: `Calendar · ${siteName}` },
  { name: 'robots', content: 'noindex' },
]

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadCalendar(request)
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  return respond(await writeFromCalendar(request))
}

type Loaded = Route.ComponentProps['loaderData']
type CalendarData = Extract<Loaded, { kind: 'calendar' }>

export default function StaffCalendar({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.kind === 'calendar')
    return (
      <>
        <Calendar {...loaderData} error={actionData?.fields.message} />
        <Toast about={actionData} />
      </>
    )
  return (
    <>
      <div className="staff-head">
        <h1>Whose calendar?</h1>
      </div>
      <ChooseVineyard {...loaderData} to={(id) => `?${new URLSearchParams({ vineyard_id: id })}`} />
    </>
  )
}

function Calendar({ error, ...shown }: CalendarData & { error: string | undefined }) {
  const { view, on, today, sessions, parties, messages, area, named: vineyardId, whose, vineyard_id } = shown
  const [asked] = useSearchParams()
  const to = (changes: Record<string, string>) => {
    const next = new URLSearchParams(asked)
    for (const [name, value] of Object.entries(changes)) next.set(name, value)
    return `?${next}`
  }
  const toDay = (day: Day) => to({ view: 'day', on: day })
  const closed = new Map(shown.closed)
  const addTo = ({ id, capacity, experience_id }: Session) =>
    id === null || capacity === null || on < today
      ? null
      : newBookingLink(area, { vineyard_id: vineyardId, day: on, experience_id, slot: id })
  return (
    <>
      <div className="staff-head">
        <div>
          <p className="soft small">{whose === null ? fact(shown) : `${whose}: ${fact(shown)}`}</p>
          <h1>{viewTitle(shown)}</h1>
        </div>
        <p className="row no-print">
          <ButtonLink small icon="back" to={to({ on: stepped(shown, -1) })} preventScrollReset>
            Earlier
          </ButtonLink>
          <ButtonLink small to={to({ on: today })} preventScrollReset>
            Today
          </ButtonLink>
          <ButtonLink small to={to({ on: stepped(shown, 1) })} preventScrollReset>
            Later
          </ButtonLink>
          {view === 'day' && on >= today && (
            <ButtonLink
              variant="primary"
              small
              icon="plus"
              to={newBookingLink(area, { vineyard_id: vineyardId, day: on })}
            >
              Add a booking
            </ButtonLink>
          )}
          {view === 'day' && (
            <Button type="button" small icon="print" onClick={() => window.print()}>
              Print the day
            </Button>
          )}
        </p>
      </div>
      <Tabs label="View">
        {calendarViews.map((one) => (
          <Link
            key={one}
            to={to({ view: one, on })}
            aria-current={one === view ? 'page' : undefined}
            preventScrollReset
          >
            {names[one]}
          </Link>
        ))}
      </Tabs>
      {view === 'month' && <CalendarMonth {...{ on, today, sessions, closed, toDay }} />}
      {view === 'week' && (
        <CalendarWeek monday={daysOfView(shown).from} {...{ today, sessions, closed, toDay }} />
      )}
      {view !== 'day' && sessions.length === 0 && (
        <p className="space-above">
          Nothing starts in these days.{' '}
          <Link to={experienceLinks(area, vineyard_id).list}>An experience’s availability</Link> says when
          there is something.
        </p>
      )}
      {view === 'day' && (
        <>
          {closed.has(on) && <p className="closed-note">Closed{closed.get(on) && `: ${closed.get(on)}`}.</p>}
          <StillHere area={area} day={on} parties={parties} />
          {sessions.length === 0 ? (
            <Empty
              title="No sessions that day"
              action={<ButtonLink to={to({ view: 'month' })}>See the month</ButtonLink>}
            >
              {closed.has(on)
                ? 'The vineyard is closed.'
                : 'An experience’s availability says when there are some.'}
            </Empty>
          ) : (
            <div className="day-halves">
              <RunningOrder area={area} sessions={sessions} parties={parties} level="h2" addTo={addTo} />
              <WriteToGuests area={area} sessions={sessions} messages={messages} error={error} />
            </div>
          )}
        </>
      )}
    </>
  )
}

const names = { month: 'Month', week: 'Week', day: 'Day' }

function fact({ sessions }: CalendarData): string {
  const { taken, places } = placesOf(sessions)
  if (sessions.length === 0) return 'No sessions'
  const held = sessions.length === 1 ? 'One session' : `${formatCount(sessions.length)} sessions`
  return `${held}, ${formatCount(taken)} of ${formatCount(places)} places taken`
}

export function ErrorBoundary() {
  return <PageFailure title="Failed to load the calendar" />
}
