import { data, Form, href, Link, useNavigate, useSearchParams } from 'react-router'

import { experienceLinks } from '../../catalogue/experiences/experience-links.tsx'
import { respond } from '../../staff-client/action-result.tsx'
import { staffAreaOf } from '../../staff-client/staff-area.ts'
import { changeClosures, type ClosureAction } from '../../bookings/sessions/closure-actions.tsx'
import { mayCancel } from '../../bookings/booking.ts'
import { actOnListedBooking } from '../../bookings/booking-actions.tsx'
import { CancelDialog } from '../../bookings/changes/components/cancel-dialog.tsx'
import { UndoStatus } from '../../bookings/changes/components/undo-status.tsx'
import { CloseVineyard } from '../../bookings/sessions/components/close-vineyard.tsx'
import { PageFailure } from '../../staff-client/page-failure.tsx'
import { tallyOf } from '../../platform/text/counts.ts'
import type { Day } from '../../platform/days.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { useAsking } from '../../ui/dialog.tsx'
import { Empty } from '../../ui/lists/empty.tsx'
import { unlistedHead } from '../../ui/page/head.ts'
import { Tabs } from '../../ui/lists/list-tools.tsx'
import { Toast } from '../../ui/page/toast.tsx'
import {
  emailFromCalendar,
  findCalendarAction,
  loadCalendar,
} from '../../staff/calendar/calendar-actions.tsx'
import { OpenAgain } from '../../staff/calendar/components/open-again.tsx'
import { isMovable, SessionMoves, useMoveSession } from '../../staff/calendar/components/move-session.tsx'
import { CallOff } from '../../staff/calendar/components/call-off.tsx'
import { GuestsToCall } from '../../staff/calendar/components/guests-to-call.tsx'
import { CalendarMonth, CalendarWeek } from '../../staff/calendar/components/calendar-overview.tsx'
import { calendarViews, daysOfView, stepView, viewTitle } from '../../staff/calendar/calendar-view.ts'
import { aboutGroupHold, actOnGroupHold } from '../../bookings/group-holds/group-hold-actions.tsx'
import { GroupHolds } from '../../bookings/group-holds/components/group-holds.tsx'
import { HoldForGroup } from '../../bookings/group-holds/components/hold-for-group.tsx'
import { AllSessions } from '../../staff/calendar/components/all-sessions.tsx'
import { newBookingLink } from '../../bookings/staff-links.tsx'
import { RunningOrder } from '../../staff/calendar/components/running-order.tsx'
import { DaySheet } from '../../staff/calendar/components/day-sheet.tsx'
import { StillHere } from '../../bookings/new-bookings/components/still-here.tsx'
import { type Party, takenSentence, type Session } from '../../bookings/sessions/session.ts'
import { WriteToGuests } from '../../staff/calendar/components/write-to-guests.tsx'
import '../../staff/calendar/components/calendar.css'
import '../../bookings/components/staff-bookings.css'
import { HiddenVineyard } from '../../catalogue/vineyards/components/hidden-vineyard.tsx'
import { StaffHead } from '../../ui/page/staff-head.tsx'
import type { Route } from './+types/calendar.ts'

export const meta: Route.MetaFunction = () => unlistedHead('Calendar')

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => loadCalendar(request)

export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData()
  const act = findCalendarAction(form)
  if (act) return respond(await act(request, form))
  const group = await actOnGroupHold(request, form)
  if (group) return respond(group)
  const change = form.get('act')
  if (change === null) {
    const changed = await actOnListedBooking(request, form)
    return respond(changed ?? (await emailFromCalendar(request, form)))
  }
  const outcome = await changeClosures(staffAreaOf(request.url), JSON.parse(String(change)) as ClosureAction)
  return data(outcome, { status: outcome.failed ? 422 : 200 })
}

type CalendarData = Extract<Route.ComponentProps['loaderData'], { kind: 'calendar' }>

export default function StaffCalendar({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.kind === 'calendar')
    return (
      <>
        <Calendar {...loaderData} outcome={actionData} />
        <Toast
          about={
            actionData?.failed && 'is_from_dialog' in actionData && actionData.is_from_dialog
              ? undefined
              : actionData
          }
        />
      </>
    )
  return <AllSessions {...loaderData} />
}

type Outcome = Exclude<Route.ComponentProps['actionData'], undefined>

