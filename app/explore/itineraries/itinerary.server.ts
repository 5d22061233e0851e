import { hashToken, makeToken } from '../../people/sign-in/session.server.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { type Day, dayOf } from '../../platform/days.ts'
import { posterAddress } from '../../catalogue/vineyards/vineyard.server.ts'
import type { Itinerary } from './itinerary.ts'

/**
 * A published itinerary in a list. `price_per_person` is the sum of the prices of its visits; null if a visit has no price.
 * `covers` are pictures of up to three of its vineyards.
 */
export type ItineraryLine = Pick<Itinerary, 'id' | 'title' | 'summary' | 'travel'> & {
  days: number
  visits: number
  regions: string[]
  price_per_person: number | null
  covers: string[]
}

const mostCovers = 3

/**
 * Lists at most 100 published curated itineraries, newest first. `at`: only itineraries with a stop at one of these vineyards.
 */
export async function listCuratedItineraries(
  sql: Queryable,
  now: Date,
  at?: string[],
): Promise<ItineraryLine[]> {
  const lines = await sql<ItineraryLine[]>`
    select i.id, i.title, i.summary, i.travel, s.days, s.visits, s.regions, s.price_per_person, s.covers
    from itineraries i
      cross join lateral (
        select count(distinct s.day)::int as days, count(v.id)::int as visits,
          array(
            select v.region::text from itinerary_stops s join vineyards v on v.id = s.vineyard_id and v.is_visible
            where s.itinerary_id = i.id and v.region is not null
            group by v.region order by min(s.place)
          ) as regions,
          case when count(e.id) = count(v.id) then sum(e.price_per_person) end as price_per_person,
          array(
            select coalesce(v.cover_image_url, ${posterAddress(sql)})
            from itinerary_stops s join vineyards v on v.id = s.vineyard_id and v.is_visible
            where s.itinerary_id = i.id and coalesce(v.cover_image_url, ${posterAddress(sql)}) is not null
            order by v.cover_image_url is null, s.place
          ) as covers
        from itinerary_stops s
          left join vineyards v on v.id = s.vineyard_id and v.is_visible
          left join experiences e on e.id = s.experience_id and e.is_active and v.id is not null
        where s.itinerary_id = i.id
      ) s
    where i.is_curated and i.published_at <= ${now} and ${
      at === undefined
        ? sql`true`
        : sql`
          exists (
            select from itinerary_stops s where s.itinerary_id = i.id and s.vineyard_id = any (${at}::uuid[])
          )`
    }
    order by i.published_at desc, i.id
    limit 100`
  const chosen = differentCovers(lines)
  return lines.map((line, n) => {
    const covers = new Set([chosen[n] ?? [], line.covers].flat())
    return { ...line, covers: [...covers].slice(0, mostCovers) }
  })
}

/**
 * Returns SQL for the fields of a stop `s` with its vineyard `v` and experience `e`, for `jsonb_build_object`. A hidden vineyard
 * has no picture, address or taxis.
 */
export const stopFields = (sql: Queryable) => sql`
  'id', s.id, 'day', s.day, 'note', s.note, 'start_time', s.start_time, 'minutes', s.minutes,
  'latitude', s.latitude, 'longitude', s.longitude,
  'vineyard', case when v.id is not null then jsonb_build_object(
    'id', v.id, 'name', v.name, 'city', v.city, 'latitude', v.latitude, 'longitude', v.longitude,
    'region', v.region, 'is_visible', v.is_visible, 'is_verified', v.is_verified, 'is_demo', v.is_demo, 'poster_url', ${posterAddress(sql)},
    'cover_image_url', case when v.is_visible then v.cover_image_url end,
    'address', case when v.is_visible then v.address end, 'postcode', case when v.is_visible then v.postcode end,
    'taxis', case when v.is_visible then v.taxis else '[]' end
  ) end,
  'experience', case when v.id is not null and e.id is not null then jsonb_build_object(
    'id', e.id, 'title', e.title, 'duration_minutes', e.duration_minutes
  ) end`

/** The right of a request to open an itinerary: the hash of an edit key, or a share id */
export type ItineraryAccess = { key_hash: Buffer | null; share_id: string | null }

