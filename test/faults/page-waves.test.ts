import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { raisePageVersion } from '../../app/platform/http/page-cache/page-version.server.ts'
import { createLog } from '../../app/platform/log.server.ts'
import { makeDailyExperience } from '../book.ts'
import { openSite, type Site } from './site.ts'

// The timeout is long enough for a slow machine. A process in an endless loop would never answer.
const timeout = 30_000
const codings = ['gzip', 'br', 'identity'] as const

let site: Site
let pages: string[]
beforeAll(async () => {
  site = await openSite({ LIMIT_SEARCHES: '100000' })
  const markets = await Promise.all(Array.from({ length: 30 }, () => makeDailyExperience(site.sql)))
  pages = markets.map(({ experience }) => `/vineyard/${experience.vineyard_id}`)
})
afterAll(() => site?.close())

/** Requests a page, and retries after a 503 with Retry-After, as browsers and proxies do. Fails after the timeout. */
async function visit(
  path: string,
  coding = 'identity',
  signal = AbortSignal.timeout(timeout),
): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${site.port}${path}`, {
    headers: { 'Accept-Encoding': coding },
    signal,
  })
  const text = await answer.text()
  const retryAfter = answer.headers.get('Retry-After')
  if (answer.status === 503 && retryAfter) {
    await sleep(Number(retryAfter) * 1000)
    return visit(path, coding, signal)
  }
  expect(answer.status, text.slice(0, 200)).toBe(200)
  return text
}

/** Drops all cached pages. */
async function dropAll() {
  await raisePageVersion({ sql: site.sql, log: createLog('silent') })
  await sleep(250)
}

test.each(codings)('answers waves of requests for uncached pages in %s, and stays ready', async (coding) => {
  const waves = Array.from({ length: 8 }, (_, n) => n * 150)
  await dropAll()
  const answers = waves.flatMap((delay) =>
    pages.map(async (path) => {
      await sleep(delay)
      return visit(path, coding)
    }),
  )
  for (const html of await Promise.all(answers)) expect(html).toContain('</html>')
  expect(await visit('/readyz')).toBe('ready')
})

test('in every content coding, the site answers requests that arrive during a slow render', async () => {
  await dropAll()
  const [gzip = '', br = '', identity = ''] = pages
  const paths = { gzip, br, identity }
  const locked = Promise.withResolvers<void>()
  const released = site.sql.begin(async (tx) => {
    await tx`lock table experiences in access exclusive mode`
    locked.resolve()
    await sleep(1600)
  })
  await locked.promise
  const answers = codings.flatMap((coding) =>
    [0, 400, 550, 700, 900, 1200, 1500, 1650].map(async (delay) => {
      await sleep(delay)
      return visit(paths[coding], coding)
    }),
  )
  for (const html of await Promise.all(answers)) expect(html).toContain('</html>')
  await released
  expect(await visit('/readyz')).toBe('ready')
})
