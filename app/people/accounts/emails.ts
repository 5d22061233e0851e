import { z } from 'zod'

import { type Email, type EmailKind, plainEmail } from '../../mail/email.ts'
import { linkLifetimes } from './link-lifetimes.ts'
import { type WinemakerRole, winemakerRoles } from '../../staff-client/account-types.ts'

const ignore = 'If you didn’t ask for this, you can ignore it: nothing opens without the link above.'

type LinkPayload = { link: string } & ({ minutes: number } | { days: number })
type LinkTexts = { subject: string; heading: string; opening: string; label: string; reason: string }

/** Returns the kind of an email with a one-time link. */
export function linkEmail<Payload extends LinkPayload>({
  expiry = 'works once and expires',
  ...kind
}: {
  payload: z.ZodType<Payload>
  compose: (payload: Payload) => LinkTexts
  sample: Payload
  expiry?: string
}): EmailKind {
  const compose = (payload: Payload): Email => {
    const { subject, heading, opening, label, reason } = kind.compose(payload)
    const preview = `The link ${expiry} after ${lifetimeOf(payload)}.`
    return {
      subject,
      preview,
      heading,
      parts: [
        { kind: 'text', text: opening },
        { kind: 'button', label, href: payload.link },
        { kind: 'notice', text: preview },
      ],
      reason: `${reason} ${ignore}`,
    }
  }
  return plainEmail({ ...kind, compose })
}

function lifetimeOf(payload: LinkPayload): string {
  if ('minutes' in payload) return `${payload.minutes} minutes`
  return payload.days === 1 ? 'one day' : `${payload.days} days`
}

/** The payload of an email with a link for a vineyard's staff. */
export const vineyardLink = {
  payload: z.object({ link: z.url(), name: z.string(), vineyard_name: z.string(), days: z.int() }),
  sample: {
    link: 'https://vines.example.com/set-password#sample',
    name: 'Grace Hopper',
    vineyard_name: 'Windover Hill Estate',
    days: 7,
  },
}

const teamRoles: Record<WinemakerRole, string> = {
  owner: 'As an owner you can do everything, including inviting others.',
  manager: 'As a manager you look after bookings, guests, experiences and reports.',
  gate: 'You look after today’s guests as they arrive.',
}

/** Returns the end of an email about a changed account: advice for an owner who did not make the change. */
const wasntYou = (site_url: string): Email['parts'] => [
  { kind: 'notice', text: 'Wasn’t you? Reset your password straight away and contact us.' },
  {
    kind: 'links',
    links: [
      { label: 'Reset your password', href: `${site_url}/forgotten-password` },
      { label: 'Contact us', href: `${site_url}/contact` },
    ],
  },
]

