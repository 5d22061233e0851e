import type { Queryable } from '../../platform/database.server.ts'
import { type Day, dayOf, numberOfDay, weekdayNumber } from '../../platform/days.ts'
import { type ExceptionRow, groupExceptions } from './exceptions.ts'
import { IdTable } from './id-table.ts'
import type { ExperienceTable } from './experience-table.ts'
import type { BusyHost, OpenDayData } from './open-day.ts'
import type { SnapshotVersion } from './snapshot.server.ts'

type DayRow = {
  is_stale: boolean
  starts: number[]
  instants: (number | null)[]
  utc_offsets: number[]
  taken: Uint8Array | null
  legacy: Uint8Array | null
  exceptions: ExceptionRow[] | null
  hosts: [capacity: number, visits: BusyHost['visits'] | null][] | null
  host_of: Uint8Array | null
}

/**
 * What the database knows about a day and the index does not, in one query: counters, exceptions, legacy slots, busy hosts and
 * the instants of starts. Stale if vineyards have changed since `version`, so that the two are not of one moment.
 */
export async function readOpenDay(
  sql: Queryable,
  version: SnapshotVersion,
  table: ExperienceTable,
  { date, party }: { date: Day; party: number },
  now: Date,
): Promise<OpenDayData & { is_stale: boolean }> {
  const midnight = (days: number) =>
    sql`((${date}::date + ${days}::int)::timestamp at time zone 'Europe/London')`
  const [earliest, latest] = [
    sql`${midnight(0)} - interval '24 hours'`,
    sql`${midnight(1)} + interval '24 hours'`,
  ]
  const [row] = await sql<[DayRow]>`
    with starts as materialized (
      select minute, date_part('epoch', london_instant(${date}, time '00:00' + make_interval(mins => minute))) * 1000 as instant
      from unnest(${[...table.starts]}::int[]) as minute
    ),
    exceptions as materialized (
      select x.* from availability_exceptions x
      -- A visit ends at most two days after the one it starts on.
      where daterange(x.starts_on, x.ends_on, '[]') && daterange(${date}, ${date}::date + 2, '[]')
        and (x.from_time is not null or ${date} between x.starts_on and x.ends_on)
    ),
    -- Hosts that a visit of that day could meet busy: no visit lasts longer than 24 hours, whether it took places of a slot
    -- or none. A host too small for the party needs no visits to be full.
    hosted as (
      select n.host_id from host_days n where n.day between london_today(${earliest}) and london_today(${latest})
      union
      select e.host_id from availability a join experiences e on e.id = a.experience_id and e.host_id is not null
      where a.start_time >= ${earliest} and a.start_time < ${latest} and a.taken + a.overbooked > 0
      union
      select e.host_id from bookings b join experiences e on e.id = b.experience_id and e.host_id is not null
      where b.pattern_id is null and b.availability_id is null and b.status <> 'cancelled' and b.called_off_at is null
        and b.starts_at >= ${earliest} and b.starts_at < ${latest}
      union
      select e.host_id from holds h join experiences e on e.id = h.experience_id and e.host_id is not null
      where is_live(h, ${now}) and h.starts_at >= ${earliest} and h.starts_at < ${latest}
      union
      select small.id from hosts small where small.capacity < ${party}
    ),
    busy as materialized (
      select h.id, h.capacity, visits.of_day, (row_number() over ())::int - 1 as position
      from hosted
        join hosts h on h.id = hosted.host_id
        cross join lateral (
          select coalesce(sum(b.number_of_guests), 0) as people, json_agg(json_build_array(
            date_part('epoch', b.starts_at) * 1000, date_part('epoch', b.ends_at) * 1000,
            b.number_of_guests
          )) as of_day
          from experiences e
            cross join lateral (
              select starts_at, ends_at, number_of_guests from bookings
              where experience_id = e.id and status <> 'cancelled' and called_off_at is null
              union all
              select starts_at, ends_at, number_of_guests from holds held where experience_id = e.id and is_live(held, ${now})
            ) as b
          where e.host_id = h.id and b.starts_at >= ${earliest} and b.starts_at < ${latest} and b.ends_at > ${midnight(0)}
        ) as visits
      where h.capacity - ${party} < visits.people
    )
    select
      exists (select from catalogue_changed_since(${version.snapshot})) as is_stale,
      array(select minute from starts order by minute) as starts,
      array(select instant from starts order by minute) as instants,
      array(
        select date_part('epoch', (hour at time zone 'Europe/London') - (hour at time zone 'UTC')) / 60
        from generate_series(0, 119) as n,
          lateral (select (${date}::date - 1)::timestamp at time zone 'UTC' + make_interval(hours => n) as hour) as hours
        order by n
      ) as utc_offsets,
      (
        -- With fewer places taken, every slot still has places for the party.
        select string_agg(uuid_send(i.pattern_id) || int4send(places_taken(i, ${now})), '')
        from slots i
        where i.slot_date = ${date} and i.pattern_id is not null and i.retired_at is null and i.booked + i.overbooked + i.held > least(
          ${Math.min(table.leastCapacity, 10_000)}::int, (select min(capacity) from exceptions)
        ) - ${party}
      ) as taken,
      (
        select string_agg(
          uuid_send(a.experience_id)
            || int4send((date_part('epoch', case
              -- Evaluated once, not for each of thousands of starts.
              when (select ${midnight(1)} - ${midnight(0)} <= interval '24 hours') then a.starts_at
              -- A time that occurs twice means its first occurrence.
              else london_instant(${date}, a.start_time)
            end) - ${numberOfDay(date) * 86_400}::float8)::int)
            || int4send(places_taken(a, ${now})),
          ''
        )
        from slots a
        where a.pattern_id is null and a.retired_at is null and a.starts_at >= ${midnight(0)} and a.starts_at < ${midnight(1)}
          and a.planned - places_taken(a, ${now}) >= ${party}
      ) as legacy,
      (
        select json_agg(
          json_build_object(
            'vineyard', x.vineyard_id, 'experience', x.experience_id, 'pattern', x.pattern_id, 'capacity', x.capacity,
            'hours', case when x.from_time is not null then json_build_array(
              date_part('epoch', x.from_time), date_part('epoch', x.until_time)
            ) end,
            'first_day', x.starts_on - ${date}::date, 'last_day', x.ends_on - ${date}::date
          )
          -- Within a vineyard the more specific exception counts first, then the newer.
          order by x.pattern_id is null, x.experience_id is null, x.created_at desc, x.id
        )
        from exceptions x
      ) as exceptions,
      (select json_agg(json_build_array(capacity, of_day) order by position) from busy) as hosts,
      (
        select string_agg(uuid_send(e.id) || int4send(busy.position), '')
        from busy join experiences e on e.host_id = busy.id
      ) as host_of`

  const startsAt = new Float64Array(24 * 60).fill(Number.NaN)
  for (const [n, minute] of row.starts.entries()) startsAt[minute] = row.instants[n] ?? Number.NaN
  return {
    is_stale: row.is_stale,
    day: numberOfDay(date),
    ahead: numberOfDay(date) - numberOfDay(dayOf(now)),
    weekday: 1 << (weekdayNumber(date) - 1),
    party,
    now: now.getTime(),
    startsAt,
    utcOffsets: row.utc_offsets,
    taken: new IdTable(row.taken),
    legacy: new IdTable(row.legacy, 2),
    exceptions: groupExceptions(row.exceptions ?? []),
    hosts: {
      hosts: (row.hosts ?? []).map(([capacity, visits]) => ({ capacity, visits: visits ?? [] })),
      hostOf: new IdTable(row.host_of),
    },
  }
}
