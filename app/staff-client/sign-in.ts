import { mailboxOf } from '../platform/text/text.ts'

/** A limit. After `free` attempts, pauses double from `pause` to `longest` seconds. Resets after `memory` seconds. */
export type AttemptLimit = { free: number; pause: number; longest: number; memory: number }

/** The sentences of both staff logins. The specification gives the first two. */
export const signInSentences = {
  wrong: 'Invalid email or password',
  failed: 'Login failed. Please try again.',
  wrong_code: 'That code is wrong or has already been used. Please enter the one your app shows now.',
  ended: 'This session has ended. Please sign in again.',
  busy: 'Too many people are signing in right now. Please try again in a moment.',
} as const

/** Returns an API error in the words of the specification. */
export function errorSentence(message: string): string {
  return `Authentication error: ${message}`
}

/** Returns a sentence such as 'Too many attempts. Please wait 8 seconds and try again.' */
export function waitSentence(wait_seconds: number): string {
  const minutes = Math.ceil(wait_seconds / 60)
  const wait =
    wait_seconds < 90 ? `${wait_seconds} ${wait_seconds === 1 ? 'second' : 'seconds'}` : `${minutes} minutes`
  return `Too many attempts. Please wait ${wait} and try again.`
}

export const linkSentences = {
  sent: 'If that address has an account, we’re emailing it a link.',
  kept: 'This site cannot send emails at the moment, so you won’t get a link. If you run the site, you’ll find the link in the email log.',
  spent: 'This link has been used or has expired. Please ask for a new one.',
  spent_claim:
    'This link has been used or has expired. If you haven’t heard from us, please send your claim again.',
  needed: 'This page opens from a link in an email. Please use the latest link or ask for a new one.',
  set: 'Your password is set. Please sign in with it.',
  ended: 'You have been signed out. Please sign in again.',
} as const

export const accountSentences = {
  wrong_password: 'That is not your current password.',
  password_needed: 'Please enter your current password.',
  sign_in_again: 'Please sign in by email again first. Then you can sign out your other browsers.',
  on_already: 'Two-step sign-in is already on.',
  no_key: 'This site can’t encrypt the app’s secret. Its operator must set SECRETS_KEY first.',
  required: 'All admins must use two-step sign-in on this site.',
} as const

export const passkeySentences = {
  sign_in_again: 'Please sign in by email again first. Then you can add a passkey.',
  challenge: 'That took too long, or was sent twice. Please try again.',
  signature: 'Your device’s answer could not be checked. Please try again.',
  many: 'You have as many passkeys as an account may have. Please remove one first.',
  known: 'Your account already has this passkey.',
  refused: 'This passkey does not work here. Please sign in by email instead.',
  cancelled: 'Your device has not confirmed it. Please try again, or use the emailed link.',
} as const

/** The header in which a browser that signs in sends the token of its former sign-in, so that the server ends it. */
export const formerSessionHeader = 'Former-Session'

/** Returns the header with the token of the former sign-in, or no header if there is no token. */
export function formerSession(token: string | null | undefined): Record<string, string> {
  return token ? { [formerSessionHeader]: token } : {}
}

type Limits = { sign_ins_per_account: number; sign_ins_per_address: number }
type LinkLimits = { links_per_mailbox: number; links_per_address: number }

const minute = 60
const hour = 60 * minute

/**
 * Returns the limits against which an attempt to sign in counts. The pauses of an account are short, because its owner
 * must also wait while strangers guess. A known browser or address has attempts of its own, which strangers cannot use
 * up.
 */
export function signInLimits(
  limits: Limits,
  area: 'winemaker' | 'admin',
  email: string,
  { address, browser_token }: { address: string; browser_token?: string | null },
  known_by: 'browser' | 'address' | null,
): { account: string; address: string | null; limits: Record<string, AttemptLimit> } {
  const anyone = accountSubject(area, email)
  const ofAccount = { free: limits.sign_ins_per_account, pause: 2, longest: minute, memory: hour }
  if (known_by === 'browser') {
    const account = `${anyone} browser ${browser_token ?? ''}`
    return { account, address: null, limits: { [account]: ofAccount } }
  }
  const account = known_by === 'address' ? `${anyone} address ${address}` : anyone
  const ofAddress = { free: limits.sign_ins_per_address, pause: 4, longest: 15 * minute, memory: hour }
  const subject = `sign-in address ${address}`
  return { account, address: subject, limits: { [subject]: ofAddress, [account]: ofAccount } }
}

/** Returns the account's name in the limit for wrong passwords from unknown callers. */
export function accountSubject(area: 'winemaker' | 'admin', email: string): string {
  return `${area} account ${email.toLowerCase()}`
}

/** Returns the limits on how often a signed-in person may type their own password or code. */
export function proofLimits(
  limits: Pick<Limits, 'sign_ins_per_account'>,
  what: 'password' | 'code',
  { actor, actor_id }: { actor: string; actor_id: string },
): { subject: string; limits: Record<string, AttemptLimit> } {
  const subject = `own ${what} ${actor} ${actor_id}`
  return {
    subject,
    limits: {
      [subject]: { free: limits.sign_ins_per_account, pause: 2, longest: 15 * minute, memory: hour },
    },
  }
}

/** Returns the limit on how many passkey sign-ins one address may start. */
export function passkeyLimits(
  { sign_ins_per_address: free }: Pick<Limits, 'sign_ins_per_address'>,
  address: string,
): Record<string, AttemptLimit> {
  return { [`passkey address ${address}`]: { free, pause: 4, longest: 15 * minute, memory: hour } }
}

/** Returns the limits on emailed links: one for the mailbox, and one for the address that requests the links. */
export function linkLimits(
  limits: LinkLimits,
  what: 'password' | 'visitor' | 'team',
  email: string,
  address: string,
): Record<string, AttemptLimit> {
  return {
    [`link address ${address}`]: {
      free: limits.links_per_address,
      pause: minute,
      longest: hour,
      memory: 2 * hour,
    },
    ...mailboxLimit(limits, what, email),
  }
}

/** Returns the limit for the mailbox alone, because the form with the link already counts attempts by address. */
export function mailboxLimit(
  limits: Pick<LinkLimits, 'links_per_mailbox'>,
  what: 'password' | 'visitor' | 'team' | 'claim' | 'opening_alert',
  email: string,
): Record<string, AttemptLimit> {
  return {
    [`link mailbox ${what} ${mailboxOf(email)}`]: {
      free: limits.links_per_mailbox,
      pause: 2 * minute,
      longest: hour,
      memory: 2 * hour,
    },
  }
}
