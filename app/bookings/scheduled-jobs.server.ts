import type { Queryable } from '../platform/database/database.server.ts'
import { retrying } from '../platform/database/retry.server.ts'
import { rowFrom } from '../platform/database/row-from.server.ts'
import type { QueuedEmail } from '../mail/outbox.server.ts'

// The worker's scheduled jobs for bookings. Each job may run any number of times, in several workers at once: emails have a
// unique key, and a status changes only from the expected one. Days and hours are London's.

// How many bookings one statement completes.
const completionBatch = 200

/** Ends expired holds, whose places already count as free. Returns the number of their slots. */
export async function releaseExpiredHolds(sql: Queryable, now: Date): Promise<number> {
  const slots = await sql<{ slot_id: string }[]>`
    select distinct slot_id from holds where ended_at is null and expires_at <= ${now}`
  // Each transaction locks only one slot, so that two of them cannot deadlock.
  for (const { slot_id } of slots) await rowFrom(sql)`select release_expired_holds(${slot_id}, ${now})`
  return slots.length
}

/** Cancels called-off bookings whose guests made no choice before the original start, and emails these guests. */
export async function cancelUnanswered(sql: Queryable, now: Date): Promise<number> {
  const due = await sql<{ id: string }[]>`
    select b.id from bookings b
    where b.called_off_at is not null and b.status in ('pending', 'confirmed') and choice_ends_at(b) <= ${now}
    order by b.starts_at`
  let count = 0
  for (const { id } of due) {
    const { is_cancelled } = await rowFrom(sql)<{ is_cancelled: boolean }>`
      select cancel_unanswered(${id}, ${now}) as is_cancelled`
    if (is_cancelled) count++
  }
  return count
}

/** Completes confirmed visits an hour after their end, without an email, and only once, because staff may undo the completion. */
export async function completeVisits(sql: Queryable, now: Date): Promise<number> {
  const completed = await retrying(
    sql,
    (sql) => sql`
    select changed.problem
    from (
      select b.id from bookings b
      where b.status = 'confirmed' and b.called_off_at is null and b.ends_at <= ${now}::timestamptz - interval '1 hour'
        and not exists (
          select from booking_events e
          where e.booking_id = b.id and e.actor = 'system' and e.changes -> 'status' ->> 1 = 'completed'
        )
      order by b.ends_at
      limit ${completionBatch}
    ) as over
      cross join lateral set_booking_status(over.id, null, 'completed', 'confirmed', '{}', 'system', null, false, ${now}) changed`,
  )
  return completed.length
}

/**
 * Reminds guests of confirmed visits from 10:00 on the day before. Skips bookings that were made, moved or given a status after
 * 10:00, because those guests are emailed then. A moved visit gets another reminder for its new day.
 */
export async function remindGuests(sql: Queryable, now: Date): Promise<number> {
  const { count } = await sql`
    insert into emails (booking_id, once_key, email_type, to_address, payload, deliver_by, created_at)
    select b.id, concat('reminder ', b.id, ' ', b.booking_date, ' ', b.start_time), 'reminder', b.guest_email,
      email_payload(b.id, 'reminder'), london_instant(b.booking_date, '00:00'), ${now}
    from bookings b
    where b.status = 'confirmed' and b.called_off_at is null and emails_changes(b) and b.emails_guest
      and b.ends_at > ${now} and b.ends_at < ${now}::timestamptz + interval '4 days'
      and b.booking_date = london_today(${now}) + 1
      and ${now} >= london_instant(london_today(${now}), '10:00')
      and not exists (
        select from booking_events e
        where e.booking_id = b.id and e.kind in ('created', 'status', 'moved')
          and e.happened_at >= london_instant(london_today(${now}), '10:00')
          -- Leaves out undone moves of the whole session, because nobody was emailed about these moves.
          and (not e.changes ? 'session_move' or e.changes -> 'session_move' ->> 1 = b.session_move_id::text)
      )
    on conflict (once_key) where once_key is not null do nothing`
  return count
}

