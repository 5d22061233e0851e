import { policy } from '../../people/sign-in/policy.ts'

/** The most pictures of a vineyard besides cover and logo, including its experiences'. */
export const mostPictures = 40
/**
 * The most stored pictures of a vineyard, and bytes of all their files. Removed and replaced ones count until they are
 * deleted, a day later. Those of posts belong to the site and have a limit together.
 */
export const pictureQuota = {
  vineyard: { pictures: 120, bytes: 200 * 1024 * 1024 },
  posts: { pictures: 2000, bytes: 4 * 1024 * 1024 * 1024 },
}
/** In characters. */
export const longestAlt = 300

export const shownAs = ['cover', 'logo', 'more', 'post'] as const
export type ShownAs = (typeof shownAs)[number]

/** An uploaded picture, and where it is shown. */
export type VineyardPicture = {
  id: string
  /** Null for pictures of blog posts. */
  vineyard_id: string | null
  /** The experience it belongs to, if any. */
  experience_id: string | null
  shown_as: ShownAs
  address: string
  /** The alternative text; empty for a decorative picture. */
  alt: string
  rank: number
  created_at: Date
  version: string
}

/** The order after `moved` was dropped on `onto`, whose place it takes. */
export function movedBefore(ids: string[], moved: string, onto: string): string[] {
  const place = ids.indexOf(onto)
  return ids.filter((id) => id !== moved).toSpliced(place, 0, moved)
}

/** Rights to pictures. */
export const picturePolicy = {
  write: policy(
    ['owner', 'manager', 'admin'],
    "A vineyard's owners and managers upload, describe and remove its pictures; admins those of all vineyards and posts.",
  ),
}
