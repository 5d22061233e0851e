import { unansweredReviews } from '../../bookings/reviews/review.server.ts'
import type postgres from 'postgres'

import { findOverbookedSlots } from '../../availability/slot.server.ts'
import type { Staff } from '../../people/sign-in/actor.ts'
import { hostOf } from '../../partners/calendar-feeds/calendar-source.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { addDays, dayOf, weekdayNumber } from '../../platform/days.ts'
import { earnedMoney, findMoneyToGiveBack } from '../../bookings/payments/payment.server.ts'
import { pageOfBookings } from '../../bookings/booking-list.server.ts'
import { findParties, findSessions } from '../../bookings/sessions/session.server.ts'
import type { CalendarSource } from '../../partners/calendar-feeds/calendar-source.shapes.ts'

/**
 * The guests and pounds of a week that begins on Monday. `not_marked` counts guests marked neither as arrived nor as no-shows.
 * `earned` is the price of completed visits and the money kept from no-shows and cancelled bookings. `expected` is the price of
 * pending and confirmed visits.
 */
type Week = { guests: number; not_marked: number; earned: number; expected: number }

/** The data of the winemaker's dashboard. */
export type Dashboard = Awaited<ReturnType<typeof findDashboard>>

const weekOf = (sql: Queryable, days: postgres.Fragment) => sql`
  jsonb_build_object(
    'guests', coalesce(sum(guests_of(b)) filter (where ${days} and counts), 0),
    'not_marked', coalesce(sum(not_marked_of(b)) filter (where ${days}), 0),
    'earned', coalesce(sum(${earnedMoney(sql)}) filter (where ${days}), 0),
    'expected', coalesce(sum(b.total_price) filter (where ${days} and counts and b.status <> 'completed'), 0)
  )`

/**
 * Returns everything that a vineyard's dashboard shows, such as the sessions of today and the next seven days, and all parties
 * of today and tomorrow.
 */
export async function findDashboard(sql: Queryable, vineyard_id: string, { by }: { by: Staff }, now: Date) {
  const today = dayOf(now)
  const monday = addDays(today, 1 - weekdayNumber(today))
  const page = { page: 1, vineyard_id }
  const [sessions, parties, waiting, failed_emails, [figures], overbookedSlots, to_give_back, calendars] =
    await Promise.all([
      findSessions(sql, { vineyard_id, from: today, until: addDays(today, 7) }, { by }, now),
      findParties(sql, { vineyard_id, from: today, until: addDays(today, 1) }, { by }, now),
      pageOfBookings(sql, { ...page, limit: 5, sort: 'starts_at', view: 'waiting' }, { by }, now),
      pageOfBookings(
        sql,
        { ...page, limit: 3, sort: 'starts_at', email: 'failed', from: today },
        { by },
        now,
      ),
      sql<[{ this_week: Week; last_week: Week; unanswered_reviews: number }]>`
      select
        ${weekOf(sql, sql`b.booking_date >= ${monday}`)} as this_week,
        ${weekOf(sql, sql`b.booking_date < ${monday}`)} as last_week,
        ${unansweredReviews(sql, vineyard_id, now)} as unanswered_reviews
      from bookings b cross join lateral (select counts_as_visit(b) as counts) as v
      where b.vineyard_id = ${vineyard_id}
        and b.booking_date between ${addDays(monday, -7)} and ${addDays(monday, 6)}`,
      findOverbookedSlots(sql, vineyard_id, today, addDays(today, 365)),
      findMoneyToGiveBack(sql, vineyard_id, now),
      sql<Pick<CalendarSource, 'id' | 'url' | 'problem' | 'succeeded_at' | 'read_report'>[]>`
      select id, url, problem, succeeded_at, read_report from calendar_sources
      where vineyard_id = ${vineyard_id} and (failures > 0 or read_report is not null)
      order by added_at, id`,
    ])
  return {
    today,
    sessions,
    parties,
    waiting: { items: waiting.items, total: waiting.total },
    failed_emails: { items: failed_emails.items, total: failed_emails.total },
    ...figures,
    calendars: calendars.map(({ url, ...calendar }) => ({ ...calendar, host: hostOf(url) })),
    overfull: overbookedSlots,
    to_give_back,
  }
}
