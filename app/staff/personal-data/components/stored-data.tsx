import { useState } from 'react'
import { type FetcherWithComponents, useFetcher } from 'react-router'

import { formatCount } from '../../../platform/text/counts.ts'
import { formatPounds, addPounds } from '../../../platform/money.ts'
import { formatDay, formatTime } from '../../../platform/days.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckField } from '../../../ui/forms/check-field.tsx'
import { EditRefusal } from '../../../ui/forms/edit-form.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx'
import { Empty } from '../../../ui/lists/empty.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { Notice } from '../../../ui/page/notice.tsx'
import { focusOn } from '../../../ui/focus.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { Facts } from '../../../ui/pictures/ticket.tsx'
import { dueSentence } from '../../../bookings/payments/payment.ts'
import {
  countStoredData,
  differentAddress,
  leftToRefund,
  otherContacts,
  type UpcomingBooking,
} from '../person.ts'
import type { ErasureResult } from '../person-actions.tsx'
import type { StoredPerson } from '../person.shapes.ts'

/** Shows what is stored about a person, with buttons for the export and the erasure of this data. */
export function StoredData({ copy }: { copy: StoredPerson }) {
  const erasing = useFetcher<ErasureResult>()
  const counts = countStoredData(copy)
  if (erasing.data && !erasing.data.failed)
    return (
      <section className="panel stack" aria-labelledby="erased">
        <h2 id="erased" ref={focusOn} tabIndex={-1}>
          {copy.email} has been erased
        </h2>
        <Notice tone="good" role="status">
          {erasing.data.message} Counters and revenue are unchanged.
        </Notice>
      </section>
    )
  if (counts.every(({ count }) => count === 0))
    return (
      <div role="status">
        <Empty title="Nothing is stored about this address">
          Nobody booked, wrote or signed in with {copy.email}, or this person has been erased.
        </Empty>
      </div>
    )
  return (
    <section className="panel stack" aria-labelledby="stored">
      {/* The focus moves to the result after a search or an erasure. */}
      <h2 id="stored" ref={focusOn} tabIndex={-1}>
        Stored about {copy.email}
      </h2>
      <Facts
        variant="sumlist"
        items={counts.map(({ term, count }) => ({ term, value: count === 0 ? 'None' : formatCount(count) }))}
      />
      <div className="row">
        <Button
          type="button"
          icon="download"
          onClick={() => saveFile('personal-data.json', JSON.stringify(copy, null, 2), 'application/json')}
        >
          Download as JSON
        </Button>
        <ErasePerson copy={copy} erasing={erasing} />
      </div>
    </section>
  )
}

/** The button that erases a person, with a dialog in which the address must be typed again. */
function ErasePerson({
  copy,
  erasing,
}: {
  copy: StoredPerson
  erasing: FetcherWithComponents<ErasureResult | undefined>
}) {
  const { email } = copy
  const others = otherContacts(copy)
  const toRefund = leftToRefund(copy)
  const [isOpen, setIsOpen] = useState(false)
  const refused = erasing.data?.failed ? erasing.data : undefined
  const busy = erasing.state !== 'idle'
  return (
    <>
      <Button type="button" variant="danger" onClick={() => setIsOpen(true)}>
        Erase this person …
      </Button>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title="Erase this person?">
        <p>
          This removes their name, email address, phone number and texts from bookings, emails, messages and
          notes, at all vineyards. It cannot be undone.
        </p>
        {others.length > 0 && (
          <p>
            <strong>They also booked as {others.join(', ')}.</strong> The same data is removed from those
            bookings.
          </p>
        )}
        <p>Bookings stay with their days, places and prices. Counters and revenue do not change.</p>
        {toRefund > 0 && (
          <p>
            <strong className="num">{dueSentence(-toRefund)}</strong>: pay this refund first. Afterwards
            nothing shows whose money it is.
          </p>
        )}
        <Form as={erasing.Form} method="post" className="stack" refused={refused}>
          <input type="hidden" name="email" value={email} />
          {refused && !refused.fields.email_again && (
            <EditRefusal refused={{ message: refused.message, conflict: null }} />
          )}
          {refused && refused.upcoming.length > 0 && <UpcomingBookings bookings={refused.upcoming} />}
          <TextField
            label="Type the email address again"
            name="email_again"
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
            hint={email}
            error={refused?.fields.email_again && differentAddress}
          />
          <DialogButtons
            safe="Cancel"
            onClose={() => setIsOpen(false)}
            busy={busy && 'Erasing …'}
            variant="danger"
            name="intent"
            value="forget"
          >
            Erase this person
          </DialogButtons>
        </Form>
      </Dialog>
    </>
  )
}

/** Lists the upcoming bookings that must be cancelled before the erasure. */
function UpcomingBookings({ bookings }: { bookings: UpcomingBooking[] }) {
  const paid = addPounds(bookings.map((booking) => booking.paid))
  return (
    <>
      <ul>
        {bookings.map(({ id, reference, booking_date, start_time, vineyard_name }) => (
          <li key={id}>
            {vineyard_name}, {formatDay(booking_date)}
            {start_time && `, ${formatTime(start_time)}`} <span className="soft small">{reference}</span>
          </li>
        ))}
      </ul>
      {paid > 0 && (
        <p>
          <strong className="num">{formatPounds(paid)} paid</strong> for these visits: refund the guest first.
          Afterwards nothing shows whose money it is.
        </p>
      )}
      <CheckField
        name="cancel_bookings"
        label="Cancel these bookings first"
        hint="Their places can be booked again."
      />
    </>
  )
}
