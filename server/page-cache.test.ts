import { once } from 'node:events'
import { type IncomingHttpHeaders, get as ask } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, afterEach, expect, test, vi } from 'vitest'

import { readConfig } from '../app/platform/config.server.ts'
import { raisePageVersion } from '../app/platform/http/page-cache/page-version.server.ts'
import { createLog } from '../app/platform/log.server.ts'
import { makeDailyExperience } from '../test/book.ts'
import { ownDatabase } from '../test/database.ts'
import { makeAdmin, makeBookable, makeVineyard, signedIn } from '../test/make.ts'
import { recordStatements } from '../test/statement-recorder.ts'
import { createHttpServer } from './http-server.ts'
import { createWeb } from './web.ts'

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer }

const sql = await ownDatabase()
const now = new Date('2026-06-01T09:00:00Z')
const log = createLog('silent')
const config = readConfig({ NODE_ENV: 'test', SITE_URL: 'http://site.test' })

/** Starts a process of the site on its own port. `made` returns the number of pages rendered since the last call. */
async function startProcess() {
  const { sql: handle, take } = recordStatements(sql)
  const web = await createWeb({ sql: handle, now: () => now, config, log })
  const server = createHttpServer(web).server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  const base = `http://127.0.0.1:${port}`
  /** Sends a change as an admin, and returns the status. */
  const save = async (method: string, path: string, body: unknown) => {
    const headers = { 'Content-Type': 'application/json', 'If-Match': '*', ...signedIn(admin) }
    return (await fetch(base + path, { method, headers, body: JSON.stringify(body) })).status
  }
  /** Books with the form, as a visitor does, and returns the status. */
  const book = async (path: string, fields: Record<string, string>) =>
    (await fetch(base + path, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) }))
      .status
  const get = async (path: string, headers: Record<string, string> = {}): Promise<Answer> => {
    const [answer] = await once(ask({ port, path, headers }), 'response')
    const parts: Buffer[] = await answer.toArray()
    return { status: answer.statusCode, headers: answer.headers, body: Buffer.concat(parts) }
  }
  const made = () => take().filter(({ text }) => text.includes('next_open_slots')).length
  return { get, made, save, book }
}

const admin = await makeAdmin(sql)
const [one, other] = [await startProcess(), await startProcess()]
const unpacked: Record<string, (body: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync }
const text = ({ headers, body }: Answer) =>
  (unpacked[headers['content-encoding'] ?? '']?.(body) ?? body).toString()

/** Returns the first open day that a page shows. */
const dayIn = (html: string) => /Next available: (?:<!-- -->)?([^<]+)/.exec(html)?.[1]

/** Drops all cached pages, as an import by the worker does, and waits until both processes have dropped theirs. */
async function dropPages() {
  await raisePageVersion({ sql, log })
  await sleep(250)
  // Both processes now read the new page version.
  await Promise.all([one.get('/privacy'), other.get('/privacy')])
  await sleep(250)
  one.made()
}

const market = await makeDailyExperience(sql, { capacity: 4, experience: { max_group_size: 4 } })
const page = `/vineyard/${market.experience.vineyard_id}`

afterEach(() => void vi.restoreAllMocks())

