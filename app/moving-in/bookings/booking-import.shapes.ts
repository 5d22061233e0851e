import { z } from 'zod'

import { day, id } from '../../platform/api/fields.server.ts'
import { columnsOf, count, countsOf, listedRow, sentList } from '../experiences/experience-import.shapes.ts'
import { dateOrders } from '../lists/cells.ts'
import { type BookingColumn, bookingHeadings } from '../lists/columns.ts'

/**
 * What an import does with a row. new: books it. full: books it beyond the capacity if staff confirm. imported: skips it,
 * because it is booked already. past: skips it, because the visit has begun. cancelled: skips it, because the list says that
 * the guest does not come. no_booking: skips a title or a sum. refused: the row cannot be read or booked.
 */
export const bookingOutcomes = [
  'new',
  'full',
  'imported',
  'past',
  'cancelled',
  'no_booking',
  'refused',
] as const
export type BookingRowOutcome = (typeof bookingOutcomes)[number]

export const bookingListRow = z.object({
  ...listedRow,
  outcome: z.enum(bookingOutcomes),
  day: day.nullable(),
  time: z.string().nullable().describe('Wall-clock time in London, HH:mm.'),
  guests: count.nullable(),
  experience: z.string().nullable(),
  total_price: z.number().nullable().describe('The price of the whole party, in pounds.'),
  shown: z
    .string()
    .nullable()
    .describe(
      'A fingerprint of the previewed booking, to send back with the import; null if the row is not booked.',
    ),
})

export type BookingListRow = z.infer<typeof bookingListRow>
export type BookingListPreview = z.infer<typeof bookingPreview>
export const bookingPreview = z
  .object({
    header: z.array(z.string()),
    header_line: z.int().describe('The line of the header. Titles may come before it.'),
    columns: z.object(columnsOf<BookingColumn>(bookingHeadings)),
    dates: z
      .enum([...dateOrders, 'unclear', 'mixed'])
      .describe(
        'Whether the day or the month comes first in 3/4: as requested, or as the dates show. Rows are refused if the order is unclear.',
      ),
    experiences: z
      .array(z.object({ name: z.string(), experience_id: id.nullable(), rows: count }))
      .describe('The names of experiences in the list, each with the experience that it means.'),
    statuses: z
      .array(z.object({ name: z.string(), comes: z.boolean().nullable(), rows: count }))
      .describe(
        'The statuses in the list. `comes` is null for an unknown status, and the rows with it are refused.',
      ),
    rows: z.array(bookingListRow),
    counts: countsOf(bookingOutcomes),
    total: count.describe('The number of rows that an import reads.'),
  })
  .meta({ id: 'BookingImport' })

export const sentBookingList = {
  ...sentList<BookingColumn>(bookingHeadings),
  date_order: z.enum(dateOrders).optional(),
  experiences: z
    .array(z.strictObject({ name: z.string().max(2000), experience_id: id.nullable() }))
    .max(500)
    .optional()
    .describe(
      'The experience for each name that staff have matched. Other names are matched by reference or title.',
    ),
  statuses: z
    .array(z.strictObject({ name: z.string().max(2000), comes: z.boolean() }))
    .max(500)
    .optional()
    .describe(
      'For each status that staff have decided on, whether its guests come. Other statuses are read by their words.',
    ),
}

/** A list in the form that is sent for a preview. */
export type SentBookings = z.input<typeof sentBookings>
export const sentBookings = z.strictObject(sentBookingList)