function Calendar({ outcome, ...calendar }: CalendarData & { outcome: Outcome | undefined }) {
  const { asking, refused, ask, close } = useAsking<Party, Outcome>(outcome)
  const { view, on, today, sessions, parties, messages, groupHolds, area, chosenVineyard, vineyardName } =
    calendar
  const aboutGroup = aboutGroupHold(outcome)
  const [search] = useSearchParams()
  const to = (changes: Record<string, string>) => {
    const next = new URLSearchParams(search)
    next.delete('call_off')
    for (const [name, value] of Object.entries(changes)) next.set(name, value)
    return `?${next}`
  }
  const toDay = (day: Day) => to({ view: 'day', on: day })
  const move = useMoveSession({ today, sessions, parties, dayUrl: toDay })
  const navigate = useNavigate()
  const turn = (by: 1 | -1) => void navigate(to({ on: stepView(calendar, by) }), { preventScrollReset: true })
  const closed = new Map(calendar.closed)
  const summary = [tallyOf(sessions.length, 'session'), sessions.length > 0 && takenSentence(sessions)]
  const addTo = ({ id, capacity, experience_id }: Session) =>
    id === null || capacity === null || on < today
      ? null
      : newBookingLink(area, { vineyard_id: chosenVineyard, day: on, experience_id, slot: id })
  return (
    <>
      <StaffHead
        above={
          <p className="soft small">
            {area === 'admin' && (
              <>
                <Link to={`?${new URLSearchParams({ on })}`}>All vineyards</Link>
                {' · '}
              </>
            )}
            {[vineyardName, summary.filter(Boolean).join(', ')].filter(Boolean).join(': ')}
          </p>
        }
        title={viewTitle(calendar)}
      >
        <div className="row no-print">
          <ButtonLink icon="back" to={to({ on: stepView(calendar, -1) })} preventScrollReset>
            Earlier
          </ButtonLink>
          <ButtonLink to={to({ on: today })} preventScrollReset>
            Today
          </ButtonLink>
          <ButtonLink to={to({ on: stepView(calendar, 1) })} preventScrollReset>
            Later
          </ButtonLink>
          {view === 'day' && on >= today && (
            <ButtonLink
              variant="primary"
              icon="plus"
              to={newBookingLink(area, { vineyard_id: chosenVineyard, day: on })}
            >
              Add a booking
            </ButtonLink>
          )}
        </div>
      </StaffHead>
      {area === 'admin' && calendar.isHidden && (
        <HiddenVineyard switchUrl={href('/admin/vineyards/:id', { id: calendar.vineyard_id })} />
      )}
      <CloseVineyard
        key={`${view} ${on}`}
        vineyardId={calendar.vineyard_id}
        on={on < today ? today : on}
        sessions={view === 'day' && on >= today ? sessions : null}
        closure={view === 'day' ? calendar.closure : undefined}
        closedHours={view === 'day' && on >= today ? calendar.closedHours : []}
        isCalledOff={calendar.callOffs.some(({ is_whole_day }) => is_whole_day)}
        undoable={calendar.undoable}
        last={
          view === 'day' && (
            <Button type="button" small icon="print" onClick={() => window.print()}>
              Print the day
            </Button>
          )
        }
      >
        {view === 'day' && on >= today && (
          <>
            <CallOff
              key={on}
              asks={search.has('call_off')}
              day={on}
              today={today}
              sessions={sessions}
              parties={parties}
            />
            <HoldForGroup
              key={`hold ${on}`}
              {...{ today, sessions }}
              experiences={calendar.experiences}
              day={on}
              dayUrl={toDay}
              outcome={aboutGroup}
            />
          </>
        )}
      </CloseVineyard>
      <OpenAgain callOffs={calendar.callOffs} />
      <SessionMoves moves={calendar.moves} today={today} dayUrl={toDay} />
      <Tabs label="View">
        {calendarViews.map((each) => (
          <Link
            key={each}
            to={to({ view: each, on })}
            aria-current={each === view ? 'page' : undefined}
            preventScrollReset
          >
            {viewNames[each]}
          </Link>
        ))}
      </Tabs>
      {view === 'month' && <CalendarMonth {...{ on, today, sessions, closed, toDay, turn }} />}
      {view === 'week' && (
        <CalendarWeek monday={daysOfView(calendar).from} {...{ today, sessions, closed, toDay }} />
      )}
      {view !== 'day' && sessions.length === 0 && (
        <p className="space-above">
          There are no sessions in this period.{' '}
          <Link to={experienceLinks(area, calendar.vineyard_id).list}>Plan start times</Link> on an
          experience’s availability page.
        </p>
      )}
      {view === 'day' && (
        <>
          {closed.has(on) && <p className="closed-note">Closed{closed.get(on) && `: ${closed.get(on)}`}.</p>}
          <StillHere area={area} day={on} parties={parties} />
          <GuestsToCall area={area} parties={parties} />
          <GroupHolds holds={groupHolds} outcome={aboutGroup} />
          {sessions.length === 0 ? (
            <Empty
              title="No sessions that day"
              action={<ButtonLink to={to({ view: 'month' })}>See the month</ButtonLink>}
            >
              {closed.has(on)
                ? 'The vineyard is closed.'
                : 'Plan start times on an experience’s availability page.'}
            </Empty>
          ) : (
            <div className="no-print">
              <div className="day-halves">
                <Form method="post" preventScrollReset>
                  <RunningOrder
                    area={area}
                    sessions={sessions}
                    parties={parties}
                    level="h2"
                    addTo={addTo}
                    hosts={calendar.hosts}
                    onMove={(session) => (isMovable(session, parties) ? () => move.ask(session) : null)}
                    actions={(party) => (
                      <>
                        <UndoStatus booking={party} />
                        {mayCancel(party) && (
                          <Button type="button" small variant="text" onClick={() => ask(party)}>
                            Cancel …<span className="sr"> {party.guest_name}</span>
                          </Button>
                        )}
                      </>
                    )}
                  />
                </Form>
                <WriteToGuests
                  area={area}
                  sessions={sessions}
                  parties={parties}
                  messages={messages}
                  outcome={outcome}
                />
              </div>
            </div>
          )}
          {sessions.length > 0 && <DaySheet sessions={sessions} parties={parties} />}
          {move.dialog}
          <CancelDialog booking={asking} refusal={refused?.message} onClose={close} />
        </>
      )}
    </>
  )
}

const viewNames = { month: 'Month', week: 'Week', day: 'Day' }

export function ErrorBoundary() {
  return <PageFailure title="Failed to load the calendar" />
}
