import { Hono } from 'hono'
import { z } from 'zod'

import { describe } from '../platform/api/describe.server.ts'
import { day, id, timeShown, whole } from '../platform/api/fields.server.ts'
import { question } from '../platform/api/reading.server.ts'
import type { ApiEnv } from '../accounts/access.server.ts'
import { generateAvailability } from './slot.server.ts'
import { endsInTime, longestSlotSpan } from './span.ts'

const span = z
  .strictObject({ p_experience_id: id, p_start_date: day, p_end_date: day })
  .superRefine(endsInTime('p_start_date', 'p_end_date'))

const generated = z.object({
  pattern_id: id,
  slot_date: day,
  start_time: timeShown,
  end_time: timeShown,
  capacity: whole(0, 10_000),
  remaining: whole(0, 10_000),
})

/** The specification's remote function for slots, by its own name and parameters. */
export const slotRpc = new Hono<ApiEnv>().post(
  '/generate_availability_from_patterns',
  describe(
    'The slots that patterns give from one day to another',
    { 200: z.array(generated) },
    `Full ones have none remaining; those that are closed, over or not yet to be booked are absent. At most ${longestSlotSpan} days.`,
    { 400: 'A parameter is wrong; each is named with what would be right.', 422: null },
  ),
  question(span),
  async (c) => {
    const { p_experience_id, p_start_date, p_end_date } = c.req.valid('json')
    const { sql, now } = c.var
    return c.json(await generateAvailability(sql, p_experience_id, p_start_date, p_end_date, now()))
  },
)
