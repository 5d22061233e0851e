import type { z } from 'zod'

import { nameHolds } from '../../catalogue/vineyards/vineyard.server.ts'
import { isStillThere } from '../../people/accounts/staff-edit.server.ts'
import { inScope, type Staff, type StaffMember, vineyardScope } from '../../people/sign-in/actor.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { rowFrom } from '../../platform/database/row-from.server.ts'
import type { SqlEnums } from '../../platform/database/sql-enums.generated.ts'
import { addDays, type Day } from '../../platform/days.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import type { SlotName } from '../../availability/slot.ts'
import type { RowOf } from '../../platform/api/fields.server.ts'
import { undoSecondsOf } from '../booking.server.ts'
import { noteColumns } from '../notes/notes.server.ts'
import { moneyAndArrivals } from '../payments/payment.server.ts'
import { toldColumns } from './call-off.server.ts'
import type { Session } from './session.ts'
import { hostClashSentence, type OtherSession } from './session-move.ts'
import type { party, sessionSpan, vineyardSessions } from './session.shapes.ts'

type VineyardSessions = RowOf<typeof vineyardSessions>

/** The days of a list of sessions, and its vineyards or experience. The places of the booking `moving` count as free. */
export type SessionSpan = z.output<typeof sessionSpan> & { vineyard_ids?: string[]; from: Day; until: Day }

