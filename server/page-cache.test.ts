import { once } from 'node:events'
import { type IncomingHttpHeaders, get as ask } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'

import { readConfig } from '../app/platform/config.server.ts'
import { createLog } from '../app/platform/log.server.ts'
import { recording } from '../test/recording.ts'
import { book, hold, makeDailyExperience } from '../test/book.ts'
import { ownDatabase } from '../test/database.ts'
import { makeVineyard } from '../test/make.ts'
import { createHttpServer } from './http-server.ts'
import { createWeb } from './web.ts'

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer }

const sql = await ownDatabase()
let now = new Date('2026-06-01T09:00:00Z')
const config = readConfig({ NODE_ENV: 'test', SITE_URL: 'http://site.test' })

/** Starts a process of the site on its own port. `made` returns how many pages it has rendered since the last call. */
async function startProcess() {
  const { sql: handle, take } = recording(sql)
  const web = await createWeb({ sql: handle, now: () => now, config, log: createLog('silent') })
  const server = createHttpServer(web).server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  const get = async (path: string, headers: Record<string, string> = {}): Promise<Answer> => {
    const [answer] = await once(ask({ port, path, headers }), 'response')
    const parts: Buffer[] = await answer.toArray()
    return { status: answer.statusCode, headers: answer.headers, body: Buffer.concat(parts) }
  }
  const made = () => take().filter(({ text }) => text.includes('next_open_slots')).length
  return { get, made }
}

const [one, other] = [await startProcess(), await startProcess()]
const unpacked: Record<string, (body: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync }
const text = ({ headers, body }: Answer) =>
  (unpacked[headers['content-encoding'] ?? '']?.(body) ?? body).toString()

/** Returns the first open day that a page shows. */
const dayIn = (html: string) => /Next available: (?:<!-- -->)?([^<]+)/.exec(html)?.[1]
/** Returns the first slot that a list shows. */
const slotIn = (html: string) =>
  /Next available: <\/span>([^·]+) · /.exec(html.replaceAll('<!-- -->', ''))?.[1]

/** Waits until the page cache checks for changes again. */
const waitForCheck = () => sleep(250)

/** Waits until a page is cached: one rendered just after a change may be out of date. */
async function ready(path: string) {
  // The next check then reports no more changes by this test's setup.
  await waitForCheck()
  await one.get(path)
  await waitForCheck()
  await one.get(path)
  one.made()
}

/**
 * Expects that `visit` renders at most this many pages. On a busy machine a check for changes may be late, which renders pages
 * again, so one of several attempts is enough.
 */
async function makesAtMost(most: number, visit: () => Promise<unknown>) {
  const made: number[] = []
  while (made.length < 4) {
    await visit()
    made.push(one.made())
    if ((made.at(-1) ?? 0) <= most) return
  }
  expect.fail(`made ${made.join(', ')} pages in four attempts, and never at most ${most}`)
}

const market = await makeDailyExperience(sql, { capacity: 4, experience: { max_group_size: 4 } })
const page = `/vineyard/${market.experience.vineyard_id}`
await waitForCheck()

