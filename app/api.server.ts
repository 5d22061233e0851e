import { Hono } from 'hono'

import { slotRpc } from './availability/slot.api.ts'
import { bookingApi } from './bookings/booking.api.ts'
import { problem } from './platform/problem.ts'
import type { ApiVariables, Surroundings } from './platform/surroundings.ts'

/** Everything below /api: the endpoints of all nouns, and one way to fail. */
export function createApi({ sql, now, log }: Surroundings) {
  return new Hono<{ Variables: ApiVariables }>()
    .use(async (c, next) => {
      c.set('sql', sql)
      c.set('now', now)
      c.set('log', log)
      await next()
    })
    .route('/bookings', bookingApi)
    .route('/rpc', slotRpc)
    .all('*', (c) => problem(c, 404, 'There is nothing here.'))
    .onError((error, c) => {
      log.error({ err: error, path: c.req.path }, 'An API call failed')
      c.header('Retry-After', '2')
      return problem(c, 503, 'The service is away for a moment. Please try again.')
    })
}
