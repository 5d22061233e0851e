import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

import type { BookingQueue } from '../app/bookings/booking-queue.server.ts'
import { compress } from 'hono/compress'
import type { PageCache } from '../app/platform/http/page-cache/page-cache.server.ts'
import { securityHeaders } from '../app/platform/http/security-headers.server.ts'
import type { AppDependencies } from '../app/platform/app-dependencies.ts'

export type Web = Hono & Pick<PageCache, 'respondFromCache' | 'isDatabaseAway'>

const builtServer = '../build/server/index.js'
/** There or not, nothing else answers below these folders. */
const isFile = /^\/(assets|pictures)\//
const aYear = 'public, max-age=31536000, immutable'
const aDay = 'public, max-age=86400'

/**
 * The built site with its files: hashed ones are kept for a year, pictures for a day, pages as they say themselves. What
 * stands ready of them is sent before anything else looks at a request.
 */
export async function createWeb(dependencies: AppDependencies, counter?: BookingQueue): Promise<Web> {
  const {
    createApp,
    createPageCache: createKeeping,
    warmUp,
  }: typeof import('../app/handler.server.ts') = await import(builtServer)
  await warmUp(dependencies)
  const files = await namesOf('build/client')
  const pageCache = createKeeping(dependencies)
  const web = new Hono()
  web.get('*', pageCache.serve)
  web.use(compress())
  const guardFile = securityHeaders(dependencies.config, () => true)
  web.get('*', (c, next) => (isFile.test(c.req.path) || files.has(c.req.path) ? guardFile(c, next) : next()))
  web.use('/assets/*', async (c, next) => {
    await next()
    if (c.res.ok) c.header('Cache-Control', aYear)
  })
  web.use('/pictures/*', async (c, next) => {
    await next()
    if (!c.res.ok) return
    c.header('Cache-Control', aDay)
    // Mails show them too, on whatever page somebody reads those.
    c.header('Cross-Origin-Resource-Policy', 'cross-origin')
  })
  // Icons and the manifest, which browsers ask for under fixed names.
  web.get('/:file', async (c, next) => {
    await next()
    if (c.res.ok && files.has(c.req.path)) c.header('Cache-Control', aDay)
  })
  const sendFile = serveStatic({ root: 'build/client', precompressed: true })
  // Most requests are for none of them, and to ask the disk for each would cost more than their routing.
  web.get('*', (c, next) => (files.has(c.req.path) ? sendFile(c, next) : next()))
  // A newer process, started from the same folder, may have put more files there since: its pages come here for them too.
  web.get('/assets/*', sendFile)
  // A file that is not there is told so at once: no page answers below these folders.
  web.get('/assets/*', (c) => c.text('Not found', 404))
  web.get('/pictures/*', (c) => c.text('Not found', 404))
  // Built on and not taken in: that would wind a second error handler around each of its steps.
  return Object.assign(createApp(dependencies, counter, web), {
    respondFromCache: pageCache.respondFromCache.bind(pageCache),
    isDatabaseAway: pageCache.isDatabaseAway.bind(pageCache),
  })
}

/** The files below a folder, as paths of addresses. */
async function namesOf(folder: string): Promise<Set<string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return new Set(
    files.map(({ parentPath, name }) => `/${relative(folder, join(parentPath, name)).replaceAll(sep, '/')}`),
  )
}
