import { Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../../people/sign-in/access.server.ts'
import { asReference } from '../../bookings/booking-search.server.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { email, line } from '../../platform/api/fields.server.ts'
import { body } from '../../platform/api/reading.server.ts'
import { problem } from '../../platform/http/problem.ts'
import { bookingErasureSentences, erasureSentences, isSameAddress } from './person.ts'
import { eraseBooking, erasePerson, exportAndRecordPerson } from './person.server.ts'
import { personCopy, personErased, type StoredPerson } from './person.shapes.ts'
import { personPolicy } from './person-policy.ts'

const erasure = z
  .strictObject({
    email,
    email_again: z.string().max(1000).meta({ description: 'The same address again, as a safeguard.' }),
    cancel_bookings: z.boolean().default(false),
  })
  .refine(({ email_again, email }) => isSameAddress(email_again, email), {
    path: ['email_again'],
    error: 'must be the same address as email',
  })

const bookingErasure = z
  .strictObject({
    reference: line(20),
    reference_again: z.string().max(1000).meta({ description: 'The same reference again, as a safeguard.' }),
  })
  .refine(({ reference, reference_again }) => asReference(reference_again) === asReference(reference), {
    path: ['reference_again'],
    error: 'must be the same reference',
  })

/**
 * /api/persons: export and erasure by email address. The address is in the body of a POST, so that no URL contains it.
 */
export const personApi = new Hono<ApiEnv>()
  .post(
    '/export',
    only(personPolicy.run),
    describe(
      'Export everything stored about a person',
      { 200: personCopy },
      'The audit log records the export.',
    ),
    body(z.strictObject({ email })),
    async (c) => {
      const { sql, by, now } = c.var
      const person = await exportAndRecordPerson(sql, c.req.valid('json').email, by, now())
      return c.json(person as StoredPerson)
    },
  )
  .post(
    '/erase',
    only(personPolicy.run),
    describe(
      'Erase a person',
      { 200: personErased },
      'Money, places and history stay. Erasure cannot be undone, so the address is required twice.',
      {
        409: 'The person has upcoming bookings (listed in `bookings`), or a staff account.',
      },
    ),
    body(erasure),
    async (c) => {
      const { sql, by, now } = c.var
      const { email, cancel_bookings } = c.req.valid('json')
      const outcome = await erasePerson(sql, email, { by, cancel: cancel_bookings }, now())
      if (outcome.ok) return c.json(outcome.value)
      const { kind, ...more } = outcome.problem
      return problem(c, 409, erasureSentences[kind], more)
    },
  )
  .post(
    '/erase_booking',
    only(personPolicy.run),
    describe(
      'Erase a guest who gave no email address, by the reference of one booking',
      { 200: z.object({ bookings: z.int() }) },
      'Money, places and history stay. Erasure cannot be undone, so the reference is required twice.',
      {
        404: bookingErasureSentences.absent,
        409: 'The guest gave an email address, or the visit is still to come.',
      },
    ),
    body(bookingErasure),
    async (c) => {
      const { sql, by, now } = c.var
      const reference = asReference(c.req.valid('json').reference) ?? ''
      const erased = await eraseBooking(sql, reference, { by }, now())
      if (erased.ok) return c.json(erased.value)
      return problem(c, erased.problem === 'absent' ? 404 : 409, bookingErasureSentences[erased.problem])
    },
  )
