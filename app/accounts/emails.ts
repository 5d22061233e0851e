import { z } from 'zod'

import { type Email, type EmailKind, plainEmail } from '../emails/email.ts'
import { linkLifetimes } from './link-lifetimes.ts'

const ignore = 'Nobody asked? Then nothing happens: without the link above nobody gets in.'
const days = (count: number) => (count === 1 ? 'one day' : `${count} days`)

/** A link for somebody of one vineyard, and how long it works. */
const vineyardLink = {
  payload: z.object({ link: z.url(), name: z.string(), vineyard_name: z.string(), days: z.int() }),
  sample: {
    link: 'https://vines.example.com/set-password#sample',
    name: 'Grace Hopper',
    vineyard_name: 'Windover Hill Estate',
    days: 7,
  },
}

/** A letter about one link that works once and for a while. */
function linkLetter(words: {
  subject: string
  heading: string
  opening: string
  label: string
  link: string
  lasts: string
  reason: string
}): Email {
  return {
    subject: words.subject,
    preview: words.lasts,
    heading: words.heading,
    parts: [
      { kind: 'text', text: words.opening },
      { kind: 'button', label: words.label, href: words.link },
      { kind: 'notice', text: words.lasts },
    ],
    reason: `${words.reason} ${ignore}`,
  }
}

const signInLink = plainEmail({
  payload: z.object({ link: z.url(), minutes: z.int() }),
  compose: ({ link, minutes }) =>
    linkLetter({
      subject: 'Your way in to Chalk & Vine',
      heading: 'Here is your way in',
      opening: 'Your bookings, itineraries and favourites are behind this link.',
      label: 'Sign in',
      link,
      lasts: `The link works once, and for ${minutes} minutes.`,
      reason: 'You have this email because somebody asked for a link to sign in with this address.',
    }),
  sample: { link: 'https://vines.example.com/sign-in#sample', minutes: linkLifetimes.sign_in_link },
})

const invitation = plainEmail({
  ...vineyardLink,
  compose: ({ link, name, vineyard_name, days: lasting }) =>
    linkLetter({
      subject: `You are invited to look after ${vineyard_name}`,
      heading: `Welcome, ${name}`,
      opening: `You can now look after the bookings, experiences and pages of ${vineyard_name} at Chalk & Vine. Choose a password to begin.`,
      label: 'Choose a password',
      link,
      lasts: `The link works once, and for ${days(lasting)}.`,
      reason: `You have this email because you were invited as staff of ${vineyard_name}.`,
    }),
})

const passwordReset = plainEmail({
  payload: z.object({ link: z.url(), name: z.string(), minutes: z.int() }),
  compose: ({ link, name, minutes }) =>
    linkLetter({
      subject: 'A new password for Chalk & Vine',
      heading: `A new password, ${name}`,
      opening: 'Choose it by this link. The old one works until then.',
      label: 'Choose a password',
      link,
      lasts: `The link works once, and for ${minutes} minutes.`,
      reason: 'You have this email because somebody asked for a new password for this address.',
    }),
  sample: {
    link: 'https://vines.example.com/set-password#sample',
    name: 'Grace Hopper',
    minutes: linkLifetimes.password_reset,
  },
})

const passwordChanged = plainEmail({
  payload: z.object({ name: z.string() }),
  compose: ({ name }, { site_url }) => ({
    subject: 'Your password was changed',
    preview: 'Everybody who was signed in with the old one is signed out.',
    heading: 'Your password was changed',
    parts: [
      {
        kind: 'text',
        text: `${name}, the password of your account is a new one, and everybody who was signed in with the old one is signed out.`,
      },
      { kind: 'notice', text: 'That was not you? Ask for a new password at once, and write to us.' },
      {
        kind: 'links',
        links: [
          { label: 'Ask for a new password', href: `${site_url}/forgotten-password` },
          { label: 'Write to us', href: `${site_url}/contact` },
        ],
      },
    ],
    reason: 'You have this email because the password of an account with this address was changed.',
  }),
  sample: { name: 'Grace Hopper' },
})

