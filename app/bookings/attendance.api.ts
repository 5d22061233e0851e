import { type Context, Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../people/sign-in/access.server.ts'
import { describe } from '../platform/api/describe.server.ts'
import { day, instant, line } from '../platform/api/fields.server.ts'
import { requireUuidParams } from '../platform/api/path-params.server.ts'
import { badKey, idempotencyKey } from '../platform/api/idempotency-key.server.ts'
import { body } from '../platform/api/reading.server.ts'
import { dayOf, formatDay, formatTime } from '../platform/days.ts'
import { problem } from '../platform/http/problem.ts'
import { type AttendanceProblem, codeKinds, findCode, markAttendance } from './attendance.server.ts'
import type { Attendance } from './booking.ts'
import { bookingPolicy } from './booking-policy.ts'
import { bookingSentences } from './booking-sentences.ts'
import { attendance, newMark } from './today/today-entries.shapes.ts'

const absent = bookingSentences.not_found
const refusals = {
  409: 'The booking is cancelled or called off, it is too early, or another device made a later mark.',
}

/** POST /api/bookings/:id/attendance: staff record attendance on a booking's page. */
export const attendanceApi = new Hono<ApiEnv>().post(
  '/:id/attendance',
  only(bookingPolicy.run),
  requireUuidParams(absent),
  describe(
    'Record whether the party came',
    { 200: z.object({ attendance }) },
    'An arrival can be recorded from 00:00 on the day of the visit, a no-show from the start of the visit.',
    refusals,
  ),
  body(z.strictObject({ attendance })),
  async (c) => {
    const { sql, by, now } = c.var
    const { attendance } = c.req.valid('json')
    const mark = { attendance, arrived_guests: null }
    const marked = await markAttendance(sql, { id: c.req.param('id') }, mark, { by }, now())
    return marked.ok ? c.json({ attendance }) : refuse(c, marked.problem, attendance)
  },
)

const mark = z
  .object({
    attendance,
    arrived_guests: z
      .int()
      .nullable()
      .meta({ description: 'How many guests came; null for the whole party.' }),
    marked_at: instant.nullable(),
  })
  .meta({ id: 'Mark' })

/** Paths below /api/today, for devices at the gate: attendance marks, which may arrive late, and guests' QR codes. */
export const checkInApi = new Hono<ApiEnv>()
  .post(
    '/marks',
    only(bookingPolicy.today),
    describe(
      'Record whether a party came, even if the mark is sent later',
      { 200: mark },
      'If two devices marked the same party, the later mark counts. If the times are equal, the mark that we received last counts. ' +
        'Both devices show the other mark as `overruled` in their lists. ' +
        'With an `Idempotency-Key` (a uuid), a repeated request records the mark only once.',
      { 400: badKey, 404: absent, ...refusals },
    ),
    body(newMark),
    idempotencyKey,
    async (c) => {
      const { sql, by, now, idempotency_key: key } = c.var
      const { reference, marked_at, seen_at, ...made } = c.req.valid('json')
      const device = {
        key,
        marked_at: new Date(marked_at),
        seen_at: seen_at === null ? null : new Date(seen_at),
      }
      const marked = await markAttendance(sql, { reference }, made, { by, device }, now())
      return marked.ok ? c.json(marked.value) : refuse(c, marked.problem, made.attendance)
    },
  )
  .get(
    '/codes/:reference',
    only(bookingPolicy.today),
    describe(
      'The result of scanning a code at the gate',
      { 200: z.object({ kind: z.enum(codeKinds), booking_date: day.nullable() }) },
      'Devices use this for codes that are not in their list of today’s parties. For a booking of another vineyard, the answer is only `other_vineyard`, without a date.',
    ),
    async (c) => {
      const { sql, by, now } = c.var
      const read = line(40).safeParse(c.req.param('reference'))
      if (!read.success) return c.json({ kind: 'unknown' as const, booking_date: null })
      return c.json(await findCode(sql, read.data.toUpperCase(), { by }, dayOf(now())))
    },
  )

function refuse(c: Context, refusal: AttendanceProblem, attendance: Attendance | null) {
  switch (refusal.kind) {
    case 'absent':
      return problem(c, 404, absent)
    case 'cancelled':
      return problem(c, 409, 'This booking is cancelled, so nobody is expected.')
    case 'called_off':
      return problem(c, 409, 'This session is called off, so nobody is expected.')
    case 'too_many':
      return problem(c, 422, 'That is more guests than the party has.')
    case 'overruled': {
      const { kind: _kind, ...mark } = refusal
      return problem(c, 409, 'Another device marked this party later, and the later mark counts.', mark)
    }
    case 'moved':
    case 'early': {
      const { booking_date, start_time } = refusal
      const day = formatDay(booking_date)
      const start = `${day}${start_time ? ` at ${formatTime(start_time)}` : ''}`
      if (refusal.kind === 'moved') return problem(c, 409, `This booking was moved to ${start}.`)
      return problem(
        c,
        409,
        attendance === 'arrived'
          ? `From ${day} on, you can mark guests as arrived.`
          : `You can mark a no-show once the visit has started: ${start}.`,
      )
    }
  }
}
