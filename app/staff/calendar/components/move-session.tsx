import { useState } from 'react'
import { type FetcherWithComponents, Link, useFetcher } from 'react-router'

import { countPlacesLeft } from '../../../availability/slot.ts'
import { useMayUndo } from '../../../bookings/changes/components/undo-status.tsx'
import { heldSentence } from '../../../bookings/group-holds/group-hold.ts'
import { goesAlong, partiesSentence, type Party, type Session } from '../../../bookings/sessions/session.ts'
import type { ListedSessionMove } from '../../../bookings/sessions/session.shapes.ts'
import { clockOf, type Day, dayOf, formatDayShort, formatTime } from '../../../platform/days.ts'
import { countOf } from '../../../platform/text/counts.ts'
import { type ActionResult, keepsSentence } from '../../../staff-client/action-result.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog, useAsking } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { SelectField } from '../../../ui/forms/select-field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { useSendsEmail } from '../../../ui/forms/sends-email.ts'
import { Notice } from '../../../ui/page/notice.tsx'
import { Toast } from '../../../ui/page/toast.tsx'
import type { loadCalendar, moveSessionFromCalendar } from '../calendar-actions.tsx'
import { AlreadyHere, PleaseCall } from './call-off.tsx'
import { partiesOf } from './running-order.tsx'

type Outcome = Awaited<ReturnType<typeof moveSessionFromCalendar>>
type Props = { today: Day; sessions: Session[]; parties: Party[]; dayUrl: (day: Day) => string }

/** A move and its Undo share the fetcher with this key, so that the result of the Undo replaces the result of the move. */
const moveKey = 'session move'

/** Returns a function that asks where to move a whole session, and the dialog that the function opens. */
export function useMoveSession(props: Props) {
  const fetcher = useFetcher<Outcome>({ key: moveKey })
  const { asking, refused, ask, close } = useAsking<Session, Outcome>(fetcher.data)
  const dialog = (
    <>
      <Dialog
        open={asking !== null}
        onClose={close}
        title={asking ? `Move the whole session: ${asking.title}, ${timeOf(asking)}` : ''}
      >
        {asking && (
          <Form as={fetcher.Form} method="post" className="stack">
            <MoveFields
              {...props}
              session={asking}
              refused={refused}
              busy={fetcher.state !== 'idle'}
              onClose={close}
            />
          </Form>
        )}
      </Dialog>
      <Toast about={asking && fetcher.data?.failed ? undefined : fetcher.data} fetcherKey={moveKey} />
    </>
  )
  return { ask, dialog }
}

const timeOf = ({ start_time }: Pick<Session, 'start_time'>) =>
  start_time ? formatTime(start_time) : 'no time'

/** Returns whether a session can be moved: it has a slot, and a party or a group hold that would move with it. */
export function isMovable(session: Session, parties: Party[]): boolean {
  return (
    session.id !== null && (session.group_holds.length > 0 || partiesOf(session, parties).some(goesAlong))
  )
}

/** The value of the option for a time at which no session is planned: the session gets a slot of its own. */
const ownTime = 'own'

function MoveFields({
  session,
  today,
  sessions,
  parties,
  dayUrl,
  refused,
  busy,
  onClose,
}: Props & { session: Session; refused: Outcome | undefined; busy: boolean; onClose: () => void }) {
  const { id, experience_id, start_time, slot_date } = session
  const [day, setDay] = useState(slot_date)
  const [choice, setChoice] = useState('')
  const [time, setTime] = useState('')
  const preview = useFetcher<Outcome>()
  const further =
    useFetcher<Pick<Extract<Awaited<ReturnType<typeof loadCalendar>>, { kind: 'calendar' }>, 'sessions'>>()
  const ofDay =
    day === slot_date ? sessions : further.data?.sessions.filter((other) => other.slot_date === day)
  const offered = (ofDay ?? []).filter(
    (other) =>
      other.experience_id === experience_id &&
      other.id !== id &&
      other.id !== null &&
      (other.capacity ?? other.own_places) !== null,
  )
  const hasOwnTime = choice === ownTime || (ofDay !== undefined && offered.length === 0)
  const to = hasOwnTime ? time && `${day}T${time}` : choice
  const move = (to: string, more: object = {}) =>
    JSON.stringify({
      experience_id,
      slot: id,
      ...(start_time && { start_time: start_time.slice(0, 5) }),
      to,
      ...more,
    })
  const showPreview = (to: string) => {
    if (to) void preview.submit({ move_session: move(to, { preview: true }) }, { method: 'post' })
  }
  const seen = to && preview.state === 'idle' ? preview.data : undefined
  const answer = refused ?? seen
  const isPast = answer?.past === true
  return (
    <>
      <TextField
        label="Day"
        type="date"
        value={day}
        onChange={({ target }) => {
          if (!target.validity.valid || target.value === '') return
          setDay(target.value)
          setChoice('')
          setTime('')
          if (target.value !== slot_date) void further.load(dayUrl(target.value))
        }}
        hint={further.state === 'loading' ? 'Looking …' : undefined}
        required
      />
      {offered.length > 0 && (
        <SelectField
          label="Time"
          value={choice}
          onChange={({ target }) => {
            setChoice(target.value)
            setTime('')
            if (target.value !== ownTime) showPreview(target.value)
          }}
          required
        >
          <option value="">Choose a time</option>
          {offered.map((other) => (
            <option key={other.id} value={other.id ?? ''}>
              {timeOf(other)}, {other.remaining === 0 ? 'full' : countPlacesLeft(other.remaining)}
            </option>
          ))}
          <option value={ownTime}>Another time …</option>
        </SelectField>
      )}
      {hasOwnTime && (
        <TextField
          label="New start"
          type="time"
          value={time}
          onChange={({ target }) => {
            setTime(target.value)
            showPreview(target.value && `${day}T${target.value}`)
          }}
          hint="Guests cannot book this time online"
          required
        />
      )}
      <MoveEffects
        today={today}
        session={session}
        parties={partiesOf(session, parties)}
        emails={!isPast}
        where={
          to &&
          `${formatDayShort(day, today)}, ${formatTime(time || (offered.find((other) => other.id === to)?.start_time ?? ''))}`
        }
      />
      {answer?.failed && (
        <Notice tone={isPast ? 'wait' : 'bad'} role="alert">
          {answer.message}
        </Notice>
      )}
      <input type="hidden" name="move_session" value={move(to, isPast ? { into_past: true } : {})} />
      <div className="row">
        <Button type="button" onClick={onClose}>
          Keep the time
        </Button>
        <Button
          variant="primary"
          disabled={busy || preview.state !== 'idle' || (seen?.failed === true && !isPast)}
        >
          {busy ? 'Moving …' : isPast ? 'Move without an email' : 'Move and tell the guests'}
        </Button>
      </div>
    </>
  )
}

