import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { readConfig } from '../../app/platform/config.server.ts'
import type { Sql } from '../../app/platform/database/database.server.ts'
import { raisePageVersion } from '../../app/platform/http/page-cache/page-version.server.ts'
import { migrate } from '../../app/platform/database/migrations.server.ts'
import { createHttpServer } from '../../server/http-server.ts'
import { startEmbeddedPostgres } from '../../server/embedded-postgres.ts'
import { createWeb } from '../../server/web.ts'
import { makeDailyExperience } from '../book.ts'
import { makeVineyard } from '../make.ts'
import { connect } from '../../app/platform/database/pool.server.ts'

const now = () => new Date('2026-06-01T09:00:00Z')
const settings = readConfig({ NODE_ENV: 'test', SITE_URL: 'http://site.test' })
let folder: string
let postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>>
let sql: Sql
let base: string
let close: () => void
const logged: string[] = []
const noteLine = (details: unknown, line = details) => void logged.push(String(line))
const log = { debug: noteLine, info: noteLine, warn: noteLine, error: noteLine, fatal: noteLine }

const startPostgres = () => startEmbeddedPostgres({ folder, log: () => {}, fsync: false })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chalk-away-'))
  postgres = await startPostgres()
  sql = connect(postgres.url, { max: 4, acquire_timeout: 5000, connect_timeout_seconds: 5 })
  await migrate(sql, 'db', () => {})
  const { server } = createHttpServer(await createWeb({ sql, now, config: settings, log }))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  close = () => server.close().closeAllConnections()
})
afterAll(async () => {
  close?.()
  await sql?.end({ timeout: 1 })
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function get(path: string, headers: Record<string, string> = {}) {
  const began = performance.now()
  const answer = await fetch(base + path, { headers, redirect: 'manual' })
  return { answer, text: await answer.text(), took: performance.now() - began }
}

/** Waits until the site must read the page version again. */
const waitForCheck = () => sleep(250)
// Time limits are checked only on a quiet machine: see `durations` in test/long/forms.ts.
const isMeasured = process.env.LONG !== undefined
const note = 'Free places can’t be shown right now.'

// ASVS 16.5.2
test('while Postgres is down, the site serves only cached pages, with a note instead of places', async () => {
  const market = await makeDailyExperience(sql, { experience: { title: 'Cellar walk' } })
  const [estate, hidden] = [market.experience.vineyard_id, (await makeVineyard(sql)).id]
  const [page, gone] = [`/vineyard/${estate}`, `/vineyard/${hidden}`]
  const shown = [page, '/explore', '/', '/privacy']
  await waitForCheck()
  for (const path of [...shown, gone]) expect((await get(path)).answer.status, path).toBe(200)
  expect((await get(page)).text).toContain('Next available: ')
  expect((await get('/readyz')).text).toBe('ready')
  await sql`update vineyards set is_visible = false where id = ${hidden}`
  await raisePageVersion({ sql, log })
  await waitForCheck()
  // The first requests notice the new page version. Pages that are rendered just after this change are not cached, so
  // each page is requested twice.
  for (const _ of [1, 2]) {
    for (const path of shown) await get(path)
    await waitForCheck()
  }

  await postgres.stop()
  await waitForCheck()

  const away = await get(page)
  expect(away.answer.status).toBe(200)
  // If a visitor had to wait for a connection, the answer would take five seconds.
  if (isMeasured) expect(away.took, 'nobody waits for a connection').toBeLessThan(4500)
  expect(away.text).toContain(note)
  expect(away.text).toContain('1 June 2026, 10:00 AM')
  expect(away.text).toContain('Cellar walk')
  // The page must contain no places, in its text or its structured data, and no script that could load them.
  expect(away.text).not.toMatch(/Next available|Book Now|InStock|<script|modulepreload/)
  expect(away.answer.headers.get('Cache-Control')).toBe('no-store')
  expect(away.answer.headers.get('ETag')).toBeNull()
  expect(away.answer.headers.get('Content-Security-Policy')).toContain("script-src 'self'")

  const list = await get('/explore', { 'If-None-Match': '*' })
  expect(list.answer.status, 'no 304 while the database is away').toBe(200)
  expect(list.text).toContain(note)
  expect(list.text).toContain('Available days will be back shortly')
  expect(list.text).not.toContain('Next available')
  expect((await get('/')).text).toContain(note)
  // A page without data is served as always.
  expect((await get('/privacy')).text).toContain('<script')

  // On a page that was already open, the router loads the next page as a whole document.
  const data = await get(`${page}.data?_routes=routes%2Fvineyard`)
  expect([data.answer.status, data.answer.headers.get('X-Remix-Redirect')]).toEqual([204, page])
  expect(data.answer.headers.get('X-Remix-Reload-Document')).toBe('true')
  expect((await get('/_.data')).answer.headers.get('X-Remix-Redirect')).toBe('/')

  // Hidden, uncached and private pages are not served.
  const strange = '/booking/00000000-0000-4000-8000-000000000000'
  for (const path of [
    gone,
    '/explore?date=2026-06-02',
    `/book-now/${estate}?experience=${market.experience.id}`,
    strange,
    `${strange}.data`,
  ]) {
    const { answer, text } = await get(path)
    expect(answer.status, path).toBeGreaterThanOrEqual(500)
    expect(text, path).not.toContain(note)
  }

  expect((await get('/readyz')).text).toBe('ready, but the database is away')
  expect((await get('/readyz')).answer.status).toBe(200)
  expect((await get('/healthz')).answer.status).toBe(503)
  const outageLines = () => logged.filter((line) => line.startsWith('The database is away'))
  expect(outageLines(), 'the outage is logged once').toHaveLength(1)

  const together = await Promise.all(Array.from({ length: 40 }, () => get(page)))
  expect(new Set(together.map(({ text }) => text))).toEqual(new Set([away.text]))
  if (isMeasured) expect(Math.max(...together.map(({ took }) => took))).toBeLessThan(4500)

  postgres = await startPostgres()
  await expect.poll(async () => (await get('/readyz')).text).toBe('ready')
  const back = await get(page)
  expect(back.text).toContain('Next available: ')
  expect(back.text).not.toContain(note)
  expect((await get(gone)).answer.status).toBe(404)
  expect(logged).toContain('The database is back')
  expect(outageLines()).toHaveLength(1)
})
