import { hasPosition, type Position } from './position.ts'

/**
 * The position of a vineyard or another location. `rough` is the id of an unverified vineyard, whose position is accurate to
 * about a kilometre.
 */
export type RoughPosition = Position & { rough?: string | null }

type Vineyard = { id: string; is_verified: boolean; is_demo: boolean } & {
  [Field in keyof Position]: number | null
}

/** Returns whether a vineyard's position is accurate only to about a kilometre, because nobody has verified the vineyard. */
export function isRough({ is_verified, is_demo }: Pick<Vineyard, 'is_verified' | 'is_demo'>): boolean {
  return !is_verified && !is_demo
}

/** Returns the position of a vineyard; null if it is unknown. */
export function roughPositionOf(vineyard: Vineyard): RoughPosition | null {
  if (!hasPosition(vineyard)) return null
  const { id, latitude, longitude } = vineyard
  return { latitude, longitude, rough: isRough(vineyard) ? id : null }
}
