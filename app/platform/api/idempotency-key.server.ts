import { randomUUID } from 'node:crypto'
import { createMiddleware } from 'hono/factory'

import { problem } from '../http/problem.ts'
import { isId } from '../ids.ts'

/** The reason for the status 400 of endpoints with an `Idempotency-Key`. */
export const badKey = 'The Idempotency-Key must be a uuid.'

/** Reads the header `Idempotency-Key`, or makes a key. Responds with 400 if the header is not a UUID. */
export const idempotencyKey = createMiddleware<{ Variables: { idempotency_key: string } }>(
  async (c, next) => {
    const key = c.req.header('Idempotency-Key')?.toLowerCase() ?? randomUUID()
    if (!isId(key)) return problem(c, 400, badKey)
    c.set('idempotency_key', key)
    return next()
  },
)
