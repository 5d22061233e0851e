import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import * as build from 'virtual:react-router/server-build'

import { createApi } from './api.server.ts'
import { isForeignForm, withoutOrigin } from './platform/same-site.ts'
import type { Config } from './platform/config.server.ts'
import { clock, config, database, log } from './platform/context.ts'
import type { Sql } from './platform/database.server.ts'
import type { Log } from './platform/log.server.ts'
import { shedOverload } from './platform/overload.server.ts'

export type Surroundings = { sql: Sql; now: () => Date; config: Config; log: Log }

/** No form of ours comes near this; what does is not read to its end. */
const largestForm = 256 * 1024

/** The whole site as one function from Request to Response, so that a test can call it exactly as the network does. */
export function createApp(surroundings: Surroundings): Hono {
  const app = new Hono()
  const handle = createRequestHandler(build, surroundings.config.production ? 'production' : 'development')

  app.use(async (c, next) => {
    await next()
    c.header('X-Content-Type-Options', 'nosniff')
    c.header('X-Frame-Options', 'DENY')
    if (!c.res.headers.has('Referrer-Policy')) c.header('Referrer-Policy', 'strict-origin-when-cross-origin')
  })
  app.use(
    bodyLimit({ maxSize: largestForm, onError: (c) => c.text('That is more than this form can take.', 413) }),
  )

  app.use(async (c, next) => {
    if (isForeignForm(c.req.raw, surroundings.config.site_url))
      return c.text('This form came from another site.', 403)
    await next()
  })

  // Before the line: a full house is no sick one.
  app.get('/healthz', async (c) => {
    await surroundings.sql`select 1`
    return c.text('ok')
  })
  // More than the connections, so that none of them idles while a page is made.
  const { database_pool, max_waiting } = surroundings.config
  app.use(shedOverload({ at_once: 2 * database_pool, max_waiting }))

  app.onError((error, c) => {
    surroundings.log.error({ err: error, path: c.req.path }, 'A request failed')
    return c.text('Something went wrong.', 500)
  })

  app.route('/api', createApi(surroundings))
  app.all('*', (c) => {
    const context = new RouterContextProvider()
    context.set(database, surroundings.sql)
    context.set(clock, surroundings.now)
    context.set(config, surroundings.config)
    context.set(log, surroundings.log)
    return handle(withoutOrigin(c.req.raw), context)
  })
  return app
}
