import type { z } from 'zod'

import { isStillThere } from '../../people/accounts/staff-edit.server.ts'
import { inScope, type Staff, type StaffMember, vineyardScope } from '../../people/sign-in/actor.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { rowFrom } from '../../platform/database/row-from.server.ts'
import type { SqlEnums } from '../../platform/database/sql-enums.generated.ts'
import type { RowOf } from '../../platform/api/fields.server.ts'
import type { Day } from '../../platform/days.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import { textMatchesGuest } from '../booking-search.server.ts'
import { bookingsMade, countRefusedRequest, holdsMade } from '../booking-metrics.server.ts'
import type { StaffGuest } from '../new-bookings/staff-booking.server.ts'
import { type GroupHold, holdsEndAt } from './group-hold.ts'
import type { groupHoldChange, groupHoldShape, newGroupHold } from './group-hold.shapes.ts'

/** `slot_number` is the position of the refused session, from 1. `remaining`: only these places are left in a session. */
export type GroupHoldProblem = {
  kind: Exclude<SqlEnums['group_hold_problem'], 'repeated'>
  remaining: number | null
  slot_number: number | null
}

/** Keeps places for a group in all of the sessions or in none. A repeated id holds the places only once. */
export async function createGroupHold(
  sql: Queryable,
  { until, sessions, overbook, ...group }: z.output<typeof newGroupHold>,
  { by }: { by: StaffMember },
  now: Date,
): Promise<Result<undefined, GroupHoldProblem>> {
  const { actor, actor_id, vineyard_id } = vineyardScope(by)
  const slots = sessions.map(({ experience_id, slot }) => ({ experience_id, ...slot }))
  type Row = Omit<GroupHoldProblem, 'kind'> & { problem: SqlEnums['group_hold_problem'] | null }
  const { problem, ...details } = await rowFrom(sql)<Row>`
    select * from create_group_hold(
      ${sql.json({ ...group, actor, actor_id })} || jsonb_build_object('expires_at', london_instant(${until}, ${holdsEndAt})),
      ${sql.json(slots)}, ${vineyard_id}, ${overbook}, ${now}
    ) where ${isStillThere(sql, by)}`
  if (problem === null) holdsMade.inc()
  return problem === null || problem === 'repeated' ? ok(undefined) : refused({ kind: problem, ...details })
}

const matchesGroup = (sql: Queryable, term: string) =>
  sql`(${textMatchesGuest(sql, sql`guest_search_text(g.name, g.guest_email, g.guest_phone, '')`, term)})`

/** Returns the first live group holds in scope that match the typed text, the earliest session first. */
export async function searchGroupHolds(
  sql: Queryable,
  term: string,
  { by, most }: { by: Staff; most: number },
  now: Date,
): Promise<FoundGroup[]> {
  return sql<FoundGroup[]>`
    select g.id, g.name, g.number_of_guests, g.vineyard_id, v.name as vineyard_name, min(h.slot_date)::text as slot_date
    from group_holds g
      join holds h on h.group_hold_id = g.id and is_live(h, ${now})
      join vineyards v on v.id = g.vineyard_id
    where ${inScope(sql, by, 'g.vineyard_id')} and ${matchesGroup(sql, term)}
    group by g.id, v.name
    order by min(h.starts_at), g.id
    limit ${most}`
}

/** A group hold that a search found. */
export type FoundGroup = Pick<GroupHold, 'id' | 'name' | 'number_of_guests' | 'vineyard_id'> & {
  vineyard_name: string
  /** The day of the first session in which the group still holds places. */
  slot_date: Day
}

/** Returns the live group holds of a vineyard in scope that match a search, sorted by end, with their live sessions. */
export async function listGroupHolds(
  sql: Queryable,
  { vineyard_id, search }: { vineyard_id: string; search?: string | undefined },
  { by }: { by: Staff },
  now: Date,
): Promise<RowOf<typeof groupHoldShape>[]> {
  return sql<RowOf<typeof groupHoldShape>[]>`
    select g.id, g.vineyard_id, g.name, g.number_of_guests, g.guest_email, g.guest_phone, g.note,
      name_of_actor(g.actor, g.actor_id) as made_by, g.expires_at,
      jsonb_agg(jsonb_build_object(
        'hold_id', h.id, 'experience_id', h.experience_id, 'experience_title', e.title, 'slot_date', h.slot_date,
        'start_time', h.start_time, 'is_overbooked', h.is_overbooked,
        'is_closed', not exists (select from slots s where s.id = h.slot_id and (is_open(s) or s.is_for_one_party))
      ) order by h.starts_at, h.id) as sessions
    from group_holds g
      join holds h on h.group_hold_id = g.id and is_live(h, ${now})
      join experiences e on e.id = h.experience_id
    where g.vineyard_id = ${vineyard_id} and ${inScope(sql, by, 'g.vineyard_id')}
      ${search === undefined ? sql`` : sql`and ${matchesGroup(sql, search)}`}
    group by g.id
    order by g.expires_at, g.created_at, g.id`
}

