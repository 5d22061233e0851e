import type { Queryable } from '../../platform/database.server.ts'
import { type Day, dayOf, weekdayNumber } from '../../platform/days.ts'
import type { Offers } from './offers.ts'
import { IdTable, wordsOfId } from './id-table.ts'
import type { DayException, OpenDay } from './open-day.ts'
import type { Seen } from './read.server.ts'

type ExceptionRow = [vineyard_id: string, string | null, string | null, boolean]

type DayRow = {
  is_stale: boolean
  starts: number[]
  instants: (number | null)[]
  taken: Uint8Array | null
  legacy: Uint8Array | null
  exceptions: ExceptionRow[] | null
  crowded: string[]
}

/**
 * What the database knows of a day and the catalogue does not, in one query: counters, closures, legacy slots, busy
 * hosts, and when the starts of that day are. Stale where the catalogue has changed since it was `seen`, so that the
 * two are not of one moment.
 */
export async function readOpenDay(
  sql: Queryable,
  seen: Seen,
  offers: Offers,
  { date, party }: { date: Day; party: number },
  now: Date,
): Promise<OpenDay & { is_stale: boolean }> {
  // Whoever has fewer taken than this has room for the party, however small the slot.
  const harmless = Math.max(0, Math.min(offers.leastCapacity, 10_000) - party)
  const [row] = await sql<[DayRow]>`
    with midnight as (
      select ${date}::date::timestamp at time zone 'Europe/London' as first,
        (${date}::date + 1)::timestamp at time zone 'Europe/London' as next,
        (${date}::date + 2)::timestamp at time zone 'Europe/London' as last
    ),
    starts as (
      select minute, extract(epoch from london_instant(${date}, time '00:00' + make_interval(mins => minute)))::float8
        * 1000 as instant
      from unnest(${[...offers.starts]}::int[]) as minute
    )
    select
      exists (select from catalogue_changed_since(${seen.snapshot})) as is_stale,
      array(select minute from starts order by minute) as starts,
      array(select instant from starts order by minute) as instants,
      (
        select string_agg(uuid_send(i.pattern_id) || int4send(i.booked + i.overbooked), '')
        from slot_inventory i
        where i.slot_date = ${date} and i.booked + i.overbooked > ${harmless}
      ) as taken,
      (
        select string_agg(uuid_send(experience_id) || int4send(seconds), '')
        from (
          select a.experience_id, max(extract(epoch from
            london_instant(${date}, (a.start_time at time zone 'Europe/London')::time)
              - ${date}::date::timestamp at time zone 'UTC'))::int as seconds
          from midnight join availability a on a.start_time >= midnight.first and a.start_time < midnight.next
          where a.available_slots - a.overbooked >= ${party}
          group by a.experience_id
        ) as legacy
      ) as legacy,
      (
        select json_agg(json_build_array(
          x.vineyard_id, x.experience_id, x.pattern_id, x.from_time is null and x.capacity is null
        ))
        from availability_exceptions x
        -- A visit ends at most two days after the one it starts on.
        where daterange(x.starts_on, x.ends_on, '[]') && daterange(${date}, ${date}::date + 2, '[]')
          and (x.from_time is not null or ${date} between x.starts_on and x.ends_on)
      ) as exceptions,
      array(
        select h.vineyard_id
        from hosts h cross join midnight
        where h.capacity - ${party} < (
          select coalesce(sum(b.number_of_guests), 0)
          from experiences e join bookings b on b.experience_id = e.id and b.status <> 'cancelled'
          where e.host_id = h.id and b.starts_at < midnight.last and b.ends_at > midnight.first
        )
      ) as crowded`

  const startsAt = new Float64Array(24 * 60).fill(Number.NaN)
  for (const [n, minute] of row.starts.entries()) startsAt[minute] = row.instants[n] ?? Number.NaN
  return {
    is_stale: row.is_stale,
    day: numberOf(date),
    ahead: numberOf(date) - numberOf(dayOf(now)),
    weekday: 1 << (weekdayNumber(date) - 1),
    party,
    now: now.getTime(),
    startsAt,
    taken: new IdTable(row.taken ?? new Uint8Array()),
    legacy: new IdTable(row.legacy ?? new Uint8Array()),
    exceptions: byVineyard(row.exceptions ?? []),
    crowded: new Set(row.crowded),
    told: null,
  }
}

/** Days since 1970. */
function numberOf(day: Day): number {
  return Date.parse(`${day}T00:00Z`) / 86_400_000
}

function byVineyard(rows: ExceptionRow[]): Map<string, DayException[]> {
  const exceptions = new Map<string, DayException[]>()
  for (const [vineyard_id, experience, pattern, closes] of rows) {
    const exception = {
      experience: experience === null ? null : wordsOfId(experience),
      pattern: pattern === null ? null : wordsOfId(pattern),
      closes,
    }
    const others = exceptions.get(vineyard_id)
    if (others) others.push(exception)
    else exceptions.set(vineyard_id, [exception])
  }
  return exceptions
}

/** Those of these experiences that have room for the party on the day, as the database reckons it. */
export async function readOpen(
  sql: Queryable,
  experienceIds: string[],
  { date, party }: { date: Day; party: number },
  now: Date,
): Promise<Set<string>> {
  const rows = await sql<{ experience_id: string }[]>`
    select distinct experience_id from slots_of_many(${experienceIds}::uuid[], ${date}, ${date}, ${now})
    where remaining >= ${party}`
  return new Set(rows.map(({ experience_id }) => experience_id))
}
