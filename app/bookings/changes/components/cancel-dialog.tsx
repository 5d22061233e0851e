import { countOf } from '../../../platform/text/counts.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogForm } from '../../../ui/forms/dialog-form.tsx'
import { HiddenFields } from '../../../ui/forms/form-parts.tsx'
import { keepsSentence } from '../../../staff-client/action-result.tsx'
import { useSendsEmail } from '../../../ui/forms/sends-email.ts'
import { type GuestContact, noEmailSentence } from '../../booking-channel.ts'
import { dueSentence } from '../../payments/payment.ts'
import { CancellationFields } from './cancellation-fields.tsx'
import type { Booking } from '../../booking.shapes.ts'

/** The fields of a booking that the dialog needs. */
export type CancellableBooking = Pick<Booking, 'id' | 'guest_name' | 'number_of_guests' | 'status'> &
  GuestContact & { paid: number }

/** Asks staff for a reason and a message to the guest, then cancels the booking. Closed while `booking` is null. */
export function CancelDialog({
  booking,
  refusal,
  onClose,
}: {
  booking: CancellableBooking | null
  refusal: string | undefined
  onClose: () => void
}) {
  const emails = useSendsEmail()
  const consequence = !booking?.has_email
    ? booking && noEmailSentence(booking)
    : emails
      ? 'You can undo the cancellation for 30 seconds. Then we email the guest.'
      : keepsSentence
  return (
    <Dialog
      open={booking !== null}
      onClose={onClose}
      title={booking ? `Cancel ${booking.guest_name}, ${countOf(booking.number_of_guests, 'guest')}?` : ''}
    >
      {booking && (
        <DialogForm
          key={booking.id}
          refusal={refusal}
          safe="Keep booking"
          onClose={onClose}
          send="Yes, cancel it"
          busy="Cancelling …"
          variant="danger"
        >
          <p>Others can then book the places. {consequence}</p>
          {booking.paid > 0 && (
            <p>
              <strong className="num">{dueSentence(-booking.paid)}</strong>
            </p>
          )}
          <HiddenFields
            values={{ intent: 'status', id: booking.id, seen: booking.status, status: 'cancelled' }}
          />
          <CancellationFields subject="booking" emailsGuests={booking.has_email} />
        </DialogForm>
      )}
    </Dialog>
  )
}
