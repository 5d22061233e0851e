import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Form, Link, useLocation, useNavigation } from 'react-router'

import { countOf } from '../../../platform/text/counts.ts'
import { type Day, formatDayShort } from '../../../platform/days.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { focusOn } from '../../../ui/focus.tsx'
import { useHydrated } from '../../../ui/page/hydrated.ts'
import { Notice } from '../../../ui/page/notice.tsx'
import { cancelSentences, pastCutoffSentence } from '../../cancel-sentences.ts'
import { useGuestPages } from '../../new-bookings/guest-pages.tsx'
import { type BookingVersion, versionText } from '../change-request.ts'
import type { Booking } from '../../booking.shapes.ts'

type Props = {
  today: Day
  booking: Pick<Booking, 'id' | 'booking_time' | 'called_off_at' | keyof BookingVersion>
  vineyard: { name: string; phone: string | null }
  cancellation: 'open' | 'final' | 'late'
  /** Whether the URL opens the second step, as it does in browsers that cannot open the dialog. */
  isAsking: boolean
  problem: string | undefined
}

/** Lets the guest cancel a booking in two steps, or says why cancelling is no longer possible. */
export function CancelBooking({ today, booking, vineyard, cancellation, isAsking, problem }: Props) {
  const hydrated = useHydrated()
  const { isFramed, ...pages } = useGuestPages()
  // In a tall iframe, a dialog could open outside the visible part.
  const isInPage = isFramed || !hydrated
  const [open, setOpen] = useState(isAsking)
  const sending = useNavigation().formMethod === 'POST'
  const wasSending = useRef(false)
  // Closes the dialog after the answer, because a refusal is shown on the page behind it.
  useEffect(() => {
    if (wasSending.current && !sending) setOpen(false)
    wasSending.current = sending
  }, [sending])
  const details = `${formatDayShort(booking.booking_date, today)}, ${booking.booking_time}, ${countOf(booking.number_of_guests, 'guest')}`
  const refusal = problem && (
    <Notice tone="bad">
      {problem}
      {problem === cancelSentences.changed && ` The booking is now for ${details}.`}
    </Notice>
  )
  if (cancellation === 'final') return refusal
  const page = pages.booking(booking.id)
  const isOff = booking.called_off_at !== null
  const head = (sentence: string) => (
    <div>
      <h2 id="cancel-heading" className="as-h3">
        Plans changed?
      </h2>
      <p className="soft">{sentence}</p>
      {refusal}
    </div>
  )
  const { name, phone } = vineyard
  if (cancellation === 'late')
    return (
      <section className="between after no-print" aria-labelledby="cancel-heading">
        {head(
          `${pastCutoffSentence} ${phone ? `Please call ${name} on ${phone}.` : `Please tell ${name} directly.`}`,
        )}
      </section>
    )
  return (
    <section className="between after no-print" aria-labelledby="cancel-heading">
      {head(
        isOff
          ? 'You can choose another time instead. Cancelling cannot be undone.'
          : 'You can often change the day or the number of guests instead. Cancelling frees your places for others. It cannot be undone.',
      )}
      {isAsking && isInPage ? (
        <div
          className="dialog"
          id="cancel"
          role="group"
          aria-labelledby="question-heading"
          tabIndex={-1}
          ref={hydrated ? focusOn : undefined}
        >
          <h3 id="question-heading">Cancel this booking?</h3>
          <Question {...{ booking, details }} keep={<ButtonLink to={page}>Keep Booking</ButtonLink>} />
        </div>
      ) : (
        <p className="row">
          <ButtonLink icon="calendar" to={isOff ? pages.calledOff(booking.id) : pages.change(booking.id)}>
            {isOff ? 'Choose Another Time' : 'Change Booking'}
          </ButtonLink>
          <Link
            className="btn btn-danger"
            to={`${page}?cancel=yes#cancel`}
            onClick={(event) => {
              if (isInPage) return
              event.preventDefault()
              setOpen(true)
            }}
          >
            Cancel Booking
          </Link>
        </p>
      )}
      <Dialog open={open && !isInPage} onClose={() => setOpen(false)} title="Cancel this booking?">
        <Question
          {...{ booking, details }}
          keep={
            <Button type="button" onClick={() => setOpen(false)}>
              Keep Booking
            </Button>
          }
        />
      </Dialog>
    </section>
  )
}

function Question({ booking, details, keep }: Pick<Props, 'booking'> & { details: string; keep: ReactNode }) {
  const sending = useNavigation().formMethod === 'POST'
  return (
    <>
      <p>{details}. This cannot be undone.</p>
      <Form
        method="post"
        // Submits to the page's own URL, so that a refusal is shown on the same page.
        action={`${useLocation().pathname}#cancel-heading`}
        className="row"
      >
        <input type="hidden" name="seen" value={versionText(booking)} />
        {keep}
        <Button variant="danger" name="intent" value="cancel" disabled={sending}>
          {sending ? 'Cancelling …' : 'Yes, Cancel Booking'}
        </Button>
      </Form>
    </>
  )
}
