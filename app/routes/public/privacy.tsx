import { href, Link } from 'react-router'

import { config } from '../../platform/context.ts'
import { pageHead } from '../../ui/page/head.ts'
import { Company } from '../../content/site/components/company.tsx'
import { ProsePage } from '../../content/site/components/prose-page.tsx'
import { contactOf } from '../../content/site/site-contact.ts'
import { keepHealthDays } from '../../bookings/notes/notes.ts'
import type { Route } from './+types/privacy.ts'

export function loader({ context }: Route.LoaderArgs) {
  const { keep_names_months, keep_mails_days } = context.get(config)
  return {
    names: counted(keep_names_months, 'month'),
    mails: counted(keep_mails_days, 'day'),
    contact: contactOf(context.get(config)),
  }
}

const counted = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'}`

export const meta: Route.MetaFunction = ({ matches }) =>
  pageHead({
    title: 'Privacy',
    description:
      'What Chalk & Vine keeps about you when you browse, book, save or write, who sees it, and how to have it removed.',
    path: href('/privacy'),
    matches,
  })

export default function Privacy({ loaderData: { names, mails, contact } }: Route.ComponentProps) {
  return (
    <ProsePage
      title="Privacy"
      gist="You can browse without telling us anything. We keep what you type when you book or write to us, because the vineyard needs to know who is coming."
    >
      <h2>Who is responsible</h2>
      {contact.company && (
        <p>
          This site is run by <Company contact={contact} />, which decides how your details are used here.
        </p>
      )}
      <p>
        The vineyard that you book with receives your booking, and is responsible for how it uses the booking.
      </p>

      <h2>When you browse</h2>
      <p>
        You need no account. There is no advertising and no tracking, and there is no cookie but the one named
        under “If you sign in”. Everything on these pages, including fonts, pictures and maps, comes from this
        site. Your browser contacts no other site until you follow a link to one, such as a vineyard’s own
        site or directions.
      </p>

      <h2>When you book</h2>
      <p>We keep what the booking form asks for:</p>
      <ul>
        <li>your name, email address and phone number;</li>
        <li>the experience, the day, the time, the number of guests and the price shown;</li>
        <li>anything you add, such as requests, dietary needs, access needs or children;</li>
        <li>changes to the booking and when they happened, such as confirmation or cancellation.</li>
      </ul>
      <p>
        Only the vineyard you booked with and the people who run this site can see this, and nobody sells it.
        We email you about that booking, and send no newsletters. We do not ask for a card number: you pay at
        the vineyard.
      </p>

      <h2>When you write a review</h2>
      <p>
        After a visit you may give it stars, words and pictures. Everybody can read them, with your first name
        and the month of the visit. We remove from a picture everything that its file says about you, such as
        where it was taken, and look at the picture before we show it. You can delete your review at any time,
        on the page where you wrote it. Its words and pictures and the vineyard’s answer are then erased, as
        they are when your name is erased. If somebody reports a review, we store the rule, and nothing about
        that person.
      </p>

      <h2>The link to your booking</h2>
      <p>
        Each booking has a long link that cannot be guessed. Anyone who has the link can see and cancel the
        booking, so only share it with people you trust to do so.
      </p>

      <h2>Favourites</h2>
      <p>
        The vineyards you save with “Save to Favorites” are stored in your browser, on this device. If you
        sign in, we also store them, so that you have them on your other devices; signing out removes them
        from the device. Clearing this site’s data in your browser removes what is stored there. You’ll find
        them under <Link to={href('/favourites')}>Favourites</Link>.
      </p>
      <p>
        Your browser also stores which bookings you made in it, for{' '}
        <Link to={href('/my-bookings')}>My bookings</Link>, and, until you close the tab, what you typed into
        a booking form. Both are only ever sent to this site, when you open the list or submit the form.
      </p>
      <p>
        So that your ticket opens without a connection, your browser stores the pages of the bookings that you
        made in it: at most 20, each until 30 days after the visit, or until you remove the booking from My
        bookings or log out. Each saved page says when it was saved.
      </p>

      <h2>When you plan a day</h2>
      <p>
        We store your plan with anything you add to it, such as where you stay; its key is stored in your
        browser. Nobody else sees the plan unless you share its link. Then anyone with the link can see it.
      </p>
      <p>
        If friends share a day with you, you may answer with your first name and what you need to eat or to
        get around. Anyone with the link sees your name and answer. Only the person who made the plan sees
        what you need, and may pass it on to a vineyard when booking. Your browser stores a key to your
        answer: with this key, “Take my answer back” deletes the answer, even after the link has ended. The
        person who shared the day can remove your answer too. We cannot find your answer by your email
        address, because we do not ask for an address.
      </p>

      <h2>If you sign in</h2>
      <p>
        Signing in is optional and uses a link that we email you. We then store your email address and, for
        each browser you sign in with, its type and when it was last used, until you sign out or have been
        away for 90 days. The key to your session stays in your browser. Days you planned on the device are
        added to your account, so that you have them on your other devices, until you remove them.
      </p>
      <p>
        If you add a passkey, your device stores the secret half, and we store the public half, the type of
        your browser and when you last used the passkey, until you remove it under{' '}
        <Link to={href('/account')}>Account</Link>. Your face, your finger and your screen lock never leave
        the device. Each time a passkey is added or removed, we email you.
      </p>
      <p>
        Without JavaScript, an emailed link lists your bookings for 30 minutes. Your browser then stores one
        cookie, which opens this list and nothing else. Closing the list deletes it.
      </p>

      <h2>If you guide visits</h2>
      <p>
        A vineyard may store your name, to plan who guides each session. Its team sees the name. If you agree,
        the vineyard also stores a photograph of you and two lines of text, and may show them to visitors.
        Removing you under Hosts deletes the name, the photograph and the lines. Ask the vineyard, or us, to
        do so.
      </p>

      <h2>If you ask to hear when a vineyard opens</h2>
      <p>
        On the page of a vineyard that cannot be booked yet, you may leave your email address. We store it for
        that vineyard once you confirm it by a link that we email you. The vineyard sees how many people wait,
        not who. We send you one email when the first visit can be booked, and delete the address. Until then,
        you can withdraw with the same link.
      </p>

      <h2>When you write to us</h2>
      <p>
        A message from the <Link to={href('/contact')}>contact page</Link>, or a claim to a vineyard’s page,
        is stored with your name and email address, so that we can answer it and refer to it later.
      </p>

      <h2>How long we keep it</h2>
      <ul>
        <li>
          Your name, email address, phone number and anything you added to a booking: for {names} after the
          day of your visit. Then we erase them. Only the number of guests and the price remain, for the
          vineyard’s accounts.
        </li>
        <li>
          A mark on a booking that you have an allergy or need access: for {keepHealthDays} days after the day
          of your visit. A vineyard keeps such a mark for your next visits only if you agreed, and then until
          you withdraw your agreement or your last booking there is erased.
        </li>
        <li>
          Your answer to a day that friends shared: for {keepHealthDays} days after that day, or after you
          answered if the plan has no day.
        </li>
        <li>Our emails to you and the address they were sent to: for {mails}.</li>
        <li>
          Messages, our answers, and claims: for {names} after they were written. A claim whose email address
          was never confirmed: for three days.
        </li>
        <li>
          An address that waits for a vineyard to open for booking: until we have told you or you withdraw,
          for 24 months at most. If it was never confirmed: for three days.
        </li>
        <li>
          A plan for a day, unless it is in your account: for {names} after that day, and no longer than the
          names on the visits booked from it.
        </li>
        <li>
          A hash of the browser and IP address from which our or a vineyard’s staff sign in: for 180 days
          after the last sign-in. It prevents strangers from locking staff out by guessing passwords.
        </li>
        <li>Links that work once: until they are used or expire.</li>
        <li>
          The name and address of a person whom a vineyard invited to its team: for seven days, unless they
          accept. The name and address of a colleague who has left the team: for {names}.
        </li>
        <li>
          How often one address tried to sign in, book, write or search: for two hours at most, in a form that
          does not reveal the address.
        </li>
      </ul>
      <p>
        An audit log records what staff changed, so that mistakes can be corrected, and who received a copy of
        their data. Entries about you are erased with the booking, message or claim, or when you are removed
        under Hosts. The record of a copy, and earlier names of a host, are erased after {names}.
      </p>

      <h2>What the server logs</h2>
      <p>
        When something fails, the server logs what failed and when, so that we can fix it. These logs leave
        out names, addresses and anything you typed.
      </p>

      <h2>Your rights</h2>
      <p>
        We need the details of a booking to carry out your visit: the legal basis is the contract between you
        and the vineyard (Article 6(1)(b) of the UK GDPR). For messages, sign-ins, limits against misuse and
        the records of what staff changed, it is our legitimate interest in answering you and keeping the site
        safe (Article 6(1)(f)). For what you ask us to store or send, such as your account or news of an
        opening, it is your consent (Article 6(1)(a)), which you can withdraw at any time. What you tell a
        vineyard about your health, such as an allergy, is used only to look after you on that visit, or on
        later ones if you agreed to that, with your explicit consent (Article 9(2)(a)). The vineyard’s staff
        see it; resellers and other programs do not. What you tell a friend in an answer is stored with the
        same consent, for that friend alone. You may ask what we hold about you, have it corrected, receive a
        copy, or have it erased early. If you have an upcoming booking, we cancel it first.{' '}
        <Link to={href('/contact')}>Write to us</Link> from the address you booked with. If our answer does
        not satisfy you, you may complain to the{' '}
        <a href="https://ico.org.uk/make-a-complaint/">Information Commissioner’s Office</a>.
      </p>
    </ProsePage>
  )
}
