import type { z } from 'zod'

import { inScope, vineyardScope, type Staff } from '../people/sign-in/actor.ts'
import { isStillThere } from '../people/accounts/staff-edit.server.ts'
import { attempt } from '../platform/attempt.server.ts'
import type { Queryable } from '../platform/database/database.server.ts'
import { rowFrom } from '../platform/database/row-from.server.ts'
import type { SqlEnums } from '../platform/database/sql-enums.generated.ts'
import type { Log } from '../platform/log.server.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import type { RowOf } from '../platform/api/fields.server.ts'
import type { Attendance } from './booking.ts'
import { staffRows } from './booking-list.server.ts'
import type { EditedGuest } from './changes/guest-edit.ts'
import { toldColumns } from './sessions/call-off.server.ts'
import type { bookingEvent, bookingRecord } from './booking.shapes.ts'

type BookingRecord = RowOf<typeof bookingRecord>
type BookingEvent = RowOf<typeof bookingEvent>

/** A booking, and an entry of its history, as the API sends them to staff. */
export type BookingDetails = z.infer<typeof bookingRecord>
export type HistoryEntry = z.infer<typeof bookingEvent>

/** Returns a booking in scope with everything that its page for staff shows. */
export async function findBookingRecord(sql: Queryable, id: string, { by }: { by: Staff }, now: Date) {
  const ofRecord = sql`
    ${toldColumns(sql)}, b.tags as booking_tags, main_contact(b.contact_id) as customer_id,
    array_remove(array[
      case when ${isDue(sql, 'arrived', now)} then 'arrived' end,
      case when ${isDue(sql, 'no_show', now)} then 'no_show' end
    ], null) as may_record, b.erased_at is not null as is_erased,
    coalesce((
      select jsonb_agg(o order by o.booking_date desc, o.id)
      from (
        select o.id, o.booking_date, o.booking_time, o.number_of_guests, o.arrived_guests, o.status, o.total_price
        from bookings o
        where o.contact_id = any (contacts_of_customer(b.contact_id)) and o.id <> b.id
        order by o.booking_date desc, o.id limit 10
      ) as o
    ), '[]') as others,
    coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', m.id, 'email_type', m.email_type, 'to_address', m.to_address, 'state', m.state,
        'created_at', m.created_at, 'failure', failure_facts(m),
        'server_reply', case when ${by.actor !== 'winemaker'} and m.state in ('dead', 'failed') then m.last_error end,
        'may_send_again', may_send_again(m, b, ${now})
      ) order by m.created_at, m.id)
      from emails m where m.booking_id = b.id
    ), '[]') as mails,`
  const [record] = await sql<BookingRecord[]>`
    ${staffRows(sql, by, now, ofRecord)} where b.id = ${id} and ${inScope(sql, by)}`
  // Inside JSON, Postgres writes instants in a format of its own, so they are converted here.
  return (
    record && {
      ...record,
      mails: record.mails.map((mail) => ({ ...mail, created_at: new Date(mail.created_at).toISOString() })),
    }
  )
}

/** Returns SQL for whether attendance of booking `b` may be recorded at `now`. */
const isDue = (sql: Queryable, attendance: Attendance, now: Date) =>
  attendance === 'arrived'
    ? sql`(b.called_off_at is null and b.booking_date <= london_today(${now}))`
    : sql`(b.called_off_at is null and coalesce(b.starts_at, london_instant(b.booking_date, '00:00')) <= ${now})`

/** The period, in minutes, in which an email is resent at most once. */
const resendPause = 5

/**
 * Sends the email about a booking's status again: received, confirmed, called off or cancelled. 'nothing':
 * the status has no email, or we do not email the guest. 'just_sent': the email was resent minutes ago, or
 * still waits because staff can undo the cancellation.
 */
