import type { Queryable } from '../platform/database.server.ts'
import type { TakenUp } from '../emails/outbox.server.ts'

/*
 * What the worker does on its rounds. Each act says what is owed at `now` and does it once, however often it is asked and
 * by however many workers: a mail by its key, a status by comparing. Days and hours are London's.
 */

/** How many bookings one statement completes. */
const portion = 200

/** Confirmed visits become completed an hour after their end, without a mail, and once: staff may undo it. */
export async function completeVisits(sql: Queryable, now: Date): Promise<number> {
  const completed = await sql`
    select changed.problem
    from (
      select b.id from bookings b
      where b.status = 'confirmed' and b.ends_at <= ${now}::timestamptz - interval '1 hour'
        and not exists (
          select from booking_events e
          where e.booking_id = b.id and e.actor = 'system' and e.changes -> 'status' ->> 1 = 'completed'
        )
      order by b.ends_at
      limit ${portion}
    ) as over
      cross join lateral change_booking_status(over.id, null, 'completed', 'confirmed', 'system', null, false, ${now}) changed`
  return completed.length
}

/**
 * At ten on the day before, to everybody whose visit is confirmed and who has not heard from us since. A visit that
 * was moved has another reminder for its other day.
 */
export async function remindGuests(sql: Queryable, now: Date): Promise<number> {
  const written = await sql`
    insert into emails (booking_id, once_key, email_type, to_address, payload, deliver_by, created_at)
    select b.id, concat('reminder ', b.id, ' ', b.booking_date, ' ', b.start_time), 'reminder', b.guest_email,
      email_payload(b.id, 'reminder'), london_instant(b.booking_date, '00:00'), ${now}
    from bookings b
    where b.status = 'confirmed' and b.ends_at > ${now} and b.ends_at < ${now}::timestamptz + interval '4 days'
      and b.booking_date = london_today(${now}) + 1
      and ${now} >= london_instant(london_today(${now}), '10:00')
      and not exists (
        select from booking_events e
        where e.booking_id = b.id and e.kind in ('created', 'status', 'moved')
          and e.happened_at >= london_instant(london_today(${now}), '10:00')
      )
    on conflict (once_key) where once_key is not null do nothing
    returning id`
  return written.length
}

/** From ten on the day after the visit, for three days in case no worker ran; not to those who unsubscribed. */
export async function thankGuests(sql: Queryable, now: Date): Promise<number> {
  const written = await sql`
    insert into emails (booking_id, once_key, email_type, to_address, payload, created_at)
    select b.id, concat('thank_you ', b.id), 'thank_you', b.guest_email, email_payload(b.id, 'thank_you'), ${now}
    from bookings b
    where b.status = 'completed' and b.erased_at is null and not is_unsubscribed('thank_you', b.guest_email)
      and b.ends_at <= ${now} and b.ends_at > ${now}::timestamptz - interval '5 days'
      and ${now} >= london_instant(london_today(b.ends_at) + 1, '10:00')
      and london_today(${now}) <= london_today(b.ends_at) + 3
    on conflict (once_key) where once_key is not null do nothing
    returning id`
  return written.length
}

/** At seven, to each vineyard that expects guests today: who comes when. */
export async function sendDailySheets(sql: Queryable, now: Date): Promise<number> {
  const written = await sql`
    insert into emails (once_key, email_type, to_address, payload, deliver_by, state, created_at)
    select concat('sheet ', open.vineyard_id, ' ', london_today(${now}), ' ', m.address), 'vineyard_daily_sheet', m.address,
      jsonb_build_object('vineyardId', open.vineyard_id, 'day', london_today(${now})),
      london_instant(london_today(${now}) + 1, '00:00'), m.state, ${now}
    from (
      select distinct b.vineyard_id from bookings b
      where b.status in ('pending', 'confirmed') and b.booking_date = london_today(${now})
        and b.ends_at > ${now}::timestamptz - interval '2 days' and b.ends_at < ${now}::timestamptz + interval '3 days'
    ) as open cross join lateral vineyard_mailboxes(open.vineyard_id, 'vineyard_daily_sheet') m
    where ${now} >= london_instant(london_today(${now}), '07:00')
    on conflict (once_key) where once_key is not null do nothing
    returning id`
  return written.length
}

/** At nine, once a day, to each vineyard whose guests have waited for its word for more than 24 hours. */
export async function nudgeVineyards(sql: Queryable, now: Date): Promise<number> {
  const written = await sql`
    insert into emails (once_key, email_type, to_address, payload, deliver_by, state, created_at)
    select concat('waiting ', late.vineyard_id, ' ', london_today(${now}), ' ', m.address), 'vineyard_waiting', m.address,
      jsonb_build_object('vineyardId', late.vineyard_id), london_instant(london_today(${now}) + 1, '00:00'), m.state, ${now}
    from (
      select distinct b.vineyard_id from bookings b
      where b.status = 'pending' and b.ends_at > ${now} and b.starts_at > ${now}
        and b.created_at <= ${now}::timestamptz - interval '24 hours'
    ) as late cross join lateral vineyard_mailboxes(late.vineyard_id, 'vineyard_waiting') m
    where ${now} >= london_instant(london_today(${now}), '09:00')
    on conflict (once_key) where once_key is not null do nothing
    returning id`
  return written.length
}

/**
 * Tells vineyards what their guests did, as soon as the guest's own mail is taken up: a new booking, a cancellation, a
 * move. Written by the worker, so that a booking never waits for it; in the transaction that takes the guest's mail up,
 * so that none is forgotten.
 */
export async function tellVineyards(sql: Queryable, taken: Pick<TakenUp, 'id'>[], now: Date): Promise<void> {
  await sql`
    insert into emails (booking_id, after_event_id, once_key, email_type, to_address, payload, state, created_at)
    select b.id, e.id, concat(told.email_type, ' ', e.id, ' ', m.address), told.email_type, m.address,
      email_payload(b.id, told.email_type), m.state, ${now}
    from emails g
      join booking_events e on e.id = g.event_id
      join bookings b on b.id = g.booking_id
      cross join lateral (
        select case
          when g.email_type = 'received' and e.actor = 'guest' then 'vineyard_booked'
          when g.email_type = 'confirmed' and e.actor = 'system' then 'vineyard_booked'
          when g.email_type = 'cancelled' and e.actor = 'guest' then 'vineyard_cancelled'
          when g.email_type = 'moved' and e.actor = 'guest' then 'vineyard_moved'
        end
      ) as told (email_type)
      cross join lateral vineyard_mailboxes(b.vineyard_id, told.email_type) m
    where g.id = any (${taken.map(({ id }) => id)}::uuid[]) and told.email_type is not null and b.erased_at is null
    on conflict (once_key) where once_key is not null do nothing`
}
