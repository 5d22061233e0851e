/** What an admin decides on about a vineyard. */
export const decisions = {
  is_visible: { label: 'Visible', on: 'can be seen', off: 'is hidden' },
  is_verified: { label: 'Verified', on: 'is verified', off: 'is unverified' },
  is_featured: { label: 'Featured', on: 'is featured', off: 'is not featured any more' },
} as const
export type Decision = keyof typeof decisions
