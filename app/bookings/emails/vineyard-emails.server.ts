import { z } from 'zod'

import { type EmailKind, emailKind, type MailRow } from '../../mail/email.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { type Day, exampleDay } from '../../platform/days.ts'
import { bookingEmail } from './booking-emails.server.ts'
import {
  bookingNotices,
  dailySheetEmail,
  type ListedBooking,
  toVineyard,
  waitingEmail,
} from './vineyard-emails.ts'

/** The largest number of bookings in one email. The page to which the email links shows all bookings. */
const maxListed = 100

type List = { vineyard: string; bookings: ListedBooking[] }

const sheet = emailKind({
  payload: z.object({ vineyardId: z.uuid(), day: z.string() }),
  facts: (sql, row, { vineyardId, day }) => findDay(sql, vineyardId, day),
  compose: ({ day }, { vineyard, bookings }, site) => dailySheetEmail(vineyard, day, bookings, site),
  sample: (_, today) => ({
    payload: { vineyardId: '', day: exampleDay(today) },
    facts: sampleList(today),
  }),
})

const waiting = emailKind({
  payload: z.object({ vineyardId: z.uuid() }),
  facts: (sql, row, { vineyardId }) => findWaiting(sql, vineyardId, row),
  compose: (_, { vineyard, bookings }, site) => waitingEmail(vineyard, bookings, site),
  sample: (_, today) => ({ payload: { vineyardId: '' }, facts: sampleList(today) }),
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
}

const listed = (sql: Queryable) => sql`
  b.reference, guest_name_of(b) as guest_name, b.guest_phone, b.number_of_guests, b.special_requests, b.booking_date, b.start_time,
  b.status, e.title, v.name as vineyard,
  nullif(concat_ws(', ', seller_of(b), case when b.channel = 'reseller' then b.external_reference end), '') as sold_by`
type Row = ListedBooking & { vineyard: string }

async function findDay(sql: Queryable, vineyard_id: string, day: string): Promise<List | undefined> {
  return asList(
    await sql<Row[]>`
      select ${listed(sql)}
      from bookings b join experiences e on e.id = b.experience_id join vineyards v on v.id = b.vineyard_id
      where b.vineyard_id = ${vineyard_id} and b.booking_date = ${day} and b.status in ('pending', 'confirmed')
        and b.called_off_at is null
      order by b.start_time, e.title, b.guest_name
      limit ${maxListed}`,
  )
}

async function findWaiting(sql: Queryable, vineyard_id: string, { id }: MailRow): Promise<List | undefined> {
  return asList(
    await sql<Row[]>`
      select ${listed(sql)}
      from emails m, bookings b
        join experiences e on e.id = b.experience_id join vineyards v on v.id = b.vineyard_id
      where m.id = ${id} and b.vineyard_id = ${vineyard_id} and b.status = 'pending' and b.called_off_at is null and b.starts_at > m.created_at
        and b.created_at <= m.created_at - interval '24 hours'
      order by b.starts_at
      limit ${maxListed}`,
  )
}

function asList(rows: Row[]): List | undefined {
  return rows[0] && { vineyard: rows[0].vineyard, bookings: rows }
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
