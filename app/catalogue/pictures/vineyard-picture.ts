import { policy } from '../../people/sign-in/policy.ts'

/** The largest number of pictures that a vineyard and its experiences show, in addition to the cover and the logo. */
export const mostPictures = 40
/**
 * The largest number of stored pictures of a vineyard, and of bytes in all their files. Removed and replaced pictures count
 * until they are deleted a day later. The pictures of all posts together have a limit of their own.
 */
export const pictureQuota = {
  vineyard: { pictures: 120, bytes: 200 * 1024 * 1024 },
  posts: { pictures: 2000, bytes: 4 * 1024 * 1024 * 1024 },
}
/** The largest length of an alternative text, in characters. */
export const longestAlt = 300

export const shownAs = ['cover', 'logo', 'more', 'post', 'host'] as const
export type ShownAs = (typeof shownAs)[number]

/** Returns the order after `moved` was dropped on `onto` and took its position. */
export function movedOnto(ids: string[], moved: string, onto: string): string[] {
  const position = ids.indexOf(onto)
  return ids.filter((id) => id !== moved).toSpliced(position, 0, moved)
}

/** The roles that each action on pictures needs. */
export const picturePolicy = {
  write: policy(
    ['owner', 'manager', 'admin'],
    "A vineyard's owners and managers upload, describe and remove its pictures; admins do so for all vineyards and for posts.",
  ),
}
