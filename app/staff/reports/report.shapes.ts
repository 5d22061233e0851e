import { z } from 'zod'

import { bookingChannels } from '../../bookings/booking-channel.ts'
import { day, id } from '../../platform/api/fields.server.ts'
import { reportSpans } from './report.ts'

const count = z.int().min(0)
const figures = {
  bookings: count,
  guests: count.meta({ description: 'Guests who came, may still come, or were not marked.' }),
  not_marked: count.meta({
    description: 'How many of the guests belong to completed visits that nobody marked.',
  }),
  earned: z.number().meta({
    description: 'Pounds of completed visits, and money kept from no-shows and cancelled bookings.',
  }),
  expected: z.number().meta({ description: 'Pounds of pending and confirmed visits.' }),
  money_taken: z
    .number()
    .meta({ description: 'Pounds taken on these days, less refunds, whatever the day of the visit.' }),
  cancelled: count,
  places: count.meta({ description: 'Places in the slots of these days.' }),
  taken: count.meta({ description: 'Places taken.' }),
  lead: z.number().nullable().meta({ description: 'Median days between booking and visit.' }),
  refused: count.meta({ description: 'How often somebody tried to book these days and could not.' }),
}
const text = z.string().nullable()
export const reportSchema = z
  .object({
    today: day,
    from: day,
    until: day,
    by: z.enum(reportSpans),
    experiences: z
      .array(z.object({ id, title: z.string() }))
      .meta({ description: 'All experiences of the vineyard.' }),
    lines: z.array(z.object({ key: z.string(), title: text, ...figures })),
    total: z.object(figures),
    channels: z
      .array(
        z.object({
          channel: z.enum(bookingChannels),
          seller: text.meta({ description: 'The reseller, or the name of the vineyard’s key.' }),
          bookings: count,
          guests: count,
          not_marked: figures.not_marked,
          revenue: z.number().meta({ description: 'Pounds, earned and expected.' }),
          cancelled: count,
        }),
      )
      .meta({ description: 'The bookings of these days by channel, the most guests first.' }),
    demand: z.array(
      z.object({
        experience_id: id.nullable(),
        title: text,
        region: text,
        reason: z.enum(['full', 'gone', 'late', 'price', 'group_size', 'none_found']),
        times: count,
        people: count,
      }),
    ),
  })
  .meta({ id: 'Report' })

export type Report = Omit<z.output<typeof reportSchema>, 'today'>
export type Figures = Report['total']
/** A line of a report. `key` is the first day of the line's span, or the experience's id. */
export type ReportLine = Report['lines'][number]
/** Failed attempts to book an experience, or searches of the vineyard's region without results. */
export type Demand = Report['demand'][number]
