/** The sentences of both staff logins. The specification gives the first two. */
export const signInSentences = {
  wrong: 'Invalid email or password',
  failed: 'Login failed. Please try again.',
  wrong_code: 'That code is wrong or has already been used. Please enter the code your app shows now.',
  ended: 'Your sign-in has ended. Please sign in again.',
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
  sign_in_again: 'Please sign in again first. Then you can sign out your other browsers.',
  on_already: 'Two-step sign-in is already on.',
  no_key: 'This site can’t encrypt the app’s secret. Its operator must set SECRETS_KEY first.',
  required: 'All admins must use two-step sign-in on this site.',
} as const

export const passkeySentences = {
  sign_in_again: 'Please sign in again first. Then you can add a passkey.',
  challenge: 'That took too long, or was sent twice. Please try again.',
  signature: 'Your device’s answer could not be checked. Please try again.',
  many: 'You have as many passkeys as an account may have. Please remove one first.',
  known: 'Your account already has this passkey.',
  refused: 'This passkey does not work here. Please sign in by email instead.',
  cancelled: 'Your device did not confirm who you are. Please try again, or use the emailed link.',
} as const
