import { Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../../people/sign-in/access.server.ts'
import { bookingPolicy } from '../../bookings/booking-policy.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { day, id, whole } from '../../platform/api/fields.server.ts'
import { body } from '../../platform/api/reading.server.ts'
import { problem, refuseSentFile } from '../../platform/http/problem.ts'
import { importBookings, previewBookings } from './booking-import.server.ts'
import { dateOrders } from '../lists/cells.ts'
import { bookingHeadings, type BookingColumn, longestImport } from '../lists/columns.ts'
import { columnsOf, findManaged, listedRow, sentList } from '../experiences/experience-import.api.ts'

/**
 * new: would be booked; full: only beyond capacity, if staff confirm it; imported: is booked; past: skipped; cancelled:
 * left out, as the list says that the guest does not come; no_booking: a title or a sum.
 */
const bookingRowOutcomes = ['new', 'full', 'imported', 'past', 'cancelled', 'no_booking', 'refused'] as const
export type BookingRowOutcome = (typeof bookingRowOutcomes)[number]

const count = z.int().min(0)
const row = z.object({
  ...listedRow,
  outcome: z.enum(bookingRowOutcomes),
  day: day.nullable(),
  time: z.string().nullable().meta({ description: 'Wall-clock time in London, HH:mm.' }),
  guests: count.nullable(),
  experience: z.string().nullable(),
  total_price: z.number().nullable().meta({ description: 'What the party pays, in pounds.' }),
  shown: z.string().nullable().meta({ description: 'Stands for what is booked; null if nothing is.' }),
})

export type BookingListRow = z.infer<typeof row>
export type BookingListPreview = z.infer<typeof bookingPreview>
const bookingPreview = z
  .object({
    header: z.array(z.string()),
    header_line: z.int().meta({ description: 'The line of the header. Titles may stand above it.' }),
    columns: z.object(columnsOf<BookingColumn>(bookingHeadings)),
    dates: z.enum([...dateOrders, 'unclear', 'mixed']).meta({
      description: 'Which number of 3/4 is the day, as sent or as the dates show. Unclear dates are refused.',
    }),
    experiences: z
      .array(z.object({ name: z.string(), experience_id: id.nullable(), rows: count }))
      .meta({ description: 'What the list calls its experiences, and which they are.' }),
    statuses: z.array(z.object({ name: z.string(), comes: z.boolean().nullable(), rows: count })).meta({
      description: 'The statuses in the list. Unknown ones have a null, and their rows are refused.',
    }),
    rows: z.array(row),
    counts: z.object({
      new: count,
      full: count,
      imported: count,
      past: count,
      cancelled: count,
      no_booking: count,
      refused: count,
    }),
    total: count.meta({ description: 'Rows that an import goes through.' }),
  })
  .meta({ id: 'BookingImport' })

const sent = {
  ...sentList<BookingColumn>(bookingHeadings),
  date_order: z.enum(dateOrders).optional(),
  experiences: z
    .array(z.strictObject({ name: z.string().max(2000), experience_id: id.nullable() }))
    .max(500)
    .optional()
    .meta({
      description: 'Experiences by what the list calls them. The others are found by reference or title.',
    }),
  statuses: z
    .array(z.strictObject({ name: z.string().max(2000), comes: z.boolean() }))
    .max(500)
    .optional()
    .meta({ description: 'Whether the guest comes, by status. The other statuses are read.' }),
}

/** A list as it is sent for a preview. */
export type SentBookings = z.input<typeof sentBookings>
const sentBookings = z.strictObject(sent)

const partSize = 200

/** /api/booking_imports */
export const bookingImportApi = new Hono<ApiEnv>()
  .post(
    '/preview',
    only(bookingPolicy.run),
    describe('Preview the import of a list of bookings', { 200: bookingPreview }, 'Nothing is written.', {
      404: 'No such vineyard in scope.',
    }),
    body(sentBookings),
    async (c) => {
      const { sql, by, now } = c.var
      const { vineyard_id, content, ...file } = c.req.valid('json')
      const vineyard = await findManaged(sql, by, vineyard_id)
      if (!vineyard) return problem(c, 404, 'Vineyard not found')
      const preview = await previewBookings(
        sql,
        vineyard,
        { bytes: Uint8Array.fromBase64(content), ...file },
        now(),
      )
      return preview.ok ? c.json(preview.value) : refuseSentFile(c, preview.problem)
    },
  )
  .post(
    '/',
    only(bookingPolicy.run),
    describe(
      'Import a part of a list of bookings',
      { 200: z.object({ rows: z.array(row), next: count.nullable() }) },
      'Books up to `count` rows and says in `next` where to go on. Each row is booked once, however often it is sent: by its ' +
        'reference, or else by what it says. Rows beyond capacity are booked only if `overbook` names their lines. Guests ' +
        'are emailed only if `emails_guest`, and later about changes.',
      { 404: 'No such vineyard in scope.' },
    ),
    body(
      z.strictObject({
        ...sent,
        from: whole(0, longestImport.rows).default(0),
        count: whole(1, partSize).default(partSize),
        overbook: z.array(whole(1, longestImport.bytes)).max(longestImport.rows).optional(),
        emails_guest: z.boolean().default(false),
        shown: z.array(z.string().max(40)).max(longestImport.rows).optional().meta({
          description:
            'The `shown` of all rows of a preview: rows that would now be booked differently are refused.',
        }),
      }),
    ),
    async (c) => {
      const { sql, by, now } = c.var
      const { vineyard_id, content, from, count, overbook, emails_guest, shown, ...file } =
        c.req.valid('json')
      const vineyard = await findManaged(sql, by, vineyard_id)
      if (!vineyard) return problem(c, 404, 'Vineyard not found')
      const done = await importBookings(
        sql,
        vineyard,
        { bytes: Uint8Array.fromBase64(content), ...file },
        { from, count, overbook, emails_guest, shown },
        { by },
        now(),
      )
      return done.ok ? c.json(done.value) : refuseSentFile(c, done.problem)
    },
  )
