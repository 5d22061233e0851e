import type { Queryable } from '../platform/database.server.ts'

/** A published day among vineyards as lists show it. */
export type ItineraryLine = { id: string; title: string; summary: string | null; stops: number }

/** The curated itineraries that admins have published, the newest first. */
export async function listCuratedItineraries(sql: Queryable, now: Date): Promise<ItineraryLine[]> {
  return sql<ItineraryLine[]>`
    select i.id, i.title, i.summary, (select count(*)::int from itinerary_stops s where s.itinerary_id = i.id) as stops
    from itineraries i
    where i.is_curated and i.published_at <= ${now}
    order by i.published_at desc, i.id
    limit 100`
}