/** Returns the sessions in scope by time: all planned sessions, and others with bookings or places held for groups. */
export async function findSessions(
  sql: Queryable,
  { vineyard_id, vineyard_ids, experience_id, from, until, moving }: SessionSpan,
  { by }: { by: Staff },
  now: Date,
): Promise<Session[]> {
  return sql<Session[]>`
    with own as materialized (
      select e.id, e.title, e.vineyard_id, e.host_id from experiences e
      where ${inScope(sql, by, 'e.vineyard_id')}
        ${vineyard_id === undefined ? sql`` : sql`and e.vineyard_id = ${vineyard_id}`}
        ${vineyard_ids === undefined ? sql`` : sql`and e.vineyard_id = any (${vineyard_ids}::uuid[])`}
        ${experience_id === undefined ? sql`` : sql`and e.id = ${experience_id}`}
    ),
    planned as (
      select own.id as experience_id, coalesce(s.pattern_id, s.availability_id) as key, s.*
      from own cross join lateral slots_for(own.id, ${from}, ${until}, ${now}, true, ${moving ?? null}) s
    ),
    booked as (
      select b.experience_id, coalesce(b.pattern_id, b.availability_id) as key, b.pattern_id, b.availability_id,
        b.booking_date as slot_date, b.start_time, max(b.end_time) as end_time,
        coalesce(sum(b.number_of_guests) filter (where b.called_off_at is null), 0)::int as guests,
        coalesce(sum(b.number_of_guests) filter (where b.called_off_at is not null), 0)::int as called_off,
        count(*)::int as parties, (count(*) filter (where b.status = 'pending' and b.called_off_at is null))::int as waiting,
        coalesce(sum(b.number_of_guests) filter (where b.attendance = 'no_show'), 0)::int as no_shows,
        coalesce(sum(guests_of(b)) filter (where b.attendance = 'arrived'), 0)::int as came,
        coalesce(sum(b.number_of_guests) filter (where b.attendance is null and b.called_off_at is null), 0)::int as not_marked,
        min(b.starts_at) as starts_at
      from bookings b join own on own.id = b.experience_id
      -- Uses the index by vineyard and day. The index by experience would read the bookings of all years.
      where b.vineyard_id = any (array(select distinct vineyard_id from own))
        and b.booking_date between ${from} and ${until} and b.status <> 'cancelled'
      group by b.experience_id, b.pattern_id, b.availability_id, b.booking_date, b.start_time
    ),
    kept as (
      select h.experience_id, coalesce(h.pattern_id, h.availability_id) as key, h.pattern_id, h.availability_id, h.slot_date,
        h.start_time, max(h.end_time) as end_time, min(h.starts_at) as starts_at,
        jsonb_agg(jsonb_build_object(
          'id', g.id, 'name', g.name, 'number_of_guests', g.number_of_guests,
          'expires_at', to_char(h.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
        ) order by g.created_at, g.id) as groups
      from group_holds g join holds h on h.group_hold_id = g.id join own on own.id = h.experience_id
      where h.slot_date between ${from} and ${until} and is_live(h, ${now})
      group by h.experience_id, h.pattern_id, h.availability_id, h.slot_date, h.start_time
    )
    select
      coalesce(p.pattern_id || '-' || p.slot_date, p.availability_id::text, b.pattern_id || '-' || b.slot_date,
        b.availability_id::text, k.pattern_id || '-' || k.slot_date, k.availability_id::text) as id,
      own.id as experience_id, own.title,
      coalesce(p.slot_date, b.slot_date, k.slot_date) as slot_date,
      coalesce(p.start_time, b.start_time, k.start_time) as start_time,
      coalesce(p.end_time, b.end_time, k.end_time) as end_time, p.capacity, coalesce(p.remaining, 0) as remaining,
      case when s.is_for_one_party and exists (
        select from session_moves m where m.vineyard_id = own.vineyard_id and m.to_slot_id = s.id
      ) then s.capacity end as own_places,
      case when p.remaining = greatest(0, h.capacity - host.guests) then nullif(host.guests - coalesce(b.guests, 0), 0) end as host_guests,
      coalesce(b.guests, 0) as guests, coalesce(b.called_off, 0) as called_off,
      coalesce(b.parties, 0) as parties, coalesce(b.waiting, 0) as waiting,
      coalesce(b.no_shows, 0) as no_shows, coalesce(b.came, 0) as came, coalesce(b.not_marked, 0) as not_marked,
      coalesce(p.starts_at <= ${now}, b.starts_at <= ${now}, k.starts_at <= ${now}, b.slot_date < london_today(${now})) as has_begun,
      coalesce(k.groups, '[]') as group_holds,
      case when h.id is not null then
        jsonb_build_object('id', h.id, 'name', h.name, 'kind', h.kind, 'is_own', s.host_id is not null)
      end as host
    from planned p
      full join booked b on b.experience_id = p.experience_id and b.key = p.key and b.slot_date = p.slot_date
        and b.start_time = p.start_time
      full join kept k on k.experience_id = coalesce(p.experience_id, b.experience_id)
        and k.key = coalesce(p.key, b.key) and k.slot_date = coalesce(p.slot_date, b.slot_date)
        and k.start_time = coalesce(p.start_time, b.start_time)
      join own on own.id = coalesce(p.experience_id, b.experience_id, k.experience_id)
      left join lateral (
        select s.id, s.host_id, s.is_for_one_party, s.capacity from slots s
        where s.pattern_id = coalesce(p.pattern_id, b.pattern_id, k.pattern_id)
            and s.slot_date = coalesce(p.slot_date, b.slot_date, k.slot_date)
          or s.id = coalesce(p.availability_id, b.availability_id, k.availability_id)
      ) as s on true
      left join hosts h on h.id = coalesce(s.host_id, own.host_id)
      left join lateral host_guests(h.id, p.starts_at, p.ends_at, ${moving ?? null}, ${now}) as host
        on h.id is not null and p.remaining < p.capacity - coalesce(b.guests, 0)
    order by slot_date, start_time nulls first, own.title, id`
}

/** The largest number of vineyards in the list of a day. */
const mostVineyards = 50

