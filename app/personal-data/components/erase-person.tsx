import { useRef, useState } from 'react'
import type { Fetcher, FetcherWithComponents } from 'react-router'

import { formatDay, formatTime } from '../../platform/days.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField, TextField } from '../../ui/field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useRefusalFocus } from '../../ui/focus.tsx'
import type { Erasure } from '../person-actions.tsx'
import type { BookingToCome } from '../person.ts'

/** Forgetting a person: what goes, what stays, and their address once more. */
export function ErasePerson({
  email,
  erasing,
}: {
  email: string
  erasing: FetcherWithComponents<Erasure | undefined>
}) {
  const [asking, setAsking] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const refused = erasing.data?.failed ? erasing.data : undefined
  useRefusalFocus(form, refused)
  const busy = isBusy(erasing)
  return (
    <>
      <Button type="button" variant="danger" onClick={() => setAsking(true)}>
        Forget this person …
      </Button>
      <Dialog open={asking} onClose={() => setAsking(false)} title="Forget this person?">
        <p>
          Name, address, number and every word of theirs go out of bookings, mails, messages and notes, at all
          vineyards. It can not be undone.
        </p>
        <p>
          What stays: that the bookings were made, their days, places and prices. Counters and revenue are the
          same after it.
        </p>
        <Form as={erasing.Form} ref={form} method="post" className="stack">
          <input type="hidden" name="email" value={email} />
          {refused && !refused.fields.email_again && (
            <div data-refusal tabIndex={-1}>
              <Notice tone="bad">{refused.said}</Notice>
            </div>
          )}
          {refused && refused.to_come.length > 0 && <ToCome bookings={refused.to_come} />}
          <TextField
            label="Their address, typed again"
            name="email_again"
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
            hint={email}
            error={refused?.fields.email_again}
          />
          <div className="row">
            <Button type="button" onClick={() => setAsking(false)}>
              Keep everything
            </Button>
            <Button variant="danger" name="intent" value="forget" disabled={busy}>
              {busy ? 'Forgetting …' : 'Forget this person'}
            </Button>
          </div>
        </Form>
      </Dialog>
    </>
  )
}

function isBusy({ state }: Pick<Fetcher, 'state'>): boolean {
  return state !== 'idle'
}

/** The visits that are expected, to be cancelled first. */
function ToCome({ bookings }: { bookings: BookingToCome[] }) {
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
      <CheckField
        name="cancel_bookings"
        label="Cancel these bookings first"
        hint="Their places can be booked again."
      />
    </>
  )
}
