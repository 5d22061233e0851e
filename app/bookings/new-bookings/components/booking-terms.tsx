import { href } from 'react-router'

import type { Experience } from '../../../catalogue/experiences/experience.ts'
import { cancellationRule, confirmationRule } from '../../booking-terms.ts'
import '../../components/bookings.css'
import { useSendsEmail } from '../../../ui/forms/sends-email.ts'

type Terms = Pick<Experience, 'included' | 'is_instant' | 'cancellation_cutoff_minutes'>

/** The terms to which a guest agrees, shown above the Book button. */
export function BookingTerms({
  experience,
  startsAt,
  now,
}: {
  experience: Terms
  startsAt: Date | undefined
  now: Date
}) {
  const emails = useSendsEmail()
  return (
    <ul className="terms">
      <li className="in-bar">
        <strong>You pay at the vineyard.</strong> Nothing is taken now.
      </li>
      {experience.included && <li>Included: {experience.included}</li>}
      <li>{confirmationRule(experience.is_instant, emails)}</li>
      <li className="in-bar">{cancellationRule(experience.cancellation_cutoff_minutes, startsAt, now)}</li>
      <li>You must be 18 or over to be served wine.</li>
      <li>
        <LegalPages />
      </li>
    </ul>
  )
}

/** Links above a Book button to the terms and the privacy page, which open in new tabs so that the form stays open. */
export function LegalPages() {
  return (
    <>
      By booking you accept the{' '}
      <a href={href('/terms')} target="_blank" rel="noopener">
        terms
      </a>
      . The{' '}
      <a href={href('/privacy')} target="_blank" rel="noopener">
        privacy page
      </a>{' '}
      says what happens to your details.
    </>
  )
}