/**
 * Thanks guests from 10:00 on the day after the visit, for three days in case no worker ran. Skips no-shows. If a mark as a
 * no-show is corrected, queues the superseded thank-you again.
 */
export async function thankGuests(sql: Queryable, now: Date): Promise<number> {
  const { count } = await sql`
    insert into emails (booking_id, once_key, email_type, to_address, payload, created_at)
    select b.id, concat('thank_you ', b.id), 'thank_you', b.guest_email, email_payload(b.id, 'thank_you'), ${now}
    from bookings b
    where b.status = 'completed' and b.attendance is distinct from 'no_show' and emails_changes(b) and b.emails_guest
      and not is_unsubscribed('thank_you', b.guest_email)
      and b.ends_at <= ${now} and b.ends_at > ${now}::timestamptz - interval '5 days'
      and ${now} >= london_instant(london_today(b.ends_at) + 1, '10:00')
      and london_today(${now}) <= london_today(b.ends_at) + 3
    on conflict (once_key) where once_key is not null do update
    set state = 'waiting', queued_at = null, to_address = excluded.to_address, payload = excluded.payload
    where emails.state = 'superseded' and emails.erased_at is null`
  return count
}

/** Sends each vineyard that has guests today a list of these guests, from 7:00. */
export async function sendDailySheets(sql: Queryable, now: Date): Promise<number> {
  const { count } = await sql`
    insert into emails (once_key, email_type, to_address, payload, deliver_by, state, created_at)
    select concat('sheet ', open.vineyard_id, ' ', london_today(${now}), ' ', m.address), 'vineyard_daily_sheet', m.address,
      jsonb_build_object('vineyardId', open.vineyard_id, 'day', london_today(${now})),
      london_instant(london_today(${now}) + 1, '00:00'), m.state, ${now}
    from (
      select distinct b.vineyard_id from bookings b
      where b.status in ('pending', 'confirmed') and b.called_off_at is null and b.booking_date = london_today(${now})
        and b.ends_at > ${now}::timestamptz - interval '2 days' and b.ends_at < ${now}::timestamptz + interval '3 days'
    ) as open cross join lateral vineyard_mailboxes(open.vineyard_id, 'vineyard_daily_sheet') m
    where ${now} >= london_instant(london_today(${now}), '07:00')
    on conflict (once_key) where once_key is not null do nothing`
  return count
}

/** Reminds each vineyard of bookings pending for more than 24 hours, once a day from 9:00. */
export async function nudgeVineyards(sql: Queryable, now: Date): Promise<number> {
  const { count } = await sql`
    insert into emails (once_key, email_type, to_address, payload, deliver_by, state, created_at)
    select concat('waiting ', late.vineyard_id, ' ', london_today(${now}), ' ', m.address), 'vineyard_waiting', m.address,
      jsonb_build_object('vineyardId', late.vineyard_id), london_instant(london_today(${now}) + 1, '00:00'), m.state, ${now}
    from (
      select distinct b.vineyard_id from bookings b where is_long_pending(b, ${now})
    ) as late cross join lateral vineyard_mailboxes(late.vineyard_id, 'vineyard_waiting') m
    where ${now} >= london_instant(london_today(${now}), '09:00')
    on conflict (once_key) where once_key is not null do nothing`
  return count
}

/**
 * Emails vineyards about new bookings, cancellations and moves by guests. Runs in the transaction in which the worker takes
 * up the guest's own email, so that no booking request waits. For guests without an email address, the SQL function
 * note_booking_event writes the email instead.
 */
export async function notifyVineyards(sql: Queryable, taken: Pick<QueuedEmail, 'id'>[], now: Date) {
  await sql`
    select queue_vineyard_notices(array_agg(g.event_id), array_agg(g.email_type), ${now})
    from emails g where g.id = any (${taken.map(({ id }) => id)}::uuid[]) and g.event_id is not null`
}
