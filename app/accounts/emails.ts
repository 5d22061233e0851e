import { z } from 'zod'

import { type Email, type EmailKind, plainEmail } from '../emails/email.ts'
import { linkLifetimes } from './link-lifetimes.ts'

const ignore = 'If you didn’t ask for this, you can ignore it: nobody can sign in without the link above.'
export const formatDays = (count: number) => (count === 1 ? 'one day' : `${count} days`)

/** The payload of an email with a link for a vineyard's staff, and the days the link works. */
export const vineyardLink = {
  payload: z.object({ link: z.url(), name: z.string(), vineyard_name: z.string(), days: z.int() }),
  sample: {
    link: 'https://vines.example.com/set-password#sample',
    name: 'Grace Hopper',
    vineyard_name: 'Windover Hill Estate',
    days: 7,
  },
}

/** An email with a one-time link. */
export function linkEmail(content: {
  subject: string
  heading: string
  opening: string
  label: string
  link: string
  lasts: string
  reason: string
}): Email {
  return {
    subject: content.subject,
    preview: content.lasts,
    heading: content.heading,
    parts: [
      { kind: 'text', text: content.opening },
      { kind: 'button', label: content.label, href: content.link },
      { kind: 'notice', text: content.lasts },
    ],
    reason: `${content.reason} ${ignore}`,
  }
}

const signInLink = plainEmail({
  payload: z.object({ link: z.url(), minutes: z.int() }),
  compose: ({ link, minutes }) =>
    linkEmail({
      subject: 'Your Chalk & Vine sign-in link',
      heading: 'Your sign-in link',
      opening: 'Use this link to see your bookings, itineraries and favourites.',
      label: 'Sign in',
      link,
      lasts: `The link works once and expires after ${minutes} minutes.`,
      reason: 'You’re receiving this email because someone asked for a sign-in link for this address.',
    }),
  sample: { link: 'https://vines.example.com/sign-in#sample', minutes: linkLifetimes.sign_in_link },
})

const invitation = plainEmail({
  ...vineyardLink,
  compose: ({ link, name, vineyard_name, days }) =>
    linkEmail({
      subject: `You’ve been invited to manage ${vineyard_name}`,
      heading: `Welcome, ${name}`,
      opening: `You can now manage the bookings, experiences and page of ${vineyard_name} on Chalk & Vine. Choose a password to get started.`,
      label: 'Choose a password',
      link,
      lasts: `The link works once and expires after ${formatDays(days)}.`,
      reason: `You’re receiving this email because you were invited to manage ${vineyard_name}.`,
    }),
})

const passwordReset = plainEmail({
  payload: z.object({ link: z.url(), name: z.string(), minutes: z.int() }),
  compose: ({ link, name, minutes }) =>
    linkEmail({
      subject: 'Reset your Chalk & Vine password',
      heading: `Reset your password, ${name}`,
      opening: 'Use this link to choose a new password. Your current password works until then.',
      label: 'Choose a password',
      link,
      lasts: `The link works once and expires after ${minutes} minutes.`,
      reason: 'You’re receiving this email because someone asked to reset the password for this address.',
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
    preview: 'All other browsers have been signed out.',
    heading: 'Your password was changed',
    parts: [
      {
        kind: 'text',
        text: `${name}, the password of your account has been changed, and all other browsers have been signed out.`,
      },
      { kind: 'notice', text: 'Wasn’t you? Reset your password straight away and contact us.' },
      {
        kind: 'links',
        links: [
          { label: 'Reset your password', href: `${site_url}/forgotten-password` },
          { label: 'Contact us', href: `${site_url}/contact` },
        ],
      },
    ],
    reason: 'You’re receiving this email because the password for this address was changed.',
  }),
  sample: { name: 'Grace Hopper' },
})

/** The emails about accounts. Every `link` is a secret: it proves who owns the address. */
export const accountEmails: Record<string, EmailKind> = {
  sign_in_link: signInLink,
  invitation,
  password_reset: passwordReset,
  password_changed: passwordChanged,
}