test('renders a page once for concurrent requests, and sends the same page in every encoding', async () => {
  const codings = ['br, gzip', 'gzip', 'identity', 'gzip;q=0, br;q=0', 'br']
  await dropPages()
  const herd = await Promise.all(
    Array.from({ length: 40 }, (_, n) => one.get(page, { 'Accept-Encoding': codings[n % 5] ?? '' })),
  )
  expect(one.made()).toBe(1)
  expect(new Set(herd.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(herd.map(text)).size).toBe(1)
  expect(new Set(herd.map(({ headers }) => headers['content-encoding']))).toEqual(
    new Set(['br', 'gzip', undefined]),
  )
})

test('answers 304 with the headers of the page to a client that already has the page', async () => {
  const { headers } = await one.get(page, { 'Accept-Encoding': 'br' })
  const again = await one.get(page, { 'Accept-Encoding': 'br', 'If-None-Match': `"x", ${headers.etag}` })
  expect(again.status).toBe(304)
  expect(again.body).toHaveLength(0)
  expect(again.headers['content-security-policy']).toContain("script-src 'self' 'sha256-")
  expect(again.headers['cache-control']).toBe('public, no-cache, s-maxage=0')
  expect(again.headers['x-content-type-options']).toBe('nosniff')
  expect((await one.get(page, { 'If-None-Match': '"another"' })).status).toBe(200)
})

test('shows changes by staff on every page, immediately in the same process and soon in the other process', async () => {
  const pages = [page, '/explore', '/']
  const visits = ({ get }: typeof one) => Promise.all(pages.map(async (path) => text(await get(path))))
  await Promise.all([visits(one), visits(other)])
  const details = {
    name: 'Renamed Hill',
    cover_image_url: '/pictures/vineyards/x-800.webp',
    is_featured: true,
  }
  expect(await one.save('PATCH', `/api/vineyards/${market.experience.vineyard_id}`, details)).toBe(200)
  expect(text(await one.get(page))).toContain('Renamed Hill')
  await sleep(250)
  for (const html of [...(await visits(other)), ...(await visits(one))])
    expect(html).toContain('Renamed Hill')
})

test('shows the start and the end of a closure by staff in both processes', async () => {
  const { vineyard_id } = market.experience
  await dropPages()
  const days = () => Promise.all([one, other].map(async ({ get }) => dayIn(text(await get(page)))))
  expect(await days()).toEqual(['today', 'today'])
  const closure = { vineyard_id, starts_on: '2026-06-01', ends_on: '2026-06-01', capacity: null }
  expect(await one.save('POST', '/api/availability_exceptions', closure)).toBe(201)
  await sleep(250)
  expect(await days()).toEqual(['Tuesday 2 June', 'Tuesday 2 June'])
  const [{ id }] = await sql<
    [{ id: string }]
  >`select id from availability_exceptions where vineyard_id = ${vineyard_id}`
  expect(await other.save('DELETE', `/api/availability_exceptions/${id}`, {})).toBe(204)
  await sleep(250)
  expect(await days()).toEqual(['today', 'today'])
})

// A page may show places for up to five seconds after they were booked, but the form is always up to date.
test('when a visitor takes the last places, the booking form shows this at once, although the page is still cached', async () => {
  const { experience, path, answers } = await makeBookable(sql, {
    experience: { max_group_size: 2 },
    pattern: { capacity: 2, valid_from: '2026-06-06', valid_until: '2026-06-06' },
    date: '2026-06-06',
  })
  const estate = `/vineyard/${experience.vineyard_id}`
  await dropPages()
  // The clock stands still, so that the cached page does not expire on a slow machine.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  expect(dayIn(text(await one.get(estate)))).toBe('Saturday 6 June')
  const isOffered = async () => {
    const form = text(await one.get(`${path}&date=2026-06-06`))
    const [choice] =
      form.match(new RegExp(`<input[^>]*${answers().slot}[^>]*>`)) ?? expect.fail('The form lacks the slot')
    return !choice.includes('disabled')
  }
  expect(await isOffered()).toBe(true)
  expect(await one.book(path, answers())).toBe(302)
  one.made()
  expect(dayIn(text(await one.get(estate)))).toBe('Saturday 6 June')
  expect(one.made(), 'a booking drops no page').toBe(0)
  expect(await isOffered()).toBe(false)
})

// ASVS 4.1.3 14.2.2
test('the page of the next visitor never contains data that an earlier visitor sent', async () => {
  const strange = await makeVineyard(sql, { name: 'Quiet Bank' })
  const path = `/vineyard/${strange.id}`
  await dropPages()
  const first = await one.get(`${path}?utm_source=poison&fbclid=x`, {
    Host: 'evil.test',
    Cookie: 'a=poison',
    'X-Forwarded-Host': 'evil.test',
    'X-Forwarded-Proto': 'gopher',
  })
  expect(first.status).toBe(200)
  const next = text(await one.get(path))
  expect(next).toBe(text(first))
  expect(next).not.toMatch(/poison|evil|gopher/)
})

test('does not cache an error or an incomplete page', async () => {
  const missing = '/vineyard/00000000-0000-4000-8000-000000000000'
  expect((await one.get(missing)).status).toBe(404)
  expect((await one.get(missing)).headers['cache-control']).toBe('no-store')
  await sql`alter function next_open_slots rename to next_open_slots_away`
  const spare = await makeDailyExperience(sql)
  const path = `/vineyard/${spare.experience.vineyard_id}`
  const without = await one.get(path)
  await sql`alter function next_open_slots_away rename to next_open_slots`
  expect(without.status).toBe(200)
  expect(text(without)).not.toContain('Next available')
  expect(text(await one.get(path))).toContain('Next available')
})
