import { CancellationFields } from '../../changes/components/cancellation-fields.tsx'
import { ToRefund } from '../../payments/components/to-refund.tsx'
import { countOf } from '../../../platform/text/counts.ts'
import { Dialog, useAsking } from '../../../ui/dialog.tsx'
import { DialogForm } from '../../../ui/forms/dialog-form.tsx'
import { FormButton, HiddenFields } from '../../../ui/forms/form-parts.tsx'
import { keepsSentence } from '../../../staff-client/action-result.tsx'
import { useSendsEmail } from '../../../ui/forms/sends-email.ts'
import type { CustomerResult } from '../customer-actions.tsx'

/** A button that asks for a reason and a message, then cancels all upcoming bookings of a customer. */
export function CancelAll({
  name,
  count,
  paid,
  result,
}: {
  name: string
  /** How many bookings the button cancels. */
  count: number
  /** The pounds that were paid for these bookings. */
  paid: number
  result: CustomerResult | undefined
}) {
  const emails = useSendsEmail()
  const { asking, refused, ask, close } = useAsking<'cancel', CustomerResult>(
    result?.intent === 'cancel_all' ? result : undefined,
  )
  if (count === 0 && !asking) return null
  const bookings = countOf(count, 'upcoming booking')
  return (
    <p className="row">
      <FormButton type="button" variant="danger" onClick={() => ask('cancel')}>
        Cancel {bookings}
      </FormButton>
      <Dialog open={asking !== null} onClose={close} title={`Cancel ${bookings} of ${name}?`}>
        <DialogForm
          refusal={refused?.message}
          safe={count === 1 ? 'Keep booking' : 'Keep bookings'}
          onClose={close}
          send={count === 1 ? 'Yes, cancel it' : 'Yes, cancel them'}
          busy="Cancelling …"
          variant="danger"
        >
          <p>
            Others can then book the places.{' '}
            {emails
              ? 'You can undo this for 30 seconds. Then we send an email about each booking.'
              : keepsSentence}
          </p>
          <ToRefund paid={paid} />
          <HiddenFields values={{ intent: 'cancel_all' }} />
          <CancellationFields subject="booking" emailsGuests />
        </DialogForm>
      </Dialog>
    </p>
  )
}
