const hour = 60
const day = 24 * hour

/** How long a one-time link works, in minutes, by the email that contains it */
export const linkLifetimes = {
  // These links work for ten minutes at most, because they open something without a password.
  sign_in_link: 10,
  bookings_link: 10,
  password_reset: hour,
  invitation: 7 * day,
  team_invitation: 7 * day,
  claim_approved: 7 * day,
  claim_link: 3 * day,
  opening_alert_link: 3 * day,
} as const

/** Returns '60 minutes' or '3 days', for pages and emails. */
export function lifetimeSentence(kind: keyof typeof linkLifetimes): string {
  const minutes = linkLifetimes[kind]
  return minutes % day === 0 ? `${minutes / day} days` : `${minutes} minutes`
}
