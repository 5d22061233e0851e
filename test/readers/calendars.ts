import { findBookingFacts } from '../../app/bookings/emails/booking-emails.server.ts'
import { feedText } from '../../app/partners/calendar-feeds/feed.server.ts'
import type { Sql } from '../../app/platform/database/database.server.ts'
import { book, makeDailyExperience } from '../book.ts'
import { makeVineyard } from '../make.ts'

/** Visits around both clock changes of 2026: day and start in London, minutes, and the instants of start and end. */
const visits = [
  ['2026-03-28', '23:30', 180, '2026-03-28T23:30Z', '2026-03-29T02:30Z'],
  ['2026-03-29', '00:30', 90, '2026-03-29T00:30Z', '2026-03-29T02:00Z'],
  ['2026-03-29', '09:00', 60, '2026-03-29T08:00Z', '2026-03-29T09:00Z'],
  ['2026-10-24', '22:00', 300, '2026-10-24T21:00Z', '2026-10-25T02:00Z'],
  ['2026-10-25', '00:30', 60, '2026-10-24T23:30Z', '2026-10-25T00:30Z'],
  ['2026-10-25', '01:30', 60, '2026-10-25T00:30Z', '2026-10-25T01:30Z'],
  ['2026-10-25', '14:30', 90, '2026-10-25T14:30Z', '2026-10-25T16:00Z'],
] as const

const title = (day: string, start: string) => `Tour, ${day}; ${start} "É" to end`

/** The expected visits, one in each line. */
export const expected = visits.map(([day, start, , from, until]) => `${from} ${until} ${title(day, start)}`)

/** The days whose visits the readers list. */
export const queriedDays = ['2026-03-28', '2026-03-29', '2026-10-24', '2026-10-25']

/** Returns, in the form of `expected`, the visits that a reader found: each visit once, with a bare title. */
export function foundLines(found: { from: number; until: number; summary: string }[]): string[] {
  const minute = (seconds: number) => new Date(seconds * 1000).toISOString().replace(/:00\.000Z$/, 'Z')
  const lines = found.map(({ from, until, summary }) => {
    const titled = /Tour.*end/.exec(summary)?.[0] ?? summary
    return `${minute(from)} ${minute(until)} ${titled}`
  })
  return [...new Set(lines)]
}

/** Books the visits. Returns the calendar file of each visit, and the vineyard's feed. */
export async function writeCalendars(sql: Sql): Promise<Record<string, string[]>> {
  const now = new Date('2026-03-01T09:00:00Z')
  const site = { site_url: 'https://vines.test', mail_from: 'Chalk & Vine <bookings@vines.test>' }
  const { id: vineyard_id } = await makeVineyard(sql, { name: 'Windover, Hill; Estate' })
  const files: string[] = []
  for (const [day, start_time, duration_minutes] of visits) {
    const experience = { vineyard_id, title: title(day, start_time), duration_minutes }
    const market = await makeDailyExperience(sql, { experience, pattern: { start_time } })
    const booking_id = await book(sql, market.experience, market.on(day), 2, now)
    const facts = await findBookingFacts(sql, { booking_id }, site)
    files.push(facts?.calendar?.content ?? '')
  }
  const feed = {
    vineyard_id,
    experience_id: null,
    host_id: null,
    name: 'Windover, Hill; Estate',
  }
  return { files, feed: [await feedText(sql, feed, site, now)] }
}
