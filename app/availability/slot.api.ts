import { Hono } from 'hono'
import { z } from 'zod'

import { addDays, isDay } from '../platform/days.ts'
import { isId } from '../platform/ids.ts'
import { problem } from '../platform/problem.ts'
import type { ApiVariables } from '../platform/surroundings.ts'
import { generateAvailability } from './slot.server.ts'

const longestSpan = 400
const day = z.string().refine(isDay, 'is no day')

const span = z
  .strictObject({ p_experience_id: z.string().refine(isId, 'is no id'), p_start_date: day, p_end_date: day })
  .refine(({ p_start_date, p_end_date }) => p_start_date <= p_end_date, 'p_start_date is after p_end_date')
  .refine(
    ({ p_start_date, p_end_date }) => p_end_date <= addDays(p_start_date, longestSpan),
    `more than ${longestSpan} days`,
  )

/** The specification's remote function for slots, by its own name and parameters. */
export const slotRpc = new Hono<{ Variables: ApiVariables }>().post(
  '/generate_availability_from_patterns',
  async (c) => {
    const read = span.safeParse(await c.req.json().catch(() => undefined))
    if (!read.success)
      return problem(c, 400, 'These dates can not be read.', {
        fields: read.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })),
      })
    const { p_experience_id, p_start_date, p_end_date } = read.data
    return c.json(
      await generateAvailability(c.var.sql, p_experience_id, p_start_date, p_end_date, c.var.now()),
    )
  },
)
