import { Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../accounts/access.server.ts'
import { policy } from '../accounts/policy.ts'
import { describe } from '../platform/api/describe.server.ts'
import { email } from '../platform/api/fields.server.ts'
import { body } from '../platform/api/reading.server.ts'
import { problem } from '../platform/http/problem.ts'
import { erasureSentences, isTypedAgain } from './person.ts'
import { erasePerson, handOutPerson } from './person.server.ts'

const manage = policy(['admin'], 'Only admins hand out or forget what is kept about a person.')

const things = z.array(z.looseObject({}))
const copy = z
  .looseObject({
    email: z.string(),
    bookings: things,
    mails: things,
    messages: things,
    claims: things,
    itineraries: things,
    account: z.looseObject({ favourites: things, sessions: things }).nullable(),
    staff: z.array(z.looseObject({ browsers: z.array(z.string()) })),
    links: things,
    audit: things,
    customer_notes: things,
    erasure_requests: things,
    known_callers: things,
  })
  .meta({ id: 'PersonCopy' })

const erased = z
  .object({ bookings: z.int(), mails: z.int(), messages: z.int(), accounts: z.int(), notes: z.int() })
  .meta({ id: 'PersonErased', description: 'How much of each was forgotten.' })

const wanted = z
  .strictObject({
    email,
    email_again: z
      .string()
      .max(1000)
      .meta({ description: 'The same address once more; another one is refused.' }),
    cancel_bookings: z.boolean().default(false),
  })
  .refine((asked) => isTypedAgain(asked.email_again, asked.email), {
    path: ['email_again'],
    error: 'must be the same address as email',
  })

/** /api/persons. The email address is posted, so that it appears in no URL. */
export const personApi = new Hono<ApiEnv>()
  .post(
    '/export',
    only(manage),
    describe(
      'A copy of everything that is kept about a person',
      { 200: copy },
      'That it was handed out, by whom and about whom, is noted in the audit.',
    ),
    body(z.strictObject({ email })),
    async (c) => {
      const { sql, by, now } = c.var
      const person = await handOutPerson(sql, c.req.valid('json').email, by, now())
      return c.json(person as z.output<typeof copy>)
    },
  )
  .post(
    '/erase',
    only(manage),
    describe(
      'Forget a person',
      { 200: erased },
      'Money, places and what happened stand. What was forgotten can not be brought back, so the address is asked for twice.',
      {
        409: 'Bookings are to come (`bookings`, unless `cancel_bookings` says so), or the address signs in as staff.',
      },
    ),
    body(wanted),
    async (c) => {
      const { sql, by, now } = c.var
      const { email, cancel_bookings } = c.req.valid('json')
      const outcome = await erasePerson(sql, email, { by, cancel: cancel_bookings }, now())
      if (outcome.ok) return c.json(outcome.value)
      const { kind } = outcome.problem
      const more = outcome.problem.kind === 'to_come' ? { bookings: outcome.problem.bookings } : {}
      return problem(c, 409, erasureSentences[kind], more)
    },
  )
