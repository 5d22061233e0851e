import { href, Link, Form } from 'react-router'

import { HiddenFields } from '../../../ui/forms/form-parts.tsx'
import { Notice } from '../../../ui/page/notice.tsx'
import { useSendsEmail } from '../../../ui/forms/sends-email.ts'
import type { CopyResult } from '../copy.server.ts'
import { earlyBy } from '../../../bookings/booking-terms.ts'
import type { Day } from '../../../platform/days.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import type { Itinerary } from '../itinerary.ts'
import { confirmationSentence } from '../plan-request.ts'
import { PartyField } from './party-field.tsx'

/** Shows the maker the bookings, the result of copying, and how to find the itinerary again. */
export function MakerNotice({
  booked,
  copied,
  isStored,
  areHeld,
}: {
  booked: Parameters<typeof confirmationSentence>[0]
  copied: CopyResult | null
  /** Whether this browser stores the key. If so, the address does not contain it. */
  isStored: boolean
  /** Whether places were just held for visits that the guest has yet to confirm through a link in an email. */
  areHeld: boolean
}) {
  const emails = useSendsEmail()
  return (
    <>
      {areHeld && (
        <Notice tone="wait" icon="clock">
          <strong>Some visits are not booked yet.</strong> We hold their places for 30 minutes.{' '}
          {emails
            ? 'We sent you a link for each of them. Open the link to confirm the visit.'
            : 'We cannot send you the links at the moment. Please contact us.'}
        </Notice>
      )}
      {copied && booked.length === 0 && <CopiedNotice {...copied} />}
      <Notice tone={booked.length > 0 ? 'good' : 'info'}>
        {booked.length > 0 && (
          <p>
            <strong>
              {booked.length === 1 ? 'One visit is booked' : `${booked.length} visits are booked`}:
            </strong>{' '}
            {confirmationSentence(booked)}. Please arrive {earlyBy} minutes early
            {booked.length === 1 ? '. You pay at the vineyard.' : ' at each vineyard. You pay there.'}
          </p>
        )}
        <p className="no-print">
          {isStored ? (
            <>
              You can change this plan in this browser: you’ll find it under{' '}
              <Link to={href('/my-itineraries')}>My itineraries</Link>.
              {emails && ' To open the plan on another device, sign in by email on both devices.'}
            </>
          ) : (
            'Keep the address of this page to come back. Anyone with the address can see and change everything here.'
          )}
        </p>
      </Notice>
    </>
  )
}

function CopiedNotice({ untimed, left_out }: CopyResult) {
  return (
    <Notice tone={untimed + left_out > 0 ? 'wait' : 'good'} role="status">
      <p>
        <strong>This copy is yours.</strong> Nothing in it is booked yet.
      </p>
      {untimed > 0 && (
        <p>
          {untimed === 1
            ? 'One of the times cannot be booked for your day and party, so its stop has no time yet.'
            : `${untimed} of the times cannot be booked for your day and party, so their stops have no time yet.`}{' '}
          The times you can book are shown below.
        </p>
      )}
      {left_out > 0 && (
        <p>
          {left_out === 1
            ? 'One vineyard is no longer listed here, so its stop was left out.'
            : `${left_out} vineyards are no longer listed here, so their stops were left out.`}
        </p>
      )}
    </Notice>
  )
}

/** Copies the shown itinerary for the visitor to change and book. */
export function CopyForm({
  itinerary: { visit_date, party },
  copy,
  today,
}: {
  itinerary: Pick<Itinerary, 'visit_date' | 'party'>
  /** The id and edit key of the copy */
  copy: { id: string; key: string }
  today: Day
}) {
  const day = visit_date !== null && visit_date >= today ? visit_date : ''
  return (
    <section className="panel" aria-labelledby="copy">
      <h2 id="copy">Make it yours</h2>
      <p className="soft">Make a copy that you can change, book and share. You don’t need an account.</p>
      <Form method="post" className="stack">
        <HiddenFields values={copy} />
        <TextField
          label="Day"
          name="visit_date"
          type="date"
          min={today}
          defaultValue={day}
          hint="Leave blank for any day."
        />
        <PartyField defaultValue={party} />
        <p>
          <Button variant="primary" name="intent" value="copy">
            Make it mine
          </Button>
        </p>
      </Form>
    </section>
  )
}
