import { href, Link } from 'react-router'

import { config } from '../../platform/context.ts'
import { pageHead } from '../../ui/head.ts'
import { ProsePage } from '../../site/components/prose-page.tsx'
import type { Route } from './+types/privacy.ts'

export function loader({ context }: Route.LoaderArgs) {
  const { keep_names_months, keep_mails_days } = context.get(config)
  return { names: counted(keep_names_months, 'month'), mails: counted(keep_mails_days, 'day') }
}

const counted = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'}`

export const meta: Route.MetaFunction = ({ matches }) =>
  pageHead({
    title: 'Privacy',
    description:
      'What Chalk & Vine keeps about you when you look, book, save or write, who sees it, and how to have it removed.',
    path: href('/privacy'),
    matches,
  })

export default function Privacy({ loaderData: { names, mails } }: Route.ComponentProps) {
  return (
    <ProsePage
      title="Privacy"
      gist="You can browse without telling us anything. We keep what you type when you book or write to us, because the vineyard needs to know who is coming."
    >
      <h2>When you only look</h2>
      <p>
        You need no account, and there is no advertising, no tracking and no cookie. Everything on these
        pages, including fonts, pictures and maps, comes from this site. Your browser contacts no other site
        until you follow a link to one, such as a vineyard’s own site or directions.
      </p>

      <h2>When you book</h2>
      <p>We keep what the booking form asks for:</p>
      <ul>
        <li>your name, email address and phone number;</li>
        <li>the experience, the day, the time, how many of you are coming and the price that was shown;</li>
        <li>whatever you chose to add: a request, a diet, a word about access or children;</li>
        <li>what happened to the booking and when, such as that it was confirmed or cancelled.</li>
      </ul>
      <p>
        The vineyard you booked with sees this, and so do the people who run this site. Nobody else does, and
        nobody sells it. We send emails about that booking to the address you gave, and no newsletters. We ask
        for no card number: you pay at the vineyard.
      </p>

      <h2>The link to your booking</h2>
      <p>
        A booking has a long address that cannot be guessed. Whoever holds it can see the booking and cancel
        it, so treat it as you would a ticket, and pass it on only to people you would let cancel your day
        out.
      </p>

      <h2>Favourites</h2>
      <p>
        The vineyards you save with “Save to Favorites” are kept in your own browser, on your own device. Only
        while you are signed in do we keep them too, so that your other devices have them; when you sign out
        they leave the device. Clearing this site’s data in your browser removes what it keeps. You find them
        under <Link to={href('/favourites')}>Favourites</Link>.
      </p>
      <p>
        Your browser also keeps which bookings were made in it, so that{' '}
        <Link to={href('/my-bookings')}>My bookings</Link> can list them, and, until you close the tab, what
        you typed into a booking form. Neither is sent anywhere but back to this site, when you ask for it.
      </p>

      <h2>When you plan a day</h2>
      <p>
        A plan is kept here with whatever you wrote into it, and its key in your browser. Nobody else sees it
        until you share its link, and then whoever has that link does.
      </p>

      <h2>If you sign in</h2>
      <p>
        Signing in is by a link that we send to your address, and nobody has to. We then keep the address, and
        for each browser you are signed in with its kind and when it was last used, until you sign out or have
        been away for 90 days. The key to it stays in your browser. The days you planned on a device you sign
        in with are then yours on the others too, and are kept until you take them off your account.
      </p>

      <h2>When you write to us</h2>
      <p>
        A message from the <Link to={href('/contact')}>contact page</Link>, or a claim to a vineyard’s page,
        is kept with the name and email address you gave, so that we can answer it and look up what was said.
      </p>

      <h2>How long we keep it</h2>
      <ul>
        <li>
          Your name, address, phone number and whatever you added to a booking: for {names} after the day of
          your visit. Then they are taken out, and the booking stays as a number of guests and a sum of money,
          which the vineyard’s accounts need and which no longer say who came.
        </li>
        <li>What our emails to you said, and to which address: for {mails}.</li>
        <li>
          Messages, our answers, and claims: for {names} after they were written. A claim whose address nobody
          showed to be theirs: for three days.
        </li>
        <li>
          A plan for a day, unless it is in your account: for {names} after that day, and no longer than the
          names of visits booked out of it.
        </li>
        <li>
          Which browser and IP address a member of our own or a vineyard’s staff signed in from, stored only
          as a hash: for 180 days after they last did. It keeps others from locking them out by guessing.
        </li>
        <li>Links that open something once: until they are used or too old.</li>
        <li>
          How often somebody tried to sign in, or booked, wrote or searched from one address: for as long as
          it counts, two hours at most, and in a form out of which nobody can read who it was.
        </li>
      </ul>
      <p>
        The people who run this site keep a list of what staff changed, so that mistakes can be put right, and
        of whose details were looked up to be handed out. What it says about you goes together with the
        booking, message or claim; that a copy was handed out, after {names}.
      </p>

      <h2>What the server notes</h2>
      <p>
        When something fails, the server writes down what failed and when, so that it can be put right. These
        notes are about the fault, not about you: names, addresses and what you typed are kept out of them.
      </p>

      <h2>Your rights</h2>
      <p>
        We use your details because a booking cannot be kept without them, and a message cannot be answered
        without them. Under UK data protection law you may ask what we hold about you, have it corrected,
        receive a copy, or have it erased before its time; a booking still to come is cancelled first, since a
        vineyard cannot expect a guest it knows nothing about. <Link to={href('/contact')}>Write to us</Link>{' '}
        from the address you booked with. If our answer does not satisfy you, you may complain to the{' '}
        <a href="https://ico.org.uk/make-a-complaint/">Information Commissioner’s Office</a>.
      </p>
    </ProsePage>
  )
}