export async function resendEmail(sql: Queryable, id: string, { by }: { by: Staff }, now: Date) {
  const period = Math.floor(now.getTime() / (resendPause * 60_000))
  const [result] = await sql<{ email_type: string | null; written: boolean }[]>`
    with chosen as (
      select b.id, b.guest_email,
        case when emails_changes(b) then email_type_of_state(b) end as email_type,
        is_being_cancelled(b, ${now}) as is_waiting
      from bookings b
      where b.id = ${id} and ${inScope(sql, by)} and ${isStillThere(sql, by)}
    ),
    written as (
      insert into emails (booking_id, once_key, email_type, to_address, payload, created_at)
      select m.id, concat('again ', m.id, ' ', m.email_type, ' ', ${period}::bigint), m.email_type, m.guest_email,
        email_payload(m.id, m.email_type), ${now}
      from chosen m where m.email_type is not null and not m.is_waiting
      on conflict (once_key) where once_key is not null do nothing
      returning id
    )
    select m.email_type, exists (select from written) as written from chosen m`
  if (!result) return refused('absent')
  if (result.written) return ok(undefined)
  return refused(result.email_type === null ? 'nothing' : 'just_sent')
}

/** Returns how many guests were emailed about an undo: only those who had read about their cancellation. */
export async function countEmailedByUndo(
  sql: Queryable,
  undone: { booking_id: string } | { closure_id: string },
): Promise<number> {
  const [{ count }] = await sql<[{ count: number }]>`
    select count(*)::int as count
    from cancellation_reads r
      join booking_events c on c.id = r.event_id
      join bookings b on b.id = c.booking_id and emails_changes(b)
      join booking_events u on u.undoes = c.id
    where ${
      'closure_id' in undone
        ? sql`c.changes -> 'closure' ->> 1 = ${undone.closure_id}`
        : sql`u.id = (select max(l.id) from booking_events l where l.booking_id = ${undone.booking_id} and l.kind = 'status')`
    }`
  return count
}

/** Returns the history of a booking in scope; undefined if there is no such booking. */
export async function findBookingEvents(sql: Queryable, id: string, { by }: { by: Staff }) {
  const events = await sql<BookingEvent[]>`
    select e.id, e.kind, e.actor, name_of_actor(e.actor, e.actor_id) as actor_name, e.changes, m.message,
      e.undoes is not null as is_undo, e.happened_at
    from bookings b
      join booking_events e on e.booking_id = b.id
      left join booking_event_messages m on m.event_id = e.id
    where b.id = ${id} and ${inScope(sql, by)}
    order by e.id`
  return events.length === 0 ? undefined : [...events]
}

/** Returns which of the changes that the URL announces are in the booking’s history, because anybody may type such a URL. */
export async function findAnnounced(sql: Queryable, log: Log, id: string, params: URLSearchParams) {
  const events = await attempt(
    log,
    'The history of a booking could not be read',
    () => sql<{ kind: string }[]>`select distinct kind from booking_events where booking_id = ${id}`,
  )
  const has = (name: string, event: string) =>
    params.has(name) && events.ok && events.value.some(({ kind }) => kind === event)
  return {
    changed: has('changed', 'moved'),
    corrected: has('corrected', 'readdressed'),
    kept: has('kept', 'informed'),
    takesPlace: has('takes_place', 'reopened'),
  }
}

type GuestEditProblem =
  | { kind: Exclude<SqlEnums['guest_edit_problem'], 'changed'> }
  | { kind: 'changed'; current: Partial<EditedGuest> }

/** Changes fields of a booking’s guest. `seen`: the values that the editor saw. `sends`: whether to email the new address. */
export async function editGuest(
  sql: Queryable,
  id: string,
  { changes, seen, sends }: { changes: Partial<EditedGuest>; seen: Partial<EditedGuest>; sends: boolean },
  { by }: { by: Staff },
  now: Date,
): Promise<Result<undefined, GuestEditProblem>> {
  const { actor, actor_id, vineyard_id } = vineyardScope(by)
  type Row = { problem: SqlEnums['guest_edit_problem'] | null; current_values: Partial<EditedGuest> }
  const { problem, current_values } = await rowFrom(sql)<Row>`
    select * from edit_booking_guest(
      ${id}, ${sql.json(changes)}, ${sql.json(seen)}, ${sends}, ${vineyard_id}, ${actor}, ${actor_id}, ${now}
    )`
  if (problem === null) return ok(undefined)
  return refused(problem === 'changed' ? { kind: problem, current: current_values } : { kind: problem })
}
