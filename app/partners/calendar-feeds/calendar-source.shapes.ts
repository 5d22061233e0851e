import { z } from 'zod'

import { id, instant, webAddress } from '../../platform/api/fields.server.ts'
import { cleanLine } from '../../platform/text/text.ts'
import { calendarAddress, maxNamed, sourceProblemNames } from './calendar-source.ts'

/** The report of a calendar's last reading, with the entries that staff must check. */
export const reportShape = z
  .object({
    entries: z.int(),
    unread: z.int().describe('Entries that could not be read, or were read only in part.'),
    unknown_zones: z.int().describe('Entries in an unknown time zone, whose times are read as London time.'),
    named_entries: z
      .array(
        z.object({
          problem: z.enum(['unread', 'endless', 'unknown_zone']),
          title: z.string().nullable(),
          line: z.int(),
          zone: z.string().nullable(),
        }),
      )
      .describe(`At most ${maxNamed} of the entries with a problem.`),
  })
  .meta({ id: 'CalendarReport' })

/**
 * An external calendar whose busy times close the slots of a vineyard or of one experience. The calendar is checked
 * regularly. While checks fail, the closures of the last successful check apply.
 */
export type CalendarSource = z.infer<typeof sourceShape>
export const sourceShape = z
  .object({
    id,
    vineyard_id: id,
    vineyard_name: z.string(),
    experience_id: id.nullable().describe('null: all experiences.'),
    experience_title: z.string().nullable(),
    url: z.string(),
    added_at: instant,
    checked_at: instant.nullable(),
    succeeded_at: instant.nullable().describe('When the calendar was last read successfully.'),
    next_check_at: instant,
    failures: z.int().describe('The number of checks in a row that failed.'),
    problem: z.enum(sourceProblemNames).nullable(),
    closes: z.int().describe('The number of periods that the calendar closes.'),
    read_report: reportShape.nullable().describe('null: the last reading understood every entry.'),
  })
  .meta({ id: 'CalendarSource' })

/** A future booking at a time when a calendar is busy. */
export type Overlap = z.infer<typeof overlapShape>
export const overlapShape = z
  .object({
    id,
    reference: z.string(),
    status: z.enum(['pending', 'confirmed']),
    guest_name: z.string(),
    number_of_guests: z.int(),
    starts_at: instant,
    ends_at: instant,
    vineyard_id: id,
    vineyard_name: z.string(),
    experience_title: z.string(),
  })
  .meta({ id: 'CalendarOverlap' })

export const newSource = z.strictObject({
  vineyard_id: id,
  experience_id: id.nullable().default(null),
  url: z
    .string()
    .max(2000)
    .overwrite(cleanLine)
    .transform(calendarAddress)
    .pipe(webAddress)
    .describe('https:, http: or webcal:, on the public internet.'),
})

export const vineyardFilter = z.strictObject({ vineyard_id: id.optional() })

export const feedShape = z
  .object({
    id,
    vineyard_id: id,
    experience_id: id.nullable().describe('null: all experiences.'),
    renewed_at: instant,
    last_read_at: instant.nullable(),
  })
  .meta({ id: 'CalendarFeed' })

export const newFeed = z.strictObject({ vineyard_id: id, experience_id: id.nullable().default(null) })
