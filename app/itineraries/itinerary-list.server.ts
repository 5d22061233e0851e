import type { Actor } from '../accounts/actor.ts'
import { type Listing, type Page, readListPage } from '../platform/api/listing.server.ts'
import type { Queryable } from '../platform/database.server.ts'
import type { Itinerary, Stop } from './itinerary.ts'

export type ItineraryEntry = {
  id: string
  title: string
  summary: string | null
  is_curated: boolean
  published_at: Date | null
  stops: number
}

/** A stop: a vineyard of ours that visitors see, or a place with a name. Admins find hidden vineyards too. */
export type ListedStop = Omit<Stop, 'booked' | 'booking'> & {
  place: number
  vineyard_id: string | null
  experience_id: string | null
}

/** An itinerary with its stops; `edition` rises with every change of the stops. */
export type WholeItinerary = Omit<ItineraryEntry, 'stops'> &
  Pick<Itinerary, 'party' | 'begins_at'> & { edition: number; version: string; stops: ListedStop[] }

const columns = (sql: Queryable) => sql`
  i.id, i.title, i.summary, i.is_curated, i.published_at,
  (select count(*)::int from itinerary_stops s where s.itinerary_id = i.id) as stops`

/** What is curated and published, to admins all that is curated, to visitors who signed in their own besides. */
function mayBeRead(sql: Queryable, by: Actor, now: Date) {
  if (by.actor === 'admin') return sql`i.is_curated`
  return sql`(i.is_curated and i.published_at <= ${now} or i.user_id = ${by.actor === 'guest' ? by.actor_id : null})`
}

/** One page of the itineraries that somebody may read. */
export async function pageOfItineraries(
  sql: Queryable,
  { is_curated, ...asked }: Listing & { is_curated?: boolean | undefined },
  { by }: { by: Actor },
  now: Date,
): Promise<Page<ItineraryEntry>> {
  return readListPage(
    sql,
    asked,
    sql`
      select ${columns(sql)} from itineraries i
      where ${mayBeRead(sql, by, now)}
        and ${is_curated === undefined ? sql`true` : sql`i.is_curated = ${is_curated}`}`,
  )
}

/** One itinerary that somebody may read, with its stops in their order. */
export async function findListedItinerary(
  sql: Queryable,
  id: string,
  { by }: { by: Actor },
  now: Date,
): Promise<WholeItinerary | undefined> {
  const [itinerary] = await sql<WholeItinerary[]>`
    select i.id, i.title, i.summary, i.is_curated, i.published_at, i.party, i.begins_at, i.version as edition,
      version_of(to_jsonb(i)) as version, coalesce((
      select jsonb_agg(
        jsonb_build_object(
          'id', s.id, 'place', s.place, 'vineyard_id', v.id, 'experience_id', case when v.id is not null then s.experience_id end,
          'name', coalesce(s.name, v.name), 'note', s.note, 'day', s.day, 'start_time', s.start_time, 'minutes', s.minutes,
          'latitude', s.latitude, 'longitude', s.longitude,
          'vineyard', case when v.id is not null then jsonb_build_object(
            'id', v.id, 'name', v.name, 'city', v.city, 'latitude', v.latitude, 'longitude', v.longitude,
            'region', v.region, 'address', v.address, 'postcode', v.postcode,
            'cover_image_url', v.cover_image_url, 'is_visible', v.is_visible
          ) end,
          'experience', case when v.id is not null and e.id is not null then jsonb_build_object(
            'id', e.id, 'title', e.title, 'duration_minutes', e.duration_minutes
          ) end
        )
        order by s.place
      )
      from itinerary_stops s
        left join vineyards v on v.id = s.vineyard_id and (v.is_visible or ${by.actor === 'admin'})
        left join experiences e on e.id = s.experience_id
      where s.itinerary_id = i.id
    ), '[]') as stops
    from itineraries i
    where i.id = ${id} and ${mayBeRead(sql, by, now)}`
  return itinerary
}
