import { usualGuests } from '../../catalogue/experiences/experience.ts'
import type { Sql } from '../../platform/database/database.server.ts'
import { addDays, type Day, dayOf } from '../../platform/days.ts'
import { noFilters } from './filters.ts'
import { type CardToDraw, exploreCardsToDraw, type FoundVineyard, withScenes } from './search.server.ts'
import { emptySearch, type SearchQuery } from './search-url.ts'
import { weekendFrom } from './trip.ts'

/** The number of cards on the home page, without the featured vineyard. */
const openSoonCards = 6
const mostCards = openSoonCards + 1
/** The number of days searched when the weekend has no places */
const daysAhead = 7

export type OpenSoon<Card = FoundVineyard> = { isWeekend: boolean; vineyards: Card[] }

/**
 * Returns up to seven vineyards with places this weekend or, if there are none, in the next seven days. Sorts them by day, and
 * within a day by name or, with a location, by distance.
 */
export async function findOpenSoon(
  sql: Sql,
  near: SearchQuery['near'],
  now: Date,
): Promise<OpenSoon<CardToDraw>> {
  const today = dayOf(now)
  const vineyards = await firstOpen(sql, weekendFrom(today), near, now)
  if (vineyards.length > 0) return { isWeekend: true, vineyards }
  const days = Array.from({ length: daysAhead }, (_, n) => addDays(today, n))
  return { isWeekend: false, vineyards: await firstOpen(sql, days, near, now) }
}

async function firstOpen(sql: Sql, days: Day[], near: SearchQuery['near'], now: Date) {
  const found = new Map<string, CardToDraw>()
  for (const date of days) {
    if (found.size >= mostCards) break
    const query = { ...emptySearch, near, filters: { ...noFilters, date, guests: usualGuests } }
    const { vineyards } = await exploreCardsToDraw(sql, query, now)
    for (const vineyard of vineyards) if (!found.has(vineyard.id)) found.set(vineyard.id, vineyard)
  }
  return [...found.values()].slice(0, mostCards)
}

/** Returns the cards without the featured vineyard, which has a section of its own, or null if no cards are left. */
export function withoutFeatured(
  { isWeekend, vineyards }: OpenSoon<CardToDraw>,
  featured: string | undefined,
  today: Day,
): OpenSoon | null {
  const shown = vineyards.filter(({ id }) => id !== featured).slice(0, openSoonCards)
  return shown.length > 0 ? { isWeekend, vineyards: withScenes(shown, today) } : null
}
