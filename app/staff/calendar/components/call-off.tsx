import { useEffect, useState } from 'react'
import { addPounds } from '../../../platform/money.ts'
import { useFetcher, useSearchParams } from 'react-router'

import { PhoneLink } from '../../../bookings/components/failed-email.tsx'
import { heldSentence } from '../../../bookings/group-holds/group-hold.ts'
import { CancellationFields } from '../../../bookings/changes/components/cancellation-fields.tsx'
import { dueSentence } from '../../../bookings/payments/payment.ts'
import {
  goesAlong,
  guestsSentence,
  isStillOn,
  type Party,
  type Session,
} from '../../../bookings/sessions/session.ts'
import { countOf } from '../../../platform/text/counts.ts'
import { type Day, formatDayShort, formatTime } from '../../../platform/days.ts'
import { type ActionResult, keepsSentence } from '../../../staff-client/action-result.tsx'
import { Button } from '../../../ui/button.tsx'
import { CheckField, CheckGroup } from '../../../ui/forms/check-field.tsx'
import { Dialog, DialogButtons, useAsking } from '../../../ui/dialog.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { Notice } from '../../../ui/page/notice.tsx'
import { useSendsEmail } from '../../../ui/forms/sends-email.ts'
import { callOffKey } from './open-again.tsx'
import { partiesOf } from './running-order.tsx'

type Props = { day: Day; today: Day; sessions: Session[]; parties: Party[] }

/** The button and dialog that call off a day or some of its sessions. */
export function CallOff({ asks, day, today, sessions, parties }: Props & { asks: boolean }) {
  const fetcher = useFetcher<ActionResult>({ key: callOffKey })
  const { asking, refused, ask, close } = useAsking<true, ActionResult>(fetcher.data)
  const upcoming = sessions.filter((session) => !session.has_begun && canBeCalledOff(session, parties))
  const [asked, setAsked] = useState(!asks)
  if (!asked && upcoming.length > 0) {
    setAsked(true)
    ask(true)
  }
  // The page removes the parameter from the URL, so that a reload does not open the dialog again.
  const [, setSearch] = useSearchParams()
  useEffect(() => {
    if (asks)
      setSearch(
        (search) => {
          search.delete('call_off')
          return search
        },
        { replace: true, preventScrollReset: true },
      )
  }, [asks, setSearch])
  return (
    <>
      {upcoming.length > 0 && (
        <Button type="button" small onClick={() => ask(true)}>
          Call off …
        </Button>
      )}
      <Dialog
        open={asking !== null}
        onClose={close}
        title={`Call off sessions on ${formatDayShort(day, today)}`}
      >
        {asking && (
          <Form as={fetcher.Form} method="post" className="stack">
            <CallOffFields
              day={day}
              isToday={day === today}
              sessions={upcoming}
              parties={parties}
              refused={refused}
            />
            <DialogButtons
              safe="Keep the sessions"
              onClose={close}
              busy={fetcher.state !== 'idle' && 'Calling off …'}
              variant="danger"
            >
              Call off and tell the guests
            </DialogButtons>
          </Form>
        )}
      </Dialog>
    </>
  )
}

/** Returns whether staff can call off a session: it is on sale, or it has a party that would be affected. */
function canBeCalledOff(session: Session, parties: Party[]): boolean {
  return session.capacity !== null || partiesOf(session, parties).some(goesAlong)
}

const partLabels = {
  morning: { today: 'This morning', later: 'Only the morning' },
  afternoon: { today: 'This afternoon', later: 'Only the afternoon' },
  evening: { today: 'This evening', later: 'Only the evening' },
} as const

/** Returns the part of the day in which a session starts. Staff can call off one part, such as an afternoon with rain. */
function partOfDay({ start_time }: Session): keyof typeof partLabels {
  const time = start_time ?? ''
  return time < '12:00' ? 'morning' : time < '18:00' ? 'afternoon' : 'evening'
}

