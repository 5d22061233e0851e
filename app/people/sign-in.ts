import type { AttemptLimit } from './attempt-limit.ts'

/** What a sign-in says, by the specification; both logins say the same. */
export const signInSentences = {
  wrong: 'Invalid email or password',
  failed: 'Login failed. Please try again.',
  ended: 'Your session has ended. Please sign in again.',
  busy: 'Very many people are signing in right now. Please try again in a moment.',
} as const

/** Seconds as one says them: "8 seconds", "3 minutes". */
export function waitSentence(wait_seconds: number): string {
  const minutes = Math.ceil(wait_seconds / 60)
  const wait =
    wait_seconds < 90 ? `${wait_seconds} ${wait_seconds === 1 ? 'second' : 'seconds'}` : `${minutes} minutes`
  return `Too many attempts. Please wait ${wait} and try again.`
}

type Limits = { sign_ins_per_account: number; sign_ins_per_address: number }

const minute = 60
const hour = 60 * minute

/**
 * What a sign-in counts against. The pauses of an account stay short, because its owner waits as well while somebody
 * else guesses; those of an address do not.
 */
export function signInLimits(
  limits: Limits,
  door: 'winemaker' | 'admin',
  email: string,
  address: string,
): { account: string; address: string; limits: Record<string, AttemptLimit> } {
  const subject = { account: `${door} account ${email.toLowerCase()}`, address: `sign-in address ${address}` }
  return {
    ...subject,
    limits: {
      [subject.address]: { free: limits.sign_ins_per_address, pause: 4, longest: 15 * minute, memory: hour },
      [subject.account]: { free: limits.sign_ins_per_account, pause: 2, longest: minute, memory: hour },
    },
  }
}
