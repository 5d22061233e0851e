import type postgres from 'postgres'
import { z } from 'zod'

import { type EmailKind, emailKind, type MailRow } from '../../mail/email.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { type Day, exampleDay } from '../../platform/days.ts'
import { rewrittenReviews, unansweredReviews } from '../reviews/review.server.ts'
import { soldBy } from '../booking.server.ts'
import { bookingEmail } from './booking-emails.server.ts'
import {
  bookingNotices,
  dailySheetEmail,
  type EndingHold,
  groupHoldEmail,
  type ListedBooking,
  toVineyard,
  waitingEmail,
} from './vineyard-emails.ts'

/** The largest number of bookings in one email. The page to which the email links shows all bookings. */
const maxListed = 100

type List = { vineyard: string; bookings: ListedBooking[] }

const sheet = emailKind({
  payload: z.object({ vineyardId: z.uuid(), day: z.string() }),
  facts: (sql, row, { vineyardId, day }) => findDay(sql, vineyardId, day, row),
  compose: ({ day }, sheet, site) => dailySheetEmail(day, sheet, site),
  sample: (_, today) => ({
    payload: { vineyardId: '', day: exampleDay(today) },
    facts: { ...sampleList(today), unanswered: 2, rewritten: 1 },
  }),
})

const waiting = emailKind({
  payload: z.object({ vineyardId: z.uuid() }),
  facts: (sql, row, { vineyardId }) => findWaiting(sql, vineyardId, row),
  compose: (_, { vineyard, bookings }, site) => waitingEmail(vineyard, bookings, site),
  sample: (_, today) => ({ payload: { vineyardId: '' }, facts: sampleList(today) }),
})

const groupHold = emailKind({
  payload: z.object({ groupHoldId: z.uuid() }),
  facts: (sql, row, { groupHoldId }) => findGroup(sql, groupHoldId, row),
  compose: (_, group, site) => groupHoldEmail(group, site),
  sample: (_, today) => ({ payload: { groupHoldId: '' }, facts: sampleGroup(today) }),
})

/** The emails to a vineyard about its guests. */
export const vineyardEmails: Record<string, EmailKind> = {
  ...Object.fromEntries(
    Object.entries(bookingNotices).map(([type, content]) => [
      type,
      bookingEmail((payload, facts, site) => toVineyard(payload, facts, site, content(payload, facts))),
    ]),
  ),
  vineyard_daily_sheet: sheet,
  vineyard_waiting: waiting,
  vineyard_group_hold: groupHold,
}

/** Returns the bookings `b` of a vineyard that meet a condition, with its name; undefined if there are none. */
async function findList(
  sql: Queryable,
  vineyard_id: string,
  condition: postgres.Fragment,
  order: postgres.Fragment,
): Promise<List | undefined> {
  const bookings = await sql<(ListedBooking & { vineyard: string })[]>`
    select b.reference, guest_name_of(b) as guest_name, b.guest_phone, b.number_of_guests, b.special_requests, b.booking_date,
      b.start_time, b.status, e.title, v.name as vineyard, ${soldBy(sql)}
    from bookings b join experiences e on e.id = b.experience_id join vineyards v on v.id = b.vineyard_id
    where b.vineyard_id = ${vineyard_id} and ${condition}
    order by ${order}
    limit ${maxListed}`
  return bookings[0] && { vineyard: bookings[0].vineyard, bookings }
}

async function findDay(sql: Queryable, vineyard_id: string, day: string, { id }: MailRow) {
  const isOnDay = sql`b.booking_date = ${day} and b.status in ('pending', 'confirmed') and b.called_off_at is null`
  const list = await findList(sql, vineyard_id, isOnDay, sql`b.start_time, e.title, b.guest_name`)
  const of = [sql`${vineyard_id}::uuid`, sql`m.created_at`] as const
  const [reviews] = await sql<{ unanswered: number; rewritten: number }[]>`
    select ${unansweredReviews(sql, ...of)} as unanswered, ${rewrittenReviews(sql, ...of)} as rewritten
    from emails m where m.id = ${id}`
  return list && { ...list, ...(reviews ?? { unanswered: 0, rewritten: 0 }) }
}

function findWaiting(sql: Queryable, vineyard_id: string, { id }: MailRow) {
  const isWaiting = sql`is_long_pending(b, (select m.created_at from emails m where m.id = ${id}))`
  return findList(sql, vineyard_id, isWaiting, sql`b.starts_at`)
}

/** Returns a group hold with the sessions that have not begun, or undefined if it has ended. */
async function findGroup(
  sql: Queryable,
  id: string,
  { to_address }: MailRow,
): Promise<EndingHold | undefined> {
  const [group] = await sql<EndingHold[]>`
    select g.name, g.number_of_guests, concat_ws(', ', g.guest_phone, g.guest_email) as contact, v.name as vineyard,
      case when exists (select from admins a where a.id = g.actor_id and lower(a.email) = lower(${to_address}))
        then '/admin/bookings?vineyard_id=' || v.id else '/winemaker/bookings' end as bookings_path,
      london_today(max(h.expires_at)) as until_day,
      to_char(max(h.expires_at) at time zone 'Europe/London', 'HH24:MI:SS') as until_time,
      array_agg(concat_ws(', ', to_char(h.slot_date, 'FMDD FMMonth'), to_char(h.start_time, 'HH24:MI'), e.title)
        order by h.starts_at) as sessions
    from group_holds g join vineyards v on v.id = g.vineyard_id
      join holds h on h.group_hold_id = g.id and h.ended_at is null join experiences e on e.id = h.experience_id
    where g.id = ${id}
    group by g.id, v.id`
  return group
}

function sampleGroup(today: Day): EndingHold {
  return {
    name: 'Coach party',
    number_of_guests: 12,
    contact: '01632 960123',
    bookings_path: '/winemaker/bookings',
    vineyard: 'Windover Hill Estate',
    until_day: exampleDay(today),
    until_time: '18:00:00',
    sessions: ['14:30, Cellar tour and tasting'],
  }
}

function sampleList(today: Day): List {
  const booking: ListedBooking = {
    reference: 'CV-7K3M-2Q',
    guest_name: 'Ada Lovelace',
    guest_phone: '01632 960123',
    number_of_guests: 2,
    special_requests: 'One of us eats no cheese.',
    booking_date: exampleDay(today),
    start_time: '11:00:00',
    title: 'Cellar tour and tasting',
    status: 'confirmed',
    sold_by: null,
  }
  return {
    vineyard: 'Windover Hill Estate',
    bookings: [
      booking,
      {
        ...booking,
        reference: 'CV-9PQR-4T',
        guest_name: 'Grace Hopper',
        number_of_guests: 6,
        special_requests: '',
      },
      {
        ...booking,
        reference: 'CV-2ABC-3D',
        guest_name: 'Mary Somerville',
        start_time: '14:30:00',
        status: 'pending',
      },
    ],
  }
}
