import { Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, keysToo } from '../people/sign-in/access.server.ts'
import { describe } from '../platform/api/describe.server.ts'
import { day, id, instant } from '../platform/api/fields.server.ts'
import { listing, pageOf } from '../platform/api/listing.server.ts'
import { query, question } from '../platform/api/reading.server.ts'
import { generateAvailability, pageOfLegacySlots, pageOfOpenDays, pageOfSlots } from './slot.server.ts'
import {
  checkSpan,
  generatedSlot,
  generatedSpan,
  maxSlotSpan,
  openDayShape,
  slotShape,
} from './slot.shapes.ts'

const span = { experience_id: id, from: day, until: day }
const spanLimit = `\`until\` is at most ${maxSlotSpan} days after \`from\`.`
const isValidSpan = checkSpan('from', 'until')

/** /api/slots: an experience's slots, start by start. */
export const slotApi = new Hono<ApiEnv>().get(
  '/',
  keysToo('availability:read'),
  describe(
    'Slots of an experience as guests find them',
    { 200: pageOf(slotShape) },
    `Full slots have 0 places remaining; closed slots are absent. ${spanLimit}`,
  ),
  query(listing(['starts_at', 'remaining'], span).superRefine(isValidSpan)),
  async (c) => c.json(await pageOfSlots(c.var.sql, c.req.valid('query'), { by: c.var.actor }, c.var.now())),
)

/** /api/open_days: the days on which an experience has slots. */
export const openDayApi = new Hono<ApiEnv>().get(
  '/',
  keysToo('availability:read'),
  describe('Days on which an experience has slots', { 200: pageOf(openDayShape) }, spanLimit),
  query(listing(['slot_date', 'remaining'], span).superRefine(isValidSpan)),
  async (c) =>
    c.json(await pageOfOpenDays(c.var.sql, c.req.valid('query'), { by: c.var.actor }, c.var.now())),
)

/** /api/availability: legacy slots, which have no pattern. */
export const legacyApi = new Hono<ApiEnv>().get(
  '/',
  describe('Single starts with places left', {
    200: pageOf(z.object({ id, experience_id: id, start_time: instant, available_slots: z.int() })),
  }),
  query(listing(['start_time', 'available_slots'], span).superRefine(isValidSpan)),
  async (c) => c.json(await pageOfLegacySlots(c.var.sql, c.req.valid('query'), c.var.now())),
)

/** The specification's remote function for slots, with its name and parameters. */
export const slotRpc = new Hono<ApiEnv>().post(
  '/generate_availability_from_patterns',
  describe(
    'The slots that patterns give from one day to another',
    { 200: z.array(generatedSlot) },
    'Full slots have 0 places remaining; closed, past and not yet bookable slots are absent. ' +
      `The last day is at most ${maxSlotSpan} days after the first.`,
    { 400: 'The response names each invalid parameter and says which values are valid.', 422: null },
  ),
  question(generatedSpan),
  async (c) => {
    const { p_experience_id, p_start_date, p_end_date } = c.req.valid('json')
    const { sql, now } = c.var
    return c.json(await generateAvailability(sql, p_experience_id, p_start_date, p_end_date, now()))
  },
)
