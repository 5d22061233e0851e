import { Link } from 'react-router'

import type { Experience } from '../../../catalogue/experiences/experience.ts'
import { Notice } from '../../../ui/page/notice.tsx'
import { useSendsEmail } from '../../../ui/forms/sends-email.ts'
import type { BookableVineyard } from '../booking-form.server.ts'
import { ForgetForm } from '../browser-storage.tsx'
import { useGuestPages } from '../guest-pages.tsx'

/** Asks the guest to confirm the booking by an emailed link. Never gives the reason, which could reveal who has booked. */
export default function CheckEmail({
  until,
  email,
  experience,
  vineyard,
}: {
  /** The end of the hold, such as '2:35 PM'. */
  until: string
  email: string
  experience: Pick<Experience, 'id' | 'title'>
  vineyard: BookableVineyard
}) {
  const pages = useGuestPages()
  const sendsEmail = useSendsEmail()
  return (
    <div className="wrap page">
      <div className="page-head">
        <h1>{sendsEmail ? 'Check your email' : 'Your visit is not booked yet'}</h1>
        <p className="lede" role="status">
          We’re holding your places for {experience.title} at {vineyard.name} until {until}.
        </p>
      </div>
      <Notice tone="wait" icon="clock">
        <p>
          <strong>You have not booked yet.</strong>{' '}
          {sendsEmail
            ? `We sent a link to ${email}. Open it before ${until} and press the button there to confirm.`
            : 'We cannot send you the link at the moment. Please contact us.'}{' '}
          Unless you confirm, the places go to other guests.
        </p>
      </Notice>
      {sendsEmail && (
        <p className="space-above">
          No email? Check your spam folder first. If the address is wrong,{' '}
          <Link to={`${pages.book(vineyard.id)}?experience=${experience.id}`}>book again</Link> with the right
          address.
        </p>
      )}
      <ForgetForm experienceId={experience.id} />
    </div>
  )
}
