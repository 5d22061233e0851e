import type { Experience } from '../../experiences/experience.ts'
import { cancellationRule, confirmationRule } from '../booking.ts'
import './bookings.css'
import { useSendsEmail } from '../../ui/sends-email.ts'

type Terms = Pick<Experience, 'included' | 'is_instant' | 'cancellation_cutoff_minutes'>

/** What a guest agrees to, shown above the Book button. */
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
    </ul>
  )
}