/** The emails about accounts. Each `link` is a secret, because it proves who owns the address. */
export const accountEmails: Record<string, EmailKind> = {
  sign_in_link: linkEmail({
    payload: z.object({ link: z.url(), minutes: z.int() }),
    compose: () => ({
      subject: 'Your Chalk & Vine sign-in link',
      heading: 'Your sign-in link',
      opening: 'Use this link to see your bookings, itineraries and favourites.',
      label: 'Sign in',
      reason: 'You’re receiving this email because someone asked for a sign-in link for this address.',
    }),
    sample: { link: 'https://vines.example.com/sign-in?link#sample', minutes: linkLifetimes.sign_in_link },
  }),
  bookings_link: linkEmail({
    payload: z.object({ link: z.url(), minutes: z.int() }),
    compose: () => ({
      subject: 'Your Chalk & Vine bookings',
      heading: 'Your bookings',
      opening:
        'Use this link to see the bookings made with this address. The browser that opens the link shows them for 30 minutes.',
      label: 'See my bookings',
      reason: 'You’re receiving this email because someone asked to see the bookings made with this address.',
    }),
    sample: { link: 'https://vines.example.com/my-bookings/sample', minutes: linkLifetimes.bookings_link },
  }),
  invitation: linkEmail({
    ...vineyardLink,
    compose: ({ vineyard_name }) => ({
      subject: `You’ve been invited to manage ${vineyard_name}`,
      heading: 'Welcome to Chalk & Vine',
      opening: `You can now manage the bookings, experiences and page of ${vineyard_name} on Chalk & Vine. Choose a password to get started.`,
      label: 'Choose a password',
      reason: `You’re receiving this email because you were invited to manage ${vineyard_name}.`,
    }),
  }),
  team_invitation: linkEmail({
    payload: vineyardLink.payload.extend({ invited_by: z.string(), role: z.enum(winemakerRoles) }),
    compose: ({ vineyard_name, invited_by, role }) => ({
      subject: `${invited_by} has invited you to ${vineyard_name}`,
      heading: `Join ${vineyard_name}`,
      opening: `${invited_by} has invited you to work with ${vineyard_name} on Chalk & Vine. ${teamRoles[role]} Choose a password to get started.`,
      label: 'Choose a password',
      reason: `You’re receiving this email because ${invited_by} of ${vineyard_name} gave us this address.`,
    }),
    sample: { ...vineyardLink.sample, invited_by: 'Ada Lovelace', role: 'gate' as const },
  }),
  password_reset: linkEmail({
    payload: z.object({ link: z.url(), name: z.string(), minutes: z.int() }),
    // The email omits the name: the inviter chose the name, and the address may belong to a stranger.
    compose: () => ({
      subject: 'Reset your Chalk & Vine password',
      heading: 'Reset your password',
      opening: 'Use this link to choose a new password. Your current password works until then.',
      label: 'Choose a password',
      reason: 'You’re receiving this email because someone asked to reset the password for this address.',
    }),
    sample: {
      link: 'https://vines.example.com/set-password#sample',
      name: 'Grace Hopper',
      minutes: linkLifetimes.password_reset,
    },
  }),
  password_changed: plainEmail({
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
        ...wasntYou(site_url),
      ],
      reason: 'You’re receiving this email because the password for this address was changed.',
    }),
    sample: { name: 'Grace Hopper' },
  }),
  passkey_changed: plainEmail({
    payload: z.object({ browser: z.string(), is_added: z.boolean() }),
    compose: ({ browser, is_added }, { site_url }) => ({
      subject: `A passkey was ${is_added ? 'added to' : 'removed from'} your account`,
      preview: `The passkey was added in ${browser}.`,
      heading: `A passkey was ${is_added ? 'added' : 'removed'}`,
      parts: [
        {
          kind: 'text',
          text: is_added
            ? `A passkey was added to your account in ${browser}. Anyone who can unlock that device can now sign in as you.`
            : `The passkey that was added in ${browser} has been removed from your account. It no longer signs in.`,
        },
        {
          kind: 'notice',
          text: 'Wasn’t you? Sign in, remove the passkeys that you do not know, and contact us.',
        },
        {
          kind: 'links',
          links: [
            { label: 'Your account', href: `${site_url}/account` },
            { label: 'Contact us', href: `${site_url}/contact` },
          ],
        },
      ],
      reason: 'You’re receiving this email because the passkeys of your account were changed.',
    }),
    sample: { browser: 'Chrome on Android', is_added: true },
  }),
  two_step_changed: plainEmail({
    payload: z.object({ name: z.string(), is_on: z.boolean() }),
    compose: ({ name, is_on }, { site_url }) => ({
      subject: `Two-step sign-in is ${is_on ? 'on' : 'off'}`,
      preview: 'All other browsers have been signed out.',
      heading: `Two-step sign-in is ${is_on ? 'on' : 'off'}`,
      parts: [
        {
          kind: 'text',
          text: `${name}, two-step sign-in to your account has been turned ${is_on ? 'on' : 'off'}, and all other browsers have been signed out.`,
        },
        ...wasntYou(site_url),
      ],
      reason: 'You’re receiving this email because two-step sign-in for this address was changed.',
    }),
    sample: { name: 'Grace Hopper', is_on: false },
  }),
}