/** Changes a group hold in all of its sessions, or in none. `absent`: there is no live hold. */
export async function changeGroupHold(
  sql: Queryable,
  id: string,
  { until, overbook, ...changes }: z.infer<typeof groupHoldChange>,
  { by }: { by: StaffMember },
  now: Date,
) {
  type Row = Pick<GroupHoldProblem, 'remaining'> & {
    problem: GroupHoldProblem['kind'] | null
    experience_id: string
  }
  const { problem, ...details } = await rowFrom(sql)<Row>`
    select * from change_group_hold(
      ${id}, ${sql.json(changes)} || jsonb_build_object('expires_at', london_instant(${until}, ${holdsEndAt})),
      ${vineyardScope(by).vineyard_id}, ${overbook}, ${now}
    ) where ${isStillThere(sql, by)}`
  if (problem === null) return ok(undefined)
  if (problem !== 'changed') return refused({ kind: problem, ...details })
  const [current] = await sql`select number_of_guests, note, expires_at from group_holds where id = ${id}`
  return refused({ kind: problem, ...details, current })
}

/** Releases the places of a group before the hold ends. `absent`: there is no such group hold in scope. */
export async function releaseGroupHold(sql: Queryable, id: string, { by }: { by: Staff }, now: Date) {
  const { places } = await rowFrom(sql)<{ places: number | null }>`
    select release_group_hold(${id}, ${vineyardScope(by).vineyard_id}, ${now}) as places where ${isStillThere(sql, by)}`
  return places === null ? refused('absent') : ok({ places })
}

type BookGroupProblem = { kind: Exclude<SqlEnums['hold_booking_problem'], 'repeated'>; remaining: number }

/** Makes a confirmed booking for each session, or none at all. Returns their ids, the earliest session first. */
export async function bookGroupHold(
  sql: Queryable,
  id: string,
  guest: StaffGuest,
  { by }: { by: StaffMember },
  now: Date,
): Promise<Result<{ ids: string[] }, BookGroupProblem>> {
  const { actor, actor_id, vineyard_id } = vineyardScope(by)
  type Row = { problem: BookGroupProblem['kind'] | null; booking_ids: string[]; remaining: number }
  const { problem, booking_ids, remaining } = await rowFrom(sql)<Row>`
    select * from book_group_hold(${id}, ${sql.json(guest)}, ${vineyard_id}, ${actor}, ${actor_id}, ${now})
    where ${isStillThere(sql, by)}`
  if (problem === null) {
    bookingsMade.inc({ channel: 'staff' }, booking_ids.length)
    return ok({ ids: booking_ids })
  }
  countRefusedRequest(problem)
  return refused({ kind: problem, remaining })
}

/**
 * From 9:00 on the day before a group hold ends, emails a reminder to the vineyard and to the member of staff who made the hold.
 * Returns the number of emails.
 */
export async function remindOfGroupHolds(sql: Queryable, now: Date): Promise<number> {
  const { count } = await sql`
    insert into emails (once_key, email_type, to_address, payload, deliver_by, state, created_at)
    select concat('group_hold ', g.id, ' ', lower(m.address)), 'vineyard_group_hold', m.address,
      jsonb_build_object('groupHoldId', g.id), ending.at, m.state, ${now}
    from group_holds g
      cross join lateral (
        select max(h.expires_at) as at from holds h where h.group_hold_id = g.id and is_live(h, ${now})
      ) ending
      cross join lateral (
        select box.address, box.state from vineyard_mailboxes(g.vineyard_id, 'vineyard_group_hold') box
        union
        select w.email, case when v.is_demo then 'kept' else 'waiting' end
        from winemakers w join vineyards v on v.id = g.vineyard_id
        where w.id = g.actor_id and w.vineyard_id = g.vineyard_id and w.is_active
        union
        select a.email, case when v.is_demo then 'kept' else 'waiting' end
        from admins a join vineyards v on v.id = g.vineyard_id
        where a.id = g.actor_id and a.is_active
      ) m
    where g.expires_at > ${now} and london_today(ending.at) = london_today(${now}) + 1
      and ${now} >= london_instant(london_today(${now}), '09:00')
    on conflict (once_key) where once_key is not null do nothing`
  return count
}
