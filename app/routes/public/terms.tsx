import { arrivalSentence } from '../../bookings/booking-terms.ts'
import { href, Link } from 'react-router'

import { config } from '../../platform/context.ts'
import { pageHead } from '../../ui/page/head.ts'
import { Company } from '../../content/site/components/company.tsx'
import { ProsePage } from '../../content/site/components/prose-page.tsx'
import { contactOf } from '../../content/site/site-contact.ts'
import { reviewRules, reviewRulesAt } from '../../bookings/reviews/hiding-rules.ts'
import { useSendsEmail } from '../../ui/forms/sends-email.ts'
import type { Route } from './+types/terms.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageHead({
    title: 'Terms',
    description:
      'How booking works on Chalk & Vine: who you book with, when a booking counts, what you pay and where, and how to cancel.',
    path: href('/terms'),
    matches,
  })

export function loader({ context }: Route.LoaderArgs) {
  return contactOf(context.get(config))
}

export default function Terms({ loaderData: contact }: Route.ComponentProps) {
  const emails = useSendsEmail()
  return (
    <ProsePage
      title="Terms"
      gist="You book with the vineyard, through us. You pay when you get there, and a link lets you cancel."
    >
      <h2>Who does what</h2>
      {contact.company && (
        <p>
          This site is run by <Company contact={contact} />.
        </p>
      )}
      <p>
        Chalk &amp; Vine shows vineyards and what they offer, and passes your booking to the vineyard. The
        visit itself is between you and the vineyard: it sets the price, the times and the size of its groups,
        and it looks after you on the day.
      </p>

      <h2>When a booking counts</h2>
      <ul>
        <li>
          Your places are held from the moment you see the confirmation page. It shows a short reference to
          quote if you call.
        </li>
        <li>
          Some experiences are confirmed straight away. Others are pending until the vineyard confirms. The
          booking form and your booking’s page say which applies.
        </li>
        <li>
          A vineyard may cancel if it has to, for example because of weather or illness.{' '}
          {emails ? 'We will email you.' : 'Your booking’s page will say so.'}
        </li>
        <li>Please give your own details and only book places you intend to use.</li>
      </ul>

      <h2>Price and payment</h2>
      <p>
        The form shows the price per person and the total before you book, and the booking keeps that price.
        You pay at the vineyard. We take no payment and no card details, and charge no fee for booking.
      </p>

      <h2>Arriving</h2>
      <p>
        {arrivalSentence} If you come late, the vineyard may have started without you. Vineyards are working
        farms: paths can be steep and wet, so ask beforehand about access if it matters to you.
      </p>

      <h2>Cancelling</h2>
      <p>
        You can cancel on the page of your booking until the visit starts or until the earlier time that the
        vineyard names on the booking form. Cancelling is free and cannot be undone, because the places become
        available to others. After that time, please call the vineyard.
      </p>

      <h2>Wine and age</h2>
      <p>
        Wine is served to adults of 18 and over, and vineyards may ask for proof. Each vineyard decides
        whether children may come along. Please drink responsibly, and let somebody else drive.
      </p>

      <h2 id={reviewRulesAt}>Reviews</h2>
      <p>
        Every review is written by a guest whose visit was booked here and has taken place. The email after
        the visit links to the form. A guest writes one review, within 60 days, can change it for 24 hours,
        and can delete it at any time; the vineyard can answer it once. We show the first name and the month
        of the visit, and pictures after we have checked them. Nobody is paid for a review, and we write none
        ourselves. Once a vineyard has three reviews, we show their average, in which every shown review
        counts the same.
      </p>
      <p>
        Good or bad, every review stays until its writer deletes it. We hide a review only if it breaks one of
        these rules. We tell its writer which rule, and a hidden review does not count in the average. Anybody
        can report a review on the page of the vineyard.
      </p>
      <ol>
        {reviewRules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ol>

      <h2>What the pages say</h2>
      <p>
        A page marked Verified has been checked by the vineyard. One marked Unverified was compiled from
        public information and may be out of date, so ask the vineyard before you travel.{' '}
        <Link to={href('/sources')}>Data and sources</Link> explains both, and the demonstration estates,
        which are fictional and cannot be visited.
      </p>

      <h2>If something goes wrong</h2>
      <p>
        Contact the vineyard first. If that does not help, <Link to={href('/contact')}>write to us</Link>. We
        do our best to keep this site running and its pages correct, but cannot guarantee either, and we are
        not responsible for what happens at a vineyard. The law of England and Wales applies, or the law of
        the part of the United Kingdom that you live in, if it protects you better. Nothing here limits your
        rights under that law.
      </p>
    </ProsePage>
  )
}