/** An itinerary with the parts that the request may see. Only the maker gets bookings and the share link. */
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
      i.travel,
      case when i.stay is not null then jsonb_build_object(
        'label', i.stay, 'latitude', i.stay_latitude, 'longitude', i.stay_longitude
      ) end as stay,
      case access.by when 'maker' then i.share_id end as share_id,
      case access.by when 'maker' then i.share_until end as share_until,
      coalesce((
        select jsonb_agg(
          jsonb_build_object(
            ${stopFields(sql)}, 'name', s.name,
            'booked', case when b.status <> 'cancelled' then jsonb_build_object(
              'date', b.booking_date, 'start_time', b.start_time
            ) end,
            'booking', case when access.by = 'maker' and b.id is not null then jsonb_build_object(
              'id', b.id, 'reference', b.reference, 'status', b.status, 'called_off_at', b.called_off_at,
              'is_being_cancelled', is_being_cancelled(b, ${now}), 'number_of_guests', b.number_of_guests,
              'is_erased', b.erased_at is not null
            ) end,
            'price', case
              when access.by = 'maker' and b.status <> 'cancelled' then b.total_price
              when e.is_active and v.is_visible then e.price_per_person * i.party
            end,
            'food', case when v.is_visible then coalesce(e.food, (
              select other.food from experiences other
              where other.vineyard_id = v.id and other.is_active and other.food is not null
              order by other.price_per_person, other.id
              limit 1
            )) end
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

export type NewItinerary = Pick<Itinerary, 'id' | 'title' | 'visit_date' | 'party'> &
  Partial<Pick<Itinerary, 'summary' | 'begins_at' | 'travel' | 'stay'>> & { key_hash: Buffer }

/** Creates an itinerary without stops. Returns false if the id already exists. */
export async function createItinerary(sql: Queryable, itinerary: NewItinerary, now: Date): Promise<boolean> {
  const { id, title, visit_date, party, key_hash } = itinerary
  const { summary = null, begins_at = '10:00', travel = 'drive', stay = null } = itinerary
  const inserted = await sql`
    insert into itineraries (
      id, title, summary, visit_date, party, begins_at, travel, stay, stay_latitude, stay_longitude,
      key_hash, created_at, updated_at
    )
    values (
      ${id}, ${title}, ${summary}, ${visit_date}, ${party}, ${begins_at}, ${travel}, ${stay?.label ?? null},
      ${stay?.latitude ?? null}, ${stay?.longitude ?? null}, ${key_hash}, ${now}, ${now}
    )
    on conflict do nothing`
  return inserted.count === 1
}

/** Returns the last day of the link if it has ended, and whether friends have answered. Called for a request without access. */
export async function findEndedLink(
  sql: Queryable,
  id: string,
  { share_id }: Pick<ItineraryAccess, 'share_id'>,
  now: Date,
): Promise<{ ended: Day | null; has_answers: boolean } | undefined> {
  const [found] = await sql<{ ended: Day | null; has_answers: boolean }[]>`
    select case when i.share_id = ${share_id} and i.share_until < ${dayOf(now)} then i.share_until end as ended,
      exists (select from itinerary_answers a where a.itinerary_id = i.id) as has_answers
    from itineraries i where i.id = ${id}`
  return found
}

/** Turns the share link on. `until`, if given, is the last day on which the link works. Sharing again keeps the same link. */
export async function shareItinerary(sql: Queryable, id: string, until: Day | null): Promise<void> {
  await sql`
    update itineraries set share_id = coalesce(share_id, gen_random_uuid()), share_until = ${until} where id = ${id}`
}

export async function stopSharingItinerary(sql: Queryable, id: string): Promise<void> {
  await sql`update itineraries set share_id = null, share_until = null where id = ${id}`
}

/** Adds each itinerary to a visitor's account if its key is valid and it is in no account yet. Returns the added ids. */
export async function joinItineraries(
  sql: Queryable,
  user_id: string,
  keys: { id: string; key: string }[],
): Promise<string[]> {
  const hashed = keys.map(({ id, key }) => ({ id, key_hash: hashToken(key).toString('hex') }))
  const joined = await sql<{ id: string }[]>`
    update itineraries i set user_id = ${user_id}
    from jsonb_to_recordset(${sql.json(hashed)}) as k (id uuid, key_hash text)
    where i.id = k.id and not i.is_curated and i.user_id is null
      and may_change_itinerary(i, decode(k.key_hash, 'hex'))
    returning i.id`
  return joined.map(({ id }) => id)
}

/** Creates another edit key for an itinerary; undefined if the itinerary is not in the visitor's account. */
export async function createItineraryKey(
  sql: Queryable,
  user_id: string,
  id: string,
  now: Date,
): Promise<{ title: string; key: string } | undefined> {
  const key = makeToken()
  const [itinerary] = await sql<[{ title: string }?]>`
    with created as (
      insert into itinerary_keys (key_hash, itinerary_id, created_at)
      select ${hashToken(key)}, i.id, ${now} from itineraries i
      where i.id = ${id} and i.user_id = ${user_id} and not i.is_curated
      returning itinerary_id
    )
    select i.title from itineraries i join created on created.itinerary_id = i.id`
  return itinerary && { title: itinerary.title, key }
}

/**
 * Removes an itinerary from its visitor's account. An itinerary without a first edit key (`key_hash`) is deleted instead.
 * Returns false if the itinerary is not in this visitor's account.
 */
export async function leaveItinerary(sql: Queryable, user_id: string, id: string): Promise<boolean> {
  const [{ removed }] = await sql<[{ removed: boolean }]>`
    with deleted as (
      delete from itineraries
      where id = ${id} and user_id = ${user_id} and not is_curated and key_hash is null returning 1
    ), kept as (
      update itineraries set user_id = null
      where id = ${id} and user_id = ${user_id} and not is_curated and key_hash is not null returning 1
    )
    select exists (select from deleted union all select from kept) as removed`
  return removed
}

/**
 * Returns a cover for each itinerary from its stops' pictures. To avoid repeats, itineraries with few pictures choose
 * first.
 */
export function differentCovers(days: { covers: string[] }[]): (string | null)[] {
  const shown = new Set<string | null>()
  const choose = ({ covers }: { covers: string[] }) => {
    const cover = covers.find((picture) => !shown.has(picture)) ?? covers[0] ?? null
    shown.add(cover)
    return cover
  }
  const fewestFirst = days.toSorted((a, b) => new Set(a.covers).size - new Set(b.covers).size)
  const chosen = new Map(fewestFirst.map((line) => [line, choose(line)]))
  return days.map((line) => chosen.get(line) ?? null)
}
