import { Hono } from 'hono'
import { z } from 'zod'

import type { ApiEnv } from '../accounts/access.server.ts'
import { describe } from '../platform/api/describe.server.ts'
import { day, id, instant, timeShown } from '../platform/api/fields.server.ts'
import { listing, pageOf } from '../platform/api/listing.server.ts'
import { query } from '../platform/api/reading.server.ts'
import { pageOfLegacySlots, pageOfOpenDays, pageOfSlots } from './slot-list.server.ts'
import { endsInTime, longestSlotSpan } from './span.ts'

const span = { experience_id: id, from: day, until: day }
const most = `At most ${longestSlotSpan} days from the first.`
const inTime = endsInTime('from', 'until')

const slot = z
  .object({
    id: z.string(),
    pattern_id: id.nullable(),
    availability_id: id.nullable(),
    slot_date: day,
    start_time: timeShown,
    end_time: timeShown,
    starts_at: instant,
    ends_at: instant,
    capacity: z.int(),
    remaining: z.int(),
  })
  .meta({ id: 'Slot' })

const openDay = z.object({
  id: day,
  slot_date: day,
  largest_party: z.int().meta({ description: 'The largest party that one of its slots could take.' }),
  remaining: z.int(),
})

/** /api/slots: what can be booked, start by start. */
export const slotApi = new Hono<ApiEnv>().get(
  '/',
  describe(
    'Slots of an experience as guests find them',
    { 200: pageOf(slot) },
    `Full ones have none remaining; closed ones are absent. ${most}`,
  ),
  query(listing(['starts_at', 'remaining'], span).superRefine(inTime)),
  async (c) => c.json(await pageOfSlots(c.var.sql, c.req.valid('query'), c.var.now())),
)

/** /api/open_days: the same, day by day. */
export const openDayApi = new Hono<ApiEnv>().get(
  '/',
  describe('Days on which an experience has slots', { 200: pageOf(openDay) }, most),
  query(listing(['slot_date', 'remaining'], span).superRefine(inTime)),
  async (c) => c.json(await pageOfOpenDays(c.var.sql, c.req.valid('query'), c.var.now())),
)

/** /api/availability: single starts from before there were patterns. */
export const legacyApi = new Hono<ApiEnv>().get(
  '/',
  describe('Single starts with places left', {
    200: pageOf(z.object({ id, experience_id: id, start_time: instant, available_slots: z.int() })),
  }),
  query(listing(['start_time', 'available_slots'], span).superRefine(inTime)),
  async (c) => c.json(await pageOfLegacySlots(c.var.sql, c.req.valid('query'))),
)
