import { useState } from 'react'
import { Form } from 'react-router'

import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { keepsSentence, useSendsEmail } from '../../ui/sends-email.ts'
import type { BookingStatus } from '../booking.ts'

/** Cancels a booking, and asks first: the guest is emailed. */
export function CancelByStaff({ status, busy }: { status: BookingStatus; busy: boolean }) {
  const [asking, setAsking] = useState(false)
  const emails = useSendsEmail()
  const close = () => setAsking(false)
  return (
    <>
      <Button type="button" variant="danger" disabled={busy} onClick={() => setAsking(true)}>
        Cancel booking
      </Button>
      <Dialog open={asking} onClose={close} title="Cancel this booking?">
        <p>Its places can be booked again. {emails ? 'The guest is emailed.' : keepsSentence}</p>
        <Form method="post" preventScrollReset className="row" onSubmit={close}>
          <input type="hidden" name="intent" value="status" />
          <input type="hidden" name="seen" value={status} />
          <Button type="button" onClick={close}>
            Keep booking
          </Button>
          <Button variant="danger" name="status" value="cancelled" disabled={busy}>
            Yes, cancel it
          </Button>
        </Form>
      </Dialog>
    </>
  )
}
