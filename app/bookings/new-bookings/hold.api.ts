import { Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../../people/sign-in/access.server.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { id, instant, whole } from '../../platform/api/fields.server.ts'
import { requireUuidParams } from '../../platform/api/path-params.server.ts'
import { body, query } from '../../platform/api/reading.server.ts'
import { problem } from '../../platform/http/problem.ts'
import { bookingPolicy } from '../booking-policy.ts'
import { refuseChange } from './explain-refusal.server.ts'
import { beyond_limits, checkBeyondLimits, staffSlot } from '../beyond-limits.shapes.ts'
import { contactMissing, guests, hasContact, staffGuest } from '../booking.shapes.ts'
import { bookHold, findHold, holdPlaces, listSellerHolds, releaseHold } from './hold.server.ts'
import { holdShape, sellerHoldShape } from './hold.shapes.ts'

const absent = 'Hold not found'
const releaseSentences = { absent, booked: 'These places are booked. Cancel the booking instead.' }

/** /api/holds: places that staff or sellers hold for a party while it decides. */
export const holdApi = new Hono<ApiEnv>()
  .get(
    '/',
    only(bookingPolicy.run),
    describe(
      'The places that sellers hold at a vineyard now',
      { 200: z.object({ items: z.array(sellerHoldShape) }) },
      'Sorted by the end of the hold, the earliest first. A seller is a reseller, or a program of the vineyard with an API key.',
    ),
    query(z.strictObject({ vineyard_id: id })),
    async (c) => {
      const { sql, by, now } = c.var
      return c.json({ items: await listSellerHolds(sql, c.req.valid('query').vineyard_id, { by }, now()) })
    },
  )
  .post(
    '/',
    only(bookingPolicy.run),
    describe(
      'Hold places',
      { 201: z.object({ id, expires_at: instant }) },
      'The hold lasts at most an hour, and keeps the current price. Cut-offs do not apply.',
      {
        404: 'No such experience in scope.',
        409: 'The slot is gone or has too few places: `remaining` says how many are left.',
      },
    ),
    body(
      z
        .strictObject({
          experience_id: id,
          slot: staffSlot,
          number_of_guests: guests,
          beyond_limits,
          minutes: whole(1, 60).meta({ description: 'The minutes until the hold expires.' }),
        })
        .superRefine(checkBeyondLimits),
    ),
    async (c) => {
      const { sql, by, now } = c.var
      const { minutes, ...request } = c.req.valid('json')
      const at = now()
      const expires_at = new Date(at.getTime() + minutes * 60_000)
      const held = await holdPlaces(sql, { ...request, expires_at }, { by }, at)
      if (!held.ok) return refuseChange(c, sql, held.problem, request)
      return c.json({ ...held.value, expires_at }, 201, { Location: `/api/holds/${held.value.id}` })
    },
  )
  .get(
    '/:id',
    only(bookingPolicy.run),
    requireUuidParams(absent),
    describe('A hold', { 200: holdShape }, 'Holds that have ended can be read, too.'),
    async (c) => {
      const hold = await findHold(c.var.sql, c.req.param('id'), { by: c.var.by })
      return hold ? c.json(hold) : problem(c, 404, absent)
    },
  )
  .delete(
    '/:id',
    only(bookingPolicy.run),
    requireUuidParams(absent),
    describe('Release a hold', { 204: null }, 'A hold that has ended stays as it is.', {
      409: 'The hold was booked.',
    }),
    async (c) => {
      const { sql, by, now } = c.var
      const released = await releaseHold(sql, c.req.param('id'), { by }, now())
      if (released.ok) return c.body(null, 204)
      return problem(c, released.problem === 'absent' ? 404 : 409, releaseSentences[released.problem])
    },
  )
  .post(
    '/:id/book',
    only(bookingPolicy.run),
    requireUuidParams(absent),
    describe(
      'Book the held places',
      { 201: z.object({ id }) },
      'Needs a name, and an email address or a phone number. The booking is confirmed straight away, at the price of ' +
        'the hold, and has the id of the hold. A repeated request books once. An expired hold is booked if its places ' +
        'are still free.',
      { 409: 'The hold was released, the slot is gone, or an expired hold has too few places left.' },
    ),
    body(z.strictObject(staffGuest).refine(hasContact, contactMissing)),
    async (c) => {
      const { sql, by, now } = c.var
      const hold = await findHold(sql, c.req.param('id'), { by })
      if (!hold) return problem(c, 404, absent)
      const booked = await bookHold(sql, hold.id, c.req.valid('json'), { by }, now())
      if (booked.ok) return c.json(booked.value, 201, { Location: `/api/bookings/${hold.id}` })
      const refusal = booked.problem
      return refusal.kind === 'ended'
        ? problem(c, 409, 'This hold has ended. Please hold the places again.')
        : refuseChange(c, sql, refusal, hold)
    },
  )
