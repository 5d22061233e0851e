import { useId, useState } from 'react'
import { useNavigation, useSearchParams } from 'react-router'

import { addDays, type Day } from '../../../platform/days.ts'
import { formatPounds } from '../../../platform/money.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { FollowedField, useSubmitChoices } from '../../../ui/forms/followed-field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { HiddenFields } from '../../../ui/forms/form-parts.tsx'
import { attendanceLabels } from '../../booking.ts'
import type { BookingDetails } from '../../booking-record.server.ts'
import type { Session } from '../../sessions/session.ts'
import { SessionChoice } from '../../new-bookings/components/session-choice.tsx'
import { noEmailSentence } from '../../booking-channel.ts'
import { keepsSentence } from '../../../staff-client/action-result.tsx'
import { useSendsEmail } from '../../../ui/forms/sends-email.ts'

/** Fields for the day, start and size of a booking. The old places stay booked until the new places are booked. */
export function ChangeBooking({
  booking,
  day,
  today,
  sessions,
  error,
}: {
  booking: BookingDetails
  day: Day
  today: Day
  sessions: Session[]
  /** The problem with the number of guests. */
  error: string | undefined
}) {
  const { booking_date, start_time } = booking
  const current = sessions.find((each) => each.slot_date === booking_date && each.start_time === start_time)
  const emails = useSendsEmail()
  const formId = useId()
  const [isAsking, setAsking] = useState(false)
  const navigation = useNavigation()
  const busy = navigation.formMethod === 'POST'
  const submitChoices = useSubmitChoices()
  const from = useSearchParams()[0].get('from')
  return (
    <section className="panel" aria-labelledby="change">
      <h2 id="change">Change date, time or party</h2>
      <p className="soft small">
        The booking keeps its places until the new ones are booked.{' '}
        {!booking.has_email ? noEmailSentence(booking) : emails ? 'We email the guest.' : keepsSentence}
      </p>
      <Form onChange={submitChoices}>
        {from && <input type="hidden" name="from" value={from} />}
        <FollowedField label="Day" name="change" type="date" value={day} required />
        <noscript>
          <Button>Show times</Button>
        </noscript>
      </Form>
      <p className="row">
        {daysNear(booking_date, today, day).map(([label, to]) => (
          <ButtonLink key={label} small to={`?change=${to}`} preventScrollReset>
            {label}
          </ButtonLink>
        ))}
      </p>
      <Form
        refused={error}
        id={formId}
        method="post"
        preventScrollReset
        className="stack"
        key={day}
        onSubmit={(event) => {
          const isAsked =
            (event.nativeEvent as unknown as SubmitEvent).submitter?.getAttribute('name') === 'asked'
          const asks =
            !isAsked &&
            booking.attendance !== null &&
            new FormData(event.currentTarget).get('slot') !== (current?.id ?? null)
          if (asks) event.preventDefault()
          setAsking(asks)
        }}
      >
        <HiddenFields values={{ intent: 'move', day }} />
        <SessionChoice
          sessions={sessions}
          chosen={current?.id ?? null}
          label="Time"
          near={day === booking_date ? null : start_time}
        />
        <TextField
          label="Guests"
          name="number_of_guests"
          type="number"
          inputMode="numeric"
          min={1}
          max={10_000}
          defaultValue={booking.number_of_guests}
          error={error}
          required
        />
        <div className="row">
          <ButtonLink to={from ? `?from=${from}` : '?'} preventScrollReset>
            Keep it as it is
          </ButtonLink>
          {/* While another day loads, the form still shows the times of the previous day. */}
          <Button variant="primary" disabled={navigation.state !== 'idle'}>
            {busy ? 'Moving …' : 'Change the booking'}
          </Button>
        </div>
      </Form>
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={`Move a party marked “${attendanceLabels[booking.attendance ?? 'arrived']}”?`}
      >
        <p>
          Moving the party to another time removes this mark.
          {booking.paid > 0 && ` The ${formatPounds(booking.paid)} already paid stays with the booking.`}
        </p>
        <DialogButtons
          safe="Leave it there"
          onClose={() => setAsking(false)}
          busy={false}
          form={formId}
          name="asked"
          value="yes"
        >
          Move it
        </DialogButtons>
      </Dialog>
    </section>
  )
}

/** Returns the days to which bookings move most often, with labels: tomorrow, a day earlier and a day later. */
function daysNear(booked: Day, today: Day, chosen: Day): [label: string, day: Day][] {
  const tomorrow = addDays(today, 1)
  const days: [string, Day][] = [
    ['Tomorrow', tomorrow],
    ['A day earlier', addDays(booked, -1)],
    ['A day later', addDays(booked, 1)],
  ]
  return days.filter(
    ([label, day]) =>
      day >= today && day !== chosen && day !== booked && (label === 'Tomorrow' || day !== tomorrow),
  )
}