/** Says who moves, which parties stay because they have arrived, what is sent, and whom to call. */
function MoveEffects({
  today,
  session,
  parties,
  where,
  emails: tellsGuests,
}: Pick<Props, 'today' | 'parties'> & { session: Session; where: string; emails: boolean }) {
  const emails = useSendsEmail()
  const moving = parties.filter(goesAlong)
  const guests = moving.reduce((sum, { number_of_guests }) => sum + number_of_guests, 0)
  const emailed = moving.filter(({ has_email }) => has_email).length
  return (
    <div role="status" className="stack-sm">
      <p>
        <strong>
          {moving.length === 0
            ? 'No party moves'
            : `${partiesSentence({ bookings: moving.length, guests })} ${moving.length === 1 ? 'moves' : 'move'}`}
          {where && ` to ${where}`}.
        </strong>{' '}
        {formatDayShort(session.slot_date, today)}, {timeOf(session)}, is then closed.
      </p>
      {session.group_holds.length > 0 && (
        <p>Held places also move: {session.group_holds.map((hold) => heldSentence(hold)).join(', ')}.</p>
      )}
      <AlreadyHere
        parties={parties.filter((party) => party.status !== 'cancelled' && party.attendance === 'arrived')}
      />
      {tellsGuests && emailed > 0 && (
        <p>
          {emails
            ? `You can undo this for 30 seconds. Then ${countOf(emailed, 'party gets', 'parties get')} an email with the old and the new time. Until the new start, guests can choose another time or cancel free of charge. If they do nothing, they keep the new time.`
            : keepsSentence}
        </p>
      )}
      {tellsGuests && <PleaseCall parties={moving.filter(({ has_email }) => !has_email)} />}
    </div>
  )
}

/** Lists the moved sessions of a day, each with a link to its new day, and with Undo until the guests are emailed. */
export function SessionMoves({
  moves,
  today,
  dayUrl,
}: {
  moves: ListedSessionMove[]
  today: Day
  dayUrl: (day: Day) => string
}) {
  // The fetcher belongs to the list, because the row of a move disappears after its Undo.
  const fetcher = useFetcher<ActionResult>({ key: moveKey })
  return moves.map((move) => <MovedSession key={move.id} {...{ move, today, dayUrl, fetcher }} />)
}

function MovedSession({
  move,
  today,
  dayUrl,
  fetcher,
}: {
  move: ListedSessionMove
  today: Day
  dayUrl: (day: Day) => string
  fetcher: FetcherWithComponents<ActionResult>
}) {
  const mayUndo = useMayUndo(move.undo_seconds)
  const [from, to] = [new Date(move.from_starts_at), new Date(move.to_starts_at)]
  const isElsewhere = dayOf(to) !== dayOf(from)
  const was = isElsewhere ? `${formatDayShort(dayOf(from), today)}, ` : ''
  const what = `${move.title}, ${was}${formatTime(clockOf(from).slice(11))}`
  return (
    <div className="undo-status no-print space-below" role="status">
      <span>
        {what} moved to{' '}
        {isElsewhere ? (
          <Link to={dayUrl(dayOf(to))}>
            {formatDayShort(dayOf(to), today)}, {formatTime(clockOf(to).slice(11))}
          </Link>
        ) : (
          formatTime(clockOf(to).slice(11))
        )}
        .
        {mayUndo &&
          move.emails > 0 &&
          ` ${countOf(move.emails, 'guest is', 'guests are')} emailed 30 seconds after the move. Until then you can undo it.`}
      </span>
      {mayUndo && (
        <fetcher.Form method="post">
          <Button small name="undo_move" value={move.id} disabled={fetcher.state !== 'idle'}>
            Undo<span className="sr"> the move of {what}</span>
          </Button>
        </fetcher.Form>
      )}
    </div>
  )
}