const claimLink = plainEmail({
  ...vineyardLink,
  compose: ({ link, name, vineyard_name, days: lasting }) =>
    linkLetter({
      subject: `Your claim of ${vineyard_name}`,
      heading: `Thank you, ${name}`,
      opening: `You told us that ${vineyard_name} is yours. Show us by this link that this address is yours too: then we look at your claim, and write back to you.`,
      label: 'This is my address',
      link,
      lasts: `The link works for ${days(lasting)}.`,
      reason: `You have this email because somebody claimed ${vineyard_name} with this address.`,
    }),
  sample: { ...vineyardLink.sample, link: 'https://vines.example.com/claim#sample', days: 3 },
})

const claimApproved = plainEmail({
  ...vineyardLink,
  compose: ({ link, name, vineyard_name, days: lasting }) =>
    linkLetter({
      subject: `${vineyard_name} is yours to look after`,
      heading: `Welcome, ${name}`,
      opening: `We have looked at your claim, and ${vineyard_name} is in your hands now. Choose a password to begin.`,
      label: 'Choose a password',
      link,
      lasts: `The link works once, and for ${days(lasting)}.`,
      reason: `You have this email because you claimed ${vineyard_name}.`,
    }),
})

const claimRefused = plainEmail({
  payload: z.object({ name: z.string(), vineyard_name: z.string(), reason: z.string() }),
  compose: ({ name, vineyard_name, reason }, { site_url }) => ({
    subject: `Your claim of ${vineyard_name}`,
    preview: 'We could not follow it.',
    heading: 'We could not follow your claim',
    parts: [
      { kind: 'text', text: `${name}, we looked at your claim of ${vineyard_name} and could not follow it.` },
      ...(reason === '' ? [] : [{ kind: 'quote' as const, text: reason }]),
      {
        kind: 'text',
        text: 'If we are mistaken, please write to us, best from an address of the vineyard itself.',
      },
      { kind: 'links', links: [{ label: 'Write to us', href: `${site_url}/contact` }] },
    ],
    reason: `You have this email because you claimed ${vineyard_name}.`,
  }),
  sample: {
    name: 'Grace Hopper',
    vineyard_name: 'Windover Hill Estate',
    reason: 'The website names other people.',
  },
})

const claimReceived = plainEmail({
  payload: z.object({
    name: z.string(),
    email: z.string(),
    role: z.string(),
    message: z.string(),
    vineyard_name: z.string(),
  }),
  compose: ({ name, email, role, message, vineyard_name }, { site_url }) => ({
    subject: `Claim: ${vineyard_name}`,
    preview: `By ${name}, ${role}`,
    heading: `${vineyard_name} is claimed`,
    parts: [
      {
        kind: 'facts',
        facts: [
          { label: 'By', value: name },
          { label: 'Role', value: role },
          { label: 'Email', value: email },
        ],
      },
      { kind: 'quote', text: message },
      { kind: 'button', label: 'Open the claims', href: `${site_url}/admin/claims` },
    ],
    reason: 'You have this email because you run Chalk & Vine, and somebody claimed a vineyard.',
    reply_to: email,
  }),
  sample: {
    name: 'Grace Hopper',
    email: 'grace@windover.example.com',
    role: 'Owner',
    message: 'We planted it in 1998.',
    vineyard_name: 'Windover Hill Estate',
  },
})

/** The mails of accounts and claims. Every `link` is a secret of whoever has the address. */
export const accountEmails: Record<string, EmailKind> = {
  sign_in_link: signInLink,
  invitation,
  password_reset: passwordReset,
  password_changed: passwordChanged,
  claim_received: claimReceived,
  claim_link: claimLink,
  claim_approved: claimApproved,
  claim_refused: claimRefused,
}
