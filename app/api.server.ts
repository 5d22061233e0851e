import { Hono } from 'hono'

import { slotRpc } from './availability/slot.api.ts'
import { bookingApi } from './bookings/booking.api.ts'
import { winemakerRpc } from './people/winemaker.api.ts'
import { addressOf } from './platform/address.server.ts'
import { problem } from './platform/problem.ts'
import type { ApiVariables, Surroundings } from './platform/surroundings.ts'

/** Everything below /api: the endpoints of all nouns, and one way to fail. */
export function createApi({ sql, now, config, log }: Surroundings) {
  return new Hono<{ Variables: ApiVariables }>()
    .use(async (c, next) => {
      c.set('sql', sql)
      c.set('now', now)
      c.set('config', config)
      c.set('log', log)
      c.set('address', addressOf(c, config.trusted_proxies))
      await next()
    })
    .route('/bookings', bookingApi)
    .route('/rpc', slotRpc)
    .route('/rpc', winemakerRpc)
    .all('*', (c) => problem(c, 404, 'There is nothing here.'))
    .onError((error, c) => {
      log.error({ err: error, path: c.req.path }, 'An API call failed')
      c.header('Retry-After', '2')
      return problem(c, 503, 'The service is away for a moment. Please try again.')
    })
}
