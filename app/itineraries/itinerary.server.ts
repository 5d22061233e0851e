import type { Queryable } from '../platform/database.server.ts'
import { type Day, dayOf } from '../platform/days.ts'
import type { Itinerary, Stop } from './itinerary.ts'
import { differentCovers } from './list-covers.ts'

/** A published day among vineyards as lists show it. */
export type ItineraryLine = {
  id: string
  title: string
  summary: string | null
  stops: number
  cover: string | null
}

/** The curated itineraries that admins have published, the newest first. */
export async function listCuratedItineraries(sql: Queryable, now: Date): Promise<ItineraryLine[]> {
  const days = await sql<(Omit<ItineraryLine, 'cover'> & { covers: string[] })[]>`
    select i.id, i.title, i.summary,
      (select count(*)::int from itinerary_stops s where s.itinerary_id = i.id) as stops,
      array(
        select v.cover_image_url
        from itinerary_stops s join vineyards v on v.id = s.vineyard_id and v.is_visible
        where s.itinerary_id = i.id and v.cover_image_url is not null
        order by s.place
      ) as covers
    from itineraries i
    where i.is_curated and i.published_at <= ${now}
    order by i.published_at desc, i.id
    limit 100`
  const chosen = differentCovers(days)
  return days.map(({ id, title, summary, stops }, n) => ({
    id,
    title,
    summary,
    stops,
    cover: chosen[n] ?? null,
  }))
}

/** What somebody shows to see an itinerary: its maker's key, hashed, or the share id of a link they were sent. */
export type ItineraryAccess = { key_hash: Buffer | null; share_id: string | null }

/** An itinerary for whoever may see it; bookings, the share id and its end only for its maker. */
export type OpenedItinerary = Itinerary & {
  by: 'maker' | 'reader'
  share_id: string | null
  share_until: Day | null
}

export async function findItinerary(
  sql: Queryable,
  id: string,
  { key_hash, share_id }: ItineraryAccess,
  now: Date,
): Promise<OpenedItinerary | undefined> {
  const [found] = await sql<OpenedItinerary[]>`
    select
      i.id, i.title, i.summary, i.visit_date, i.party, i.begins_at, i.is_curated, i.version, access.by,
      case access.by when 'maker' then i.share_id end as share_id,
      case access.by when 'maker' then i.share_until end as share_until,
      coalesce((
        select jsonb_agg(
          jsonb_build_object(
            'id', s.id, 'day', s.day, 'name', s.name, 'note', s.note, 'start_time', s.start_time,
            'minutes', s.minutes, 'latitude', s.latitude, 'longitude', s.longitude,
            'vineyard', case when v.id is not null then jsonb_build_object(
              'id', v.id, 'name', v.name, 'city', v.city, 'latitude', v.latitude, 'longitude', v.longitude,
              'region', v.region, 'address', v.address, 'postcode', v.postcode,
              'cover_image_url', v.cover_image_url, 'is_visible', v.is_visible
            ) end,
            'experience', case when e.id is not null then jsonb_build_object(
              'id', e.id, 'title', e.title, 'duration_minutes', e.duration_minutes
            ) end,
            'booked', case when b.status <> 'cancelled' then jsonb_build_object(
              'date', b.booking_date, 'start_time', b.start_time
            ) end,
            'booking', case when access.by = 'maker' and b.id is not null then jsonb_build_object(
              'id', b.id, 'reference', b.reference, 'booking_date', b.booking_date, 'start_time', b.start_time,
              'end_time', b.end_time, 'status', b.status
            ) end
          )
          order by s.place
        )
        from itinerary_stops s
          left join vineyards v on v.id = s.vineyard_id
          left join experiences e on e.id = s.experience_id
          left join bookings b on b.id = s.booking_id
        where s.itinerary_id = i.id
      ), '[]') as stops
    from itineraries i
      cross join lateral (
        select case
          when may_change_itinerary(i, ${key_hash}) then 'maker'
          when i.share_id = ${share_id} and coalesce(i.share_until >= ${dayOf(now)}, true) then 'reader'
          when i.is_curated and i.published_at <= ${now} then 'reader'
        end as by
      ) as access
    where i.id = ${id} and access.by is not null`
  return found
}

/** A stop as it is written down; what is left out it does not have. */
export type NewStop = Pick<Stop, 'day'> &
  Partial<Pick<Stop, 'name' | 'note' | 'start_time' | 'minutes' | 'latitude' | 'longitude'>> & {
    vineyard_id?: string
    experience_id?: string
    booking_id?: string
  }

export type NewItinerary = Pick<Itinerary, 'id' | 'title' | 'visit_date' | 'party'> &
  Partial<Pick<Itinerary, 'summary' | 'begins_at'>> & { key_hash: Buffer }

const usualBeginning = '10:00'

/** Begins an itinerary, once however often it is sent: false where it was there already. */
export async function beginItinerary(
  sql: Queryable,
  { id, title, summary = null, visit_date, party, begins_at = usualBeginning, key_hash }: NewItinerary,
  now: Date,
): Promise<boolean> {
  const begun = await sql`
    insert into itineraries (
      id, title, summary, visit_date, party, begins_at, key_hash, created_at, updated_at
    )
    values (
      ${id}, ${title}, ${summary}, ${visit_date}, ${party}, ${begins_at}, ${key_hash}, ${now}, ${now}
    )
    on conflict do nothing`
  return begun.count === 1
}

/** Puts stops behind those that are there. */
export async function addStops(sql: Queryable, id: string, stops: NewStop[]): Promise<void> {
  await sql`
    insert into itinerary_stops (
      itinerary_id, place, day, vineyard_id, experience_id, name, note, start_time, minutes, latitude, longitude,
      booking_id
    )
    select
      ${id}, (select coalesce(max(place), 0) from itinerary_stops where itinerary_id = ${id}) + s.n, s.day,
      s.vineyard_id, s.experience_id, s.name, s.note, s.start_time, s.minutes, s.latitude, s.longitude, s.booking_id
    from jsonb_to_recordset(${sql.json(stops.map((stop, n) => ({ ...stop, n: n + 1 })))}) as s (
      n smallint, day smallint, vineyard_id uuid, experience_id uuid, name text, note text, start_time time,
      minutes smallint, latitude double precision, longitude double precision, booking_id uuid
    )
    order by s.n`
}

/** The last day of a share link that has ended; undefined for any other. */
export async function findShareEnd(
  sql: Queryable,
  id: string,
  { share_id }: Pick<ItineraryAccess, 'share_id'>,
  now: Date,
): Promise<Day | undefined> {
  const [ended] = await sql<{ share_until: Day }[]>`
    select share_until from itineraries
    where id = ${id} and share_id = ${share_id} and share_until < ${dayOf(now)}`
  return ended?.share_until
}

/** Makes the link that others may read it by, which works until the end of that day; the link itself stays the same. */
export async function shareItinerary(sql: Queryable, id: string, until: Day | null): Promise<void> {
  await sql`
    update itineraries set share_id = coalesce(share_id, gen_random_uuid()), share_until = ${until} where id = ${id}`
}

export async function stopSharingItinerary(sql: Queryable, id: string): Promise<void> {
  await sql`update itineraries set share_id = null, share_until = null where id = ${id}`
}