/** Returns the first vineyards by name in scope that match a search and have sessions or bookings on a day, and their number. */
export async function findSessionsByVineyard(
  sql: Queryable,
  { day, search }: { day: Day; search: string },
  { by }: { by: Staff },
  now: Date,
): Promise<{ items: VineyardSessions[]; vineyards: number }> {
  type Row = Omit<VineyardSessions, 'sessions'> & { experiences: string[]; total: number }
  const vineyards = await sql<Row[]>`
    with on_day as (
      select s.experience_id from slots s where s.slot_date = ${day} and s.retired_at is null and not s.is_superseded and is_open(s)
      union
      select b.experience_id from bookings b where b.booking_date = ${day} and b.status <> 'cancelled'
    )
    select v.id, v.name, v.city, array_agg(e.id) as experiences, (count(*) over ())::int as total
    from on_day o join experiences e on e.id = o.experience_id join vineyards v on v.id = e.vineyard_id
    where not v.is_sandbox and ${inScope(sql, by, 'v.id')} and ${nameHolds(sql, search)}
    group by v.id
    order by name_sort_key(v.name), v.id
    limit ${mostVineyards}`
  const vineyard_ids = vineyards.map(({ id }) => id)
  const sessions = await findSessions(sql, { vineyard_ids, from: day, until: day }, { by }, now)
  const items = vineyards.map(({ experiences, total: _total, ...vineyard }) => ({
    ...vineyard,
    sessions: sessions.filter(({ experience_id }) => experiences.includes(experience_id)),
  }))
  return { items, vineyards: vineyards[0]?.total ?? 0 }
}

/** Returns a vineyard's parties on some days by time, with parties that began the evening before and end after midnight. */
export async function findParties(
  sql: Queryable,
  { vineyard_id, from, until }: { vineyard_id: string; from: Day; until: Day },
  { by }: { by: Staff },
  now: Date,
): Promise<RowOf<typeof party>[]> {
  return sql<RowOf<typeof party>[]>`
    select ${partyColumns(sql)}, b.id, b.guest_phone, emails_changes(b) as has_email, b.emails_guest, b.channel,
      ${undoSecondsOf(sql, now)}, ${toldColumns(sql)}, moved_from(b)
    ${bookingsOn(sql, { vineyard_id, from, until }, by)}`
}

/** Returns SQL for the columns that every list of a day's parties has. */
export function partyColumns(sql: Queryable) {
  return sql`
    b.experience_id, b.booking_date, b.start_time, guest_name_of(b) as guest_name, b.number_of_guests, b.status,
    b.special_requests, ${noteColumns(sql)}, ${moneyAndArrivals(sql)}, b.called_off_at,
    coalesce(london_today(b.ends_at - interval '1 second'), b.booking_date) as ends_on`
}

/** Returns the end of a query, from the word `from`, for the bookings `b` on these days with vineyard `v` and `money`. */
export function bookingsOn(
  sql: Queryable,
  { vineyard_id, from, until }: { vineyard_id: string; from: Day; until: Day },
  by: Staff,
) {
  return sql`
    from bookings b join vineyards v on v.id = b.vineyard_id cross join lateral money_of(b) as money
    where b.vineyard_id = ${vineyard_id} and ${inScope(sql, by)}
      -- No visit is longer than a day.
      and b.booking_date between ${addDays(from, -1)} and ${until}
      and (b.booking_date >= ${from} or b.ends_at > london_instant(${from}, '00:00'))
    order by b.booking_date, b.start_time nulls first, b.guest_name, b.id`
}

/** `clash`: the host has other guests at that time, and `sentence` names their sessions. */
type SessionHostProblem =
  | { kind: Exclude<SqlEnums['session_host_problem'], 'clash'> }
  | { kind: 'clash'; sentence: string }

/** Gives one session another host. If the host is null, the session gets the host of its experience again. */
export async function setSessionHost(
  sql: Queryable,
  session: { experience_id: string; slot: SlotName },
  host_id: string | null,
  { by }: { by: StaffMember },
  now: Date,
): Promise<Result<undefined, SessionHostProblem>> {
  const { actor, actor_id, vineyard_id } = vineyardScope(by)
  const slot = { experience_id: session.experience_id, ...session.slot }
  type Row = {
    problem: SqlEnums['session_host_problem'] | null
    capacity: number
    others: OtherSession[] | null
  }
  const { problem, capacity, others } = await rowFrom(sql)<Row>`
    select * from set_session_host(${sql.json(slot)}, ${host_id}, ${vineyard_id}, ${actor}, ${actor_id}, ${now})
    where ${isStillThere(sql, by)}`
  if (problem === null) return ok(undefined)
  return refused(
    problem === 'clash'
      ? { kind: problem, sentence: hostClashSentence('This host', capacity, others ?? []) }
      : { kind: problem },
  )
}
