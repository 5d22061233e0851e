import { z } from 'zod'

import { day, flag, id, instant, time, timeShown, whole } from '../platform/api/fields.server.ts'
import { version } from '../platform/api/version.server.ts'
import { addDays } from '../platform/days.ts'

const weekdays = z
  .array(whole(1, 7))
  .min(1)
  .max(7)
  .refine((days) => new Set(days).size === days.length, 'must name each day once')
  .meta({ description: 'ISO weekdays: 1 is Monday, 7 is Sunday.', uniqueItems: true })

const dayOfYear = z
  .string()
  .regex(
    /^((0[13578]|1[02])-(0[1-9]|[12]\d|3[01])|(0[469]|11)-(0[1-9]|[12]\d|30)|02-(0[1-9]|[12]\d))$/,
    'must be a day of the year, as MM-dd',
  )

const yearlySeason = z
  .strictObject({
    from: dayOfYear.meta({ description: 'The first day, MM-dd.' }),
    until: dayOfYear.meta({
      description:
        'The last day, MM-dd. If it is earlier in the year than the first day, it is in the next year.',
    }),
    changes: z
      .array(z.strictObject({ year: whole(2000, 2199), from: day.nullable(), until: day.nullable() }))
      .max(50)
      .superRefine((changes, context) => {
        const years = new Set<number>()
        for (const [index, { year, from, until }] of changes.entries()) {
          const refuse = (field: string, message: string) =>
            context.addIssue({ code: 'custom', path: [index, field], message })
          if (years.has(year)) refuse('year', 'must not occur twice')
          years.add(year)
          if ((from === null) !== (until === null))
            refuse('until', 'must be null if from is null, and a day otherwise')
          if (from !== null && Number(from.slice(0, 4)) !== year) refuse('from', `must be in ${year}`)
          if (from !== null && until !== null && (until < from || until > addDays(from, 365)))
            refuse('until', 'must be within a year from the first day')
        }
      })
      .meta({
        description:
          'Other dates for the season that begins in `year`. If both dates are null, that year has no season.',
      }),
  })
  .meta({
    id: 'YearlySeason',
    description:
      'A season that recurs every year. In years without 29 February, a season from 29 February begins on 1 March, and ' +
      'a season until 29 February ends on 28 February.',
    examples: [{ from: '04-01', until: '10-31', changes: [] }],
  })

/** The fields of a weekly start in a request. */
const patternFields = {
  days_of_week: weekdays,
  start_time: time,
  capacity: whole(1, 10_000),
  valid_from: day,
  valid_until: day.nullable().meta({ description: 'The last day, or null if there is none.' }),
  yearly_season: yearlySeason.nullable().optional().meta({
    description:
      'The part of each year in which the pattern has starts, from `valid_from` to `valid_until`. null means the whole year.',
  }),
}
/** One start time on some weekdays of a season. The season includes its first and last day. */
export const patternInput = z.strictObject({ ...patternFields, is_active: z.boolean().optional() })
export const newPattern = z.strictObject({ experience_id: id, ...patternInput.shape }).superRefine(checkEnd)

/** Refuses a start whose last day is before its first day. `at` is the position of the start in its list. */
function checkEnd(start: Span, context: z.RefinementCtx, ...at: number[]) {
  const message = 'must not be before valid_from'
  if (start.valid_until !== null && start.valid_until < start.valid_from)
    context.addIssue({ code: 'custom', path: [...at, 'valid_until'], message })
}
type Span = Pick<DraftStart, 'valid_from' | 'valid_until'>

/** The fields of a weekly start in a response. */
const shownPattern = {
  id,
  days_of_week: z.array(z.int()),
  start_time: timeShown,
  capacity: z.int(),
  valid_from: day,
  valid_until: day.nullable(),
  yearly_season: yearlySeason.nullable(),
}

export const patternShape = z
  .object({
    ...shownPattern,
    experience_id: id,
    is_active: z.boolean(),
    created_at: instant,
    updated_at: instant,
    version,
  })
  .meta({ id: 'AvailabilityPattern' })

export const patternFilters = z.object({
  experience_id: id.optional(),
  vineyard_id: id.optional(),
  is_active: flag.optional(),
})

/** A weekly start in the plan editor. `id` is null for a new start. */
export type DraftStart = z.infer<typeof draftStart>
const draftStart = z.strictObject({ id: id.nullable(), ...patternFields })
export const draftStarts = z
  .array(draftStart)
  .max(100)
  .superRefine((starts, context) => {
    const ids = new Set<string>()
    for (const [index, start] of starts.entries()) {
      checkEnd(start, context, index)
      const { id } = start
      if (id !== null && ids.has(id))
        context.addIssue({ code: 'custom', path: [index, 'id'], message: 'must not occur twice' })
      if (id !== null) ids.add(id)
    }
  })

export const planShape = z
  .object({
    experience_id: id,
    patterns: z.array(z.object(shownPattern)),
    version,
    today: day.meta({ description: 'Today’s date in London.' }),
  })
  .meta({ id: 'AvailabilityPlan' })

/** One start of a plan on one day. Closed starts, and starts in skipped hours, are included. */
export type PlannedStart = z.infer<typeof plannedStart>
export const plannedStart = z.object({
  slot_date: day,
  start_time: timeShown,
  planned: z.int().meta({ description: 'The capacity of the pattern, before exceptions.' }),
  capacity: z.int().meta({ description: 'The capacity after exceptions; 0 if closed or skipped.' }),
  taken: z.int().meta({ description: 'The number of places taken, including overbooked places.' }),
  closed: z.boolean(),
  skipped: z.boolean().meta({ description: 'Whether the clocks skip this hour.' }),
  exception_id: id.nullable(),
})
