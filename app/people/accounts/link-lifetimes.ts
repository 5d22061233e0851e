const hour = 60
const day = 24 * hour

/** The minutes for which a one-time link works. Each key is the type of the email that contains the link. */
export const linkLifetimes = {
  // A link that signs in or opens bookings without a password works for at most ten minutes.
  sign_in_link: 10,
  bookings_link: 10,
  password_reset: hour,
  invitation: 7 * day,
  team_invitation: 7 * day,
  claim_approved: 7 * day,
  claim_link: 3 * day,
  opening_alert_link: 3 * day,
} as const

/** Returns a lifetime for pages and emails, such as '60 minutes' or '3 days'. */
export function lifetimeSentence(kind: keyof typeof linkLifetimes): string {
  const minutes = linkLifetimes[kind]
  return minutes % day === 0 ? `${minutes / day} days` : `${minutes} minutes`
}
