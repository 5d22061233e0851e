import { mailboxOf } from '../../platform/text/text.ts'

/**
 * A limit. After `free` attempts, pauses double from `pause` to `longest` seconds. If no attempt is admitted for
 * `memory` seconds, all attempts are forgotten.
 */
export type AttemptLimit = { free: number; pause: number; longest: number; memory: number }

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

/** Returns the name of the limit on an account's wrong passwords from unknown callers. */
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

/** Returns the limit on how many passkey sign-ins one network address may start. */
export function passkeyLimits(
  { sign_ins_per_address: free }: Pick<Limits, 'sign_ins_per_address'>,
  address: string,
): Record<string, AttemptLimit> {
  return { [`passkey address ${address}`]: { free, pause: 4, longest: 15 * minute, memory: hour } }
}

/** Returns the limits on emailed links: one for the mailbox, and one for the network address that requests the links. */
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

/** Returns the limit on links to one mailbox. It suffices for forms that already limit requests by network address. */
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