test('renders a page once for concurrent requests, the same in every encoding', async () => {
  const codings = ['br, gzip', 'gzip', 'identity', 'gzip;q=0, br;q=0', 'br']
  let herd: Answer[] = []
  // The first page of a process takes long to render.
  await other.get(page)
  // Requests that arrive more than 500 ms after rendering began get the next render.
  await makesAtMost(2, async () => {
    await sql`update vineyards set description = description || ' Old.' where id = ${market.experience.vineyard_id}`
    await waitForCheck()
    one.made()
    herd = await Promise.all(
      Array.from({ length: 40 }, (_, n) => one.get(page, { 'Accept-Encoding': codings[n % 5] ?? '' })),
    )
  })
  expect(new Set(herd.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(herd.map(text)).size).toBe(1)
  expect(new Set(herd.map(({ headers }) => headers['content-encoding']))).toEqual(
    new Set(['br', 'gzip', undefined]),
  )
})

test('answers 304 with the headers of the page to a client that has it', async () => {
  const { headers } = await one.get(page, { 'Accept-Encoding': 'br' })
  const again = await one.get(page, { 'Accept-Encoding': 'br', 'If-None-Match': `"x", ${headers.etag}` })
  expect(again.status).toBe(304)
  expect(again.body).toHaveLength(0)
  expect(again.headers['content-security-policy']).toContain("script-src 'self' 'sha256-")
  expect(again.headers['cache-control']).toBe('public, no-cache, s-maxage=0')
  expect(again.headers['x-content-type-options']).toBe('nosniff')
  expect((await one.get(page, { 'If-None-Match': '"another"' })).status).toBe(200)
})

test('shows an edit in every process, on the page and in lists', async () => {
  const pages = [page, '/explore', '/']
  const visits = () =>
    Promise.all([one, other].flatMap(({ get }) => pages.map(async (path) => text(await get(path)))))
  await visits()
  await sql`
    update vineyards set name = 'Renamed Hill', cover_image_url = '/pictures/vineyards/x-800.webp',
      description = 'Chalk.', featured_at = now()
    where id = ${market.experience.vineyard_id}`
  await waitForCheck()
  for (const html of await visits()) expect(html).toContain('Renamed Hill')
})

test('shows the last place sold and a place released in every process', async () => {
  const firstDay = async ({ get }: typeof one) => dayIn(text(await get(page)))
  const firstSlot = async () => slotIn(text(await other.get('/explore')))
  expect(await firstDay(one)).toBe('today')
  expect(await firstDay(other)).toBe('today')
  expect(await firstSlot()).toBe('Today, 2:30 PM')
  const id = await book(sql, market.experience, market.on('2026-06-01'), 4, now)
  await waitForCheck()
  expect(await firstDay(one)).toBe('Tuesday 2 June')
  expect(await firstSlot()).toBe('Tue 2 Jun, 2:30 PM')
  await sql`update slot_inventory set booked = 0 where pattern_id = ${market.pattern.id}`
  await sql`update bookings set status = 'cancelled' where id = ${id}`
  await waitForCheck()
  expect(await firstDay(one)).toBe('today')
  expect(await firstSlot()).toBe('Today, 2:30 PM')
})

// Negative control: without the holds in dependOnPlaces, both pages still show 2 June after the hold has expired.
test('shows held places as taken, and as free again when the hold expires without anybody acting', async () => {
  const days = async () => [dayIn(text(await one.get(page))), slotIn(text(await other.get('/explore')))]
  const expires_at = new Date(now.getTime() + 5 * 60_000)
  expect(await days()).toEqual(['today', 'Today, 2:30 PM'])
  await hold(sql, market.experience, market.on('2026-06-01'), 4, [now, expires_at])
  await ready(page)
  try {
    expect(await days()).toEqual(['Tuesday 2 June', 'Tue 2 Jun, 2:30 PM'])
    now = new Date(expires_at.getTime() - 1)
    expect(await days()).toEqual(['Tuesday 2 June', 'Tue 2 Jun, 2:30 PM'])
    now = expires_at
    expect(await days()).toEqual(['today', 'Today, 2:30 PM'])
  } finally {
    now = new Date('2026-06-01T09:00:00Z')
    await sql`delete from holds`
    await sql`update slot_inventory set held = 0`
    await waitForCheck()
  }
})

test('a closure, a busy host and a removed picture invalidate pages', async () => {
  const { vineyard_id } = market.experience
  const acts = [
    () =>
      sql`insert into availability_exceptions (vineyard_id, starts_on, ends_on) values (${vineyard_id}, '2026-06-01', '2026-06-01')`,
    () => sql`insert into hosts (vineyard_id, name, capacity) values (${vineyard_id}, 'Flora', 8)`,
    () =>
      sql`insert into pictures (vineyard_id, shown_as, address) values (${vineyard_id}, 'more', ${`/media/${'a'.repeat(32)}-800x600.webp`})`,
    () => sql`delete from availability_exceptions where vineyard_id = ${vineyard_id}`,
  ]
  for (const act of acts) {
    await makesAtMost(0, async () => {
      await ready(page)
      await one.get(page)
    })
    await act()
    await waitForCheck()
    await one.get(page)
    expect(one.made()).toBe(1)
  }
})

test('lists show how many places each booking leaves', async () => {
  const roomy = await makeDailyExperience(sql, { capacity: 40, experience: { max_group_size: 8 } })
  await sql`update vineyards set name = 'Roomy' where id = ${roomy.experience.vineyard_id}`
  await waitForCheck()
  const places = async () => {
    const html = text(await one.get('/explore?search=roomy')).replaceAll('<!-- -->', '')
    return />(\d+ places) ·/.exec(html)?.[1]
  }
  expect(await places()).toBe('40 places')
  await book(sql, roomy.experience, roomy.on('2026-06-01'), 8, now)
  await waitForCheck()
  expect(await places()).toBe('32 places')
})

test('a page shows no day after its cut-off, and no past day', async () => {
  const late = await makeDailyExperience(sql, { experience: { booking_cutoff_minutes: 150 } })
  const path = `/vineyard/${late.experience.vineyard_id}`
  await waitForCheck()
  const at = async (instant: string) => {
    now = new Date(instant)
    return dayIn(text(await one.get(path)))
  }
  try {
    // The slot starts at 14:30 British Summer Time.
    expect(await at('2026-06-01T10:59:30Z')).toBe('today')
    expect(await at('2026-06-01T11:00:00Z')).toBe('Tuesday 2 June')
    one.made()
    expect(await at('2026-06-01T20:00:00Z')).toBe('Tuesday 2 June')
    expect(await at('2026-06-02T11:00:00Z')).toBe('Wednesday 3 June')
  } finally {
    now = new Date('2026-06-01T09:00:00Z')
  }
})

test('a page that was made while the clock was 16 days ahead is not shown when it is right again', async () => {
  const { experience } = await makeDailyExperience(sql)
  const path = `/vineyard/${experience.vineyard_id}`
  try {
    now = new Date('2026-06-17T09:00:00Z')
    await ready(path)
    expect(dayIn(text(await one.get(path)))).toBe('today')
    now = new Date('2026-06-01T09:00:00Z')
    one.made()
    expect(dayIn(text(await one.get(path)))).toBe('today')
    expect(one.made()).toBe(1)
  } finally {
    now = new Date('2026-06-01T09:00:00Z')
  }
})

// ASVS 4.1.3 14.2.2
test('nothing that a visitor sends appears in the page of the next visitor', async () => {
  const strange = await makeVineyard(sql, { name: 'Quiet Bank' })
  const path = `/vineyard/${strange.id}`
  await waitForCheck()
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
  await waitForCheck()
  const without = await one.get(path)
  await sql`alter function next_open_slots_away rename to next_open_slots`
  expect(without.status).toBe(200)
  expect(text(without)).not.toContain('Next available')
  expect(text(await one.get(path))).toContain('Next available')
})