function CallOffFields({
  day,
  isToday,
  sessions,
  parties,
  refused,
}: Omit<Props, 'today'> & { isToday: boolean; refused: ActionResult | undefined }) {
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const chosen = sessions.filter((_, n) => !left.has(n))
  const isWholeDay = chosen.length === sessions.length
  const booked = chosen.flatMap((session) => partiesOf(session, parties).filter(isStillOn))
  const affected = booked.filter(goesAlong)
  const parts = [...new Set(sessions.map(partOfDay))]
  const choosePart = (part: keyof typeof partLabels) =>
    setLeft(new Set(sessions.flatMap((session, n) => (partOfDay(session) === part ? [] : [n]))))
  const toggle = (n: number, isChosen: boolean) =>
    setLeft(isChosen ? left.difference(new Set([n])) : left.union(new Set([n])))
  // A session without a slot has no id, so staff can call it off only with the whole day.
  const slots = isWholeDay ? null : chosen.flatMap(({ id }) => (id === null ? [] : [id]))
  return (
    <div className="stack">
      <input type="hidden" name="call_off" value={JSON.stringify({ day, slots })} />
      {parts.length > 1 && (
        <p className="row">
          {parts.map((part) => (
            <Button key={part} type="button" small onClick={() => choosePart(part)}>
              {partLabels[part][isToday ? 'today' : 'later']}
            </Button>
          ))}
        </p>
      )}
      <CheckGroup legend="Sessions" wide>
        {sessions.map((session, n) => (
          <CheckField
            key={n}
            name="session"
            label={`${session.start_time ? formatTime(session.start_time) : 'No time'}, ${session.title}`}
            hint={[
              countParties(partiesOf(session, parties).filter(goesAlong)),
              ...session.group_holds.map((hold) => heldSentence(hold)),
            ].join(', ')}
            checked={!left.has(n)}
            disabled={session.id === null && !isWholeDay}
            onChange={({ target }) => toggle(n, target.checked)}
            required={chosen.length === 0}
            data-missing="Choose at least one session."
          />
        ))}
      </CheckGroup>
      <CancellationFields subject="session" emailsGuests={affected.some(({ has_email }) => has_email)} />
      {refused && <Notice tone="bad">{refused.message}</Notice>}
      <Effects
        affected={affected}
        arrived={booked.filter((party) => !goesAlong(party))}
        isWholeDay={isWholeDay}
      />
    </div>
  )
}

/** Returns a count such as '3 parties, 8 guests', or 'Nobody is booked'. */
function countParties(parties: Party[]): string {
  if (parties.length === 0) return 'Nobody is booked'
  const guests = parties.reduce((sum, { number_of_guests }) => sum + number_of_guests, 0)
  return `${countOf(parties.length, 'party', 'parties')}, ${countOf(guests, 'guest')}`
}

/** Says how many guests are affected, which parties stay because they have arrived, what is sent, and whom to call. */
function Effects({
  affected,
  arrived,
  isWholeDay,
}: {
  affected: Party[]
  arrived: Party[]
  isWholeDay: boolean
}) {
  const emails = useSendsEmail()
  const unreachable = affected.filter(({ has_email }) => !has_email)
  const emailed = affected.length - unreachable.length
  const paid = affected.filter((party) => party.paid > 0)
  const toRefund = addPounds(paid.map((party) => party.paid))
  return (
    <div role="status" className="stack-sm">
      <p>
        <strong>{affected.length === 0 ? 'Nobody is booked' : `${countParties(affected)} affected`}.</strong>{' '}
        {isWholeDay ? 'The vineyard is closed that day' : 'These sessions are closed'}, and reminders stop.
      </p>
      <AlreadyHere parties={arrived} />
      {toRefund > 0 && (
        <p>
          <strong className="num">{dueSentence(-toRefund)}</strong> to{' '}
          {countOf(paid.length, 'party', 'parties')}, unless they choose another time. A refund is due once a
          party cancels or can no longer choose.
        </p>
      )}
      {emailed > 0 && (
        <p>
          {emails
            ? `You can undo this for 30 seconds. Then ${countOf(emailed, 'party gets', 'parties get')} an email with your reason, your message and a link. Until the session would have started, guests can use the link to choose another time or cancel. After that, bookings without an answer are cancelled.`
            : keepsSentence}
        </p>
      )}
      <PleaseCall parties={unreachable} />
    </div>
  )
}

/** Names the parties that stay because they have arrived. */
export function AlreadyHere({ parties }: { parties: Party[] }) {
  if (parties.length === 0) return null
  return (
    <p>
      <strong>Already here, so their bookings stay:</strong>{' '}
      {parties.map((party) => `${party.guest_name} (${guestsSentence(party)})`).join(', ')}.
    </p>
  )
}

/** Lists the parties that get no email, with their phone numbers. */
export function PleaseCall({
  parties,
}: {
  parties: Pick<Party, 'id' | 'guest_name' | 'guest_phone' | 'number_of_guests'>[]
}) {
  if (parties.length === 0) return null
  return (
    <>
      <p>{countOf(parties.length, 'party gets', 'parties get')} no email. Please call:</p>
      <ul>
        {parties.map(({ id, guest_name, guest_phone, number_of_guests }) => (
          <li key={id}>
            {guest_name}, {countOf(number_of_guests, 'guest')}:{' '}
            {guest_phone === null ? 'no phone number either' : <PhoneLink to={guest_phone} />}
          </li>
        ))}
      </ul>
    </>
  )
}
