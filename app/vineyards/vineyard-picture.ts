import { policy } from '../accounts/policy.ts'

/** How many of them a vineyard shows besides its cover, its experiences' included. */
export const mostPictures = 40
/** In letters. */
export const longestAlt = 300

export const shownAs = ['cover', 'logo', 'more', 'post'] as const
export type ShownAs = (typeof shownAs)[number]

/** A picture that somebody sent, and where it is shown. */
export type VineyardPicture = {
  id: string
  /** Null for those of the marketplace's own posts. */
  vineyard_id: string | null
  /** The experience it shows, where it shows one. */
  experience_id: string | null
  shown_as: ShownAs
  address: string
  /** What it shows, in words; empty where it only decorates. */
  alt: string
  rank: number
  created_at: Date
  version: string
}

/** The order after one came down on another: it takes that one's place, and those between close up. */
export function movedBefore(ids: string[], moved: string, onto: string): string[] {
  const place = ids.indexOf(onto)
  return ids.filter((id) => id !== moved).toSpliced(place, 0, moved)
}

/** Who may do what with pictures. */
export const picturePolicy = {
  write: policy(
    ['winemaker', 'admin'],
    "A vineyard's own staff send, name and remove its pictures; admins do so for all, and for posts.",
  ),
}
