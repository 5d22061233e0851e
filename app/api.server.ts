import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { z } from 'zod'

import { slotRpc } from './availability/slot.api.ts'
import { bookingApi } from './bookings/booking.api.ts'
import { exploreApi } from './explore/explore.api.ts'
import { type ApiEnv, knowActor } from './people/access.server.ts'
import { meApi } from './people/me.api.ts'
import { winemakerRpc } from './people/winemaker.api.ts'
import { addressOf } from './platform/address.server.ts'
import { createDocument, type Document } from './platform/api/document.server.ts'
import { describe } from './platform/api/describe.server.ts'
import { fallback } from './platform/api/fallback.server.ts'
import { refuseOtherBodies } from './platform/api/reading.server.ts'
import { problem } from './platform/problem.ts'
import type { Surroundings } from './platform/surroundings.ts'
import { vineyardApi } from './vineyards/vineyard.api.ts'

/** Everything below /api: the endpoints of all nouns, their document, and one way to fail. */
export function createApi({ sql, now, config, log }: Surroundings) {
  let document: Promise<Document> | undefined

  const endpoints = new Hono<ApiEnv>()
    .use(async (c, next) => {
      c.set('sql', sql)
      c.set('now', now)
      c.set('config', config)
      c.set('log', log)
      c.set('address', addressOf(c, config.trusted_proxies))
      c.header('Cache-Control', 'no-store')
      c.header('Referrer-Policy', 'no-referrer')
      await next()
    })
    .use(knowActor, refuseOtherBodies)
    .route('/me', meApi)
    .route('/vineyards', vineyardApi)
    .route('/bookings', bookingApi)
    .route('/explore', exploreApi)
    .route('/rpc', slotRpc)
    .route('/rpc', winemakerRpc)

  const describeAll = () => (document ??= createDocument(endpoints))
  const api = endpoints
    .get('/openapi.json', describe('This document', { 200: z.looseObject({}) }), async (c) => {
      c.header('Cache-Control', 'public, max-age=300')
      return c.json(await describeAll())
    })
    .onError((error, c) => {
      if (error instanceof HTTPException && error.status === 400)
        return problem(c, 400, 'This is no JSON that could be read.')
      log.error({ err: error, path: c.req.path }, 'An API call failed')
      c.header('Retry-After', '2')
      return problem(c, 503, 'The service is away for a moment. Please try again.')
    })
  const answerRest = fallback(api)
  api.all('*', (c) => answerRest(c, c.req.path.replace(/^\/api/, '')))
  return { api, describeAll }
}
