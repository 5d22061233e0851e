import { useNavigation } from 'react-router'

import { countOf } from '../../../platform/text/counts.ts'
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { Notice } from '../../../ui/page/notice.tsx'
import { keepsSentence } from '../../../staff-client/action-result.tsx'
import { useSendsEmail } from '../../../ui/forms/sends-email.ts'
import { type GuestContact, noEmailSentence } from '../../booking-channel.ts'
import { dueSentence } from '../../payments/payment.ts'
import { CancellationFields } from './cancellation-fields.tsx'
import type { Booking } from '../../booking.shapes.ts'

/** The fields of a booking that the dialog needs. */
export type CancellableBooking = Pick<Booking, 'id' | 'guest_name' | 'number_of_guests' | 'status'> &
  GuestContact & { paid: number }

/**
 * Asks staff for a reason and a message to the guest, then cancels the booking. The dialog is closed while
 * `booking` is null.
 */
export function CancelDialog({
  booking,
  refusal,
  onClose,
}: {
  booking: CancellableBooking | null
  refusal: string | undefined
  onClose: () => void
}) {
  return (
    <Dialog
      open={booking !== null}
      onClose={onClose}
      title={booking ? `Cancel ${booking.guest_name}, ${countOf(booking.number_of_guests, 'guest')}?` : ''}
    >
      {booking && <Question key={booking.id} booking={booking} refusal={refusal} onClose={onClose} />}
    </Dialog>
  )
}

function Question({
  booking,
  refusal,
  onClose,
}: {
  booking: CancellableBooking
  refusal: string | undefined
  onClose: () => void
}) {
  const { id, status, has_email: hasEmail } = booking
  const busy = useNavigation().formMethod === 'POST'
  const emails = useSendsEmail()
  const consequence = hasEmail
    ? emails
      ? 'You can undo the cancellation for 30 seconds. Then we email the guest.'
      : keepsSentence
    : noEmailSentence(booking)
  return (
    <Form method="post" preventScrollReset className="stack">
      {refusal && <Notice tone="bad">{refusal}</Notice>}
      <p>Others can then book the places. {consequence}</p>
      {booking.paid > 0 && (
        <p>
          <strong className="num">{dueSentence(-booking.paid)}</strong>
        </p>
      )}
      <input type="hidden" name="intent" value="status" />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="seen" value={status} />
      <input type="hidden" name="status" value="cancelled" />
      <CancellationFields subject="booking" emailsGuests={hasEmail} />
      <DialogButtons safe="Keep booking" onClose={onClose} busy={busy && 'Cancelling …'} variant="danger">
        Yes, cancel it
      </DialogButtons>
    </Form>
  )
}
