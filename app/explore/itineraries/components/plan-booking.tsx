import { Form } from 'react-router'

import { zoneSentence } from '../../../bookings/booking-terms.ts'
import '../../../bookings/components/bookings.css'
import { LegalPages } from '../../../bookings/new-bookings/components/booking-terms.tsx'
import { GuestFields } from '../../../bookings/new-bookings/components/guest-fields.tsx'
import { formatPounds, timesGuests, addPounds } from '../../../platform/money.ts'
import { countOf } from '../../../platform/text/counts.ts'
import { visitorField, visitorToken } from '../../../staff-client/local-storage.ts'
import { FormButton, HiddenFields } from '../../../ui/forms/form-parts.tsx'
import { useHydrated } from '../../../ui/page/hydrated.ts'
import type { ItineraryRefusal } from '../edit-form.ts'
import { confirmationSentence, type VisitToBook } from '../plan-request.ts'

/** The form that books all visits of a plan for one guest. `post` has the values of its hidden fields. */
export function PlanBooking({
  action,
  post,
  visits,
  refusal,
  typed = {},
  mayKeep = false,
}: {
  action: string
  post: Record<'id' | 'key' | 'title' | 'visit_date' | 'travel', string> & {
    party: number
    /** The location where the guests stay, as JSON */
    stay?: string
    version?: number
  }
  visits: VisitToBook[]
  refusal: ItineraryRefusal | null
  /** What the fields contain before the guest has sent the form */
  typed?: Record<string, string>
  /** Whether the plan can also be saved without booking. */
  mayKeep?: boolean
}) {
  const hydrated = useHydrated()
  const bookings = visits.map(({ vineyard, is_instant }) => ({ vineyard, is_confirmed: is_instant }))
  const total = addPounds(visits.map(({ visit }) => timesGuests(visit.price_per_person, post.party)))
  const count =
    visits.length === 1 ? 'the visit' : visits.length === 2 ? 'both visits' : `all ${visits.length} visits`
  return (
    <Form method="post" action={action} className="plan-book">
      <HiddenFields values={post} />
      {hydrated && <input type="hidden" name={visitorField} value={visitorToken()} />}
      {visits.map(({ visit }) => (
        <input key={visit.slot} type="hidden" name="visit" value={JSON.stringify(visit)} />
      ))}
      <h2>Who is coming?</h2>
      <GuestFields typed={(name) => (refusal?.typed ?? typed)[name]} problems={refusal?.fields ?? {}} />
      <ul className="terms">
        <li>
          <strong>{visits.length === 1 ? 'You pay at the vineyard.' : 'You pay at each vineyard.'}</strong>{' '}
          Nothing is taken now.
        </li>
        <li>Straight after booking: {confirmationSentence(bookings)}.</li>
        <li>You must be 18 or over to be served wine.</li>
        <li>
          <LegalPages />
        </li>
        <li>{zoneSentence}</li>
      </ul>
      <p className="plan-sum">
        <span className="soft">Total for {countOf(post.party, 'guest')}</span>{' '}
        <strong className="num">{formatPounds(total)}</strong>
      </p>
      <p className="row">
        <FormButton variant="primary" name="intent" value="book" busy="Booking …">
          {`Book ${count}`}
        </FormButton>
        {mayKeep && (
          <FormButton name="intent" value="keep" formNoValidate busy="Saving …">
            Save the plan, book later
          </FormButton>
        )}
      </p>
    </Form>
  )
}
