import { z } from 'zod'

import { day, id } from '../../platform/api/fields.server.ts'
import { columnsOf, listedRow, sentList } from '../experiences/experience-import.shapes.ts'
import { dateOrders } from '../lists/cells.ts'
import { type BookingColumn, bookingHeadings } from '../lists/columns.ts'

/**
 * new: would be booked. full: can only be booked beyond capacity, if staff confirm it. imported: is already booked. past: is
 * skipped. cancelled: is left out, because the list says that the guest does not come. no_booking: is a title or a sum.
 */
const bookingRowOutcomes = ['new', 'full', 'imported', 'past', 'cancelled', 'no_booking', 'refused'] as const
export type BookingRowOutcome = (typeof bookingRowOutcomes)[number]

export const rowCount = z.int().min(0)
export const bookingListRow = z.object({
  ...listedRow,
  outcome: z.enum(bookingRowOutcomes),
  day: day.nullable(),
  time: z.string().nullable().meta({ description: 'Wall-clock time in London, HH:mm.' }),
  guests: rowCount.nullable(),
  experience: z.string().nullable(),
  total_price: z.number().nullable().meta({ description: 'What the party pays, in pounds.' }),
  shown: z.string().nullable().meta({ description: 'Stands for what is booked; null if nothing is.' }),
})

export type BookingListRow = z.infer<typeof bookingListRow>
export type BookingListPreview = z.infer<typeof bookingPreview>
export const bookingPreview = z
  .object({
    header: z.array(z.string()),
    header_line: z.int().meta({ description: 'The line of the header. Titles may stand above it.' }),
    columns: z.object(columnsOf<BookingColumn>(bookingHeadings)),
    dates: z.enum([...dateOrders, 'unclear', 'mixed']).meta({
      description: 'Which number of 3/4 is the day, as sent or as the dates show. Unclear dates are refused.',
    }),
    experiences: z
      .array(z.object({ name: z.string(), experience_id: id.nullable(), rows: rowCount }))
      .meta({ description: 'What the list calls its experiences, and which they are.' }),
    statuses: z.array(z.object({ name: z.string(), comes: z.boolean().nullable(), rows: rowCount })).meta({
      description: 'The statuses in the list. Unknown ones have a null, and their rows are refused.',
    }),
    rows: z.array(bookingListRow),
    counts: z.object({
      new: rowCount,
      full: rowCount,
      imported: rowCount,
      past: rowCount,
      cancelled: rowCount,
      no_booking: rowCount,
      refused: rowCount,
    }),
    total: rowCount.meta({ description: 'Rows that an import goes through.' }),
  })
  .meta({ id: 'BookingImport' })

export const sentBookingList = {
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
export const sentBookings = z.strictObject(sentBookingList)
