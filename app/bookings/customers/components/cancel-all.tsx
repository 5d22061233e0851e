import { useNavigation } from 'react-router'

import { CancellationFields } from '../../changes/components/cancellation-fields.tsx'
import { ToRefund } from '../../payments/components/to-refund.tsx'
import { countOf } from '../../../platform/text/counts.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogButtons, useAsking } from '../../../ui/dialog.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { Notice } from '../../../ui/page/notice.tsx'
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
  const busy = useNavigation().formMethod === 'POST'
  const emails = useSendsEmail()
  const { asking, refused, ask, close } = useAsking<'cancel', CustomerResult>(
    result?.intent === 'cancel_all' ? result : undefined,
  )
  if (count === 0 && !asking) return null
  const bookings = countOf(count, 'upcoming booking')
  return (
    <p className="row">
      <Button type="button" variant="danger" disabled={busy} onClick={() => ask('cancel')}>
        Cancel {bookings}
      </Button>
      <Dialog open={asking !== null} onClose={close} title={`Cancel ${bookings} of ${name}?`}>
        <Form method="post" preventScrollReset className="stack">
          {refused && <Notice tone="bad">{refused.message}</Notice>}
          <p>
            Others can then book the places.{' '}
            {emails
              ? 'You can undo this for 30 seconds. Then we send an email about each booking.'
              : keepsSentence}
          </p>
          <ToRefund paid={paid} />
          <input type="hidden" name="intent" value="cancel_all" />
          <CancellationFields subject="booking" emailsGuests />
          <DialogButtons safe="Keep bookings" onClose={close} busy={busy && 'Cancelling …'} variant="danger">
            Yes, cancel them
          </DialogButtons>
        </Form>
      </Dialog>
    </p>
  )
}
