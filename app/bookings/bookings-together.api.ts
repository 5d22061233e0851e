import { Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../accounts/access.server.ts'
import { describe } from '../platform/api/describe.server.ts'
import { id } from '../platform/api/fields.server.ts'
import { body, query } from '../platform/api/reading.server.ts'
import { csvOf } from '../platform/csv.server.ts'
import { countBookings } from './booking-count.server.ts'
import { bookingsForFile } from './booking-list.server.ts'
import { attendanceLabels } from './attendance.ts'
import { bookingPolicy } from './booking-policy.ts'
import { bookingFilters } from './booking-schemas.server.ts'
import { changeBookingStatus } from './change-status.server.ts'

const together = 100
/** More than that is a matter for the reports. */
const longestFile = 50_000

const counts = z.object({ pending: z.int(), confirmed: z.int(), cancelled: z.int(), completed: z.int() })

/** Many bookings at once, as staff have them before them: counted, confirmed, taken home as a file. */
export const bookingsTogetherApi = new Hono<ApiEnv>()
  .get(
    '/counts',
    only(bookingPolicy.run),
    describe(
      'How many bookings there are of each status',
      { 200: counts },
      'A status in the filters does not count.',
    ),
    query(bookingFilters),
    async (c) => c.json(await countBookings(c.var.sql, c.req.valid('query'), { by: c.var.by })),
  )
  .get(
    '/file',
    only(bookingPolicy.run),
    describe(
      'Bookings as a CSV file',
      { 200: 'text/csv' },
      `By their start, at most ${longestFile} of them.`,
    ),
    query(bookingFilters),
    async (c) => {
      const [wanted, by] = [c.req.valid('query'), c.var.by]
      const rows = await c.var.reading((sql) => bookingsForFile(sql, wanted, { by, most: longestFile }))
      const file = csvOf(
        rows.map(({ experiences, vineyards, ...booking }) => ({
          ...booking,
          experience: experiences.title,
          vineyard: vineyards.name,
          attendance: booking.attendance && attendanceLabels[booking.attendance],
        })),
        [
          { key: 'reference', header: 'Reference' },
          { key: 'booking_date', header: 'Date' },
          { key: 'booking_time', header: 'Time' },
          { key: 'vineyard', header: 'Vineyard' },
          { key: 'experience', header: 'Experience' },
          { key: 'guest_name', header: 'Guest' },
          { key: 'guest_email', header: 'Email' },
          { key: 'guest_phone', header: 'Phone' },
          { key: 'number_of_guests', header: 'Guests' },
          { key: 'total_price', header: 'Total' },
          { key: 'currency', header: 'Currency' },
          { key: 'status', header: 'Status' },
          { key: 'attendance', header: 'Attendance' },
          { key: 'special_requests', header: 'Requests' },
        ],
      )
      return c.body(file, 200, {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': 'attachment; filename="bookings.csv"',
      })
    },
  )
  .post(
    '/confirmations',
    only(bookingPolicy.run),
    describe(
      'Confirm many that are pending',
      { 200: z.object({ confirmed: z.array(id), left: z.array(id) }) },
      'Each by itself, with its mail. Those that are no longer pending, or out of reach, are left as they are.',
    ),
    body(z.strictObject({ ids: z.array(id).min(1).max(together) })),
    async (c) => {
      const { sql, by, now } = c.var
      const confirmed: string[] = []
      const left: string[] = []
      for (const one of c.req.valid('json').ids) {
        const changed = await changeBookingStatus(sql, one, 'confirmed', { by, seen: 'pending' }, now())
        ;(changed.ok ? confirmed : left).push(one)
      }
      return c.json({ confirmed, left })
    },
  )
