import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'

import { hashToken, makeToken } from '../app/people/sign-in/session.server.ts'
import { readConfig } from '../app/platform/config.server.ts'
import { createLog } from '../app/platform/log.server.ts'
import { shareShape } from '../app/ui/page/head.ts'
import { createWeb } from '../server/web.ts'
import { ownDatabase } from './database.ts'
import { makeWorld } from './permissions/world.ts'
import { publicPages } from './public-pages.ts'

const now = new Date('2026-06-01T09:00:00Z')
const sql = await ownDatabase()
const { own } = await makeWorld(sql, now).then(({ callers: { nobody } }) => nobody ?? expect.fail())
await sql`update itineraries set is_curated = true, published_at = ${now}, user_id = null where id = ${own.itineraries}`
const web = await createWeb({
  sql,
  now: () => now,
  config: readConfig({
    NODE_ENV: 'test',
    SITE_URL: 'http://site.test',
    CONTACT_EMAIL: 'hello@example.com',
    LIMIT_BOOKINGS: '1000',
    LIMIT_MESSAGES: '1000',
  }),
  log: createLog('silent'),
})
const visit = async (path: string) =>
  web.fetch(new Request(`http://site.test${path}`, { redirect: 'manual' }))
const pages = publicPages(own)

type Opened = { pattern: string; path: string; status: number; headers: Headers; html: string }
let opened: Promise<Opened[]> | undefined
/** Opens every page once for all tests, because rendering the pages takes long. */
function openAll(): Promise<Opened[]> {
  const open = async () => {
    const all: Opened[] = []
    for (const page of pages) {
      const response = await visit(page.path)
      all.push({ ...page, status: response.status, headers: response.headers, html: await response.text() })
    }
    return all
  }
  return (opened ??= open())
}

test('no hidden input has the attribute readonly, because HTML forbids it', async () => {
  const wrong: string[] = []
  let inputs = 0
  for (const { pattern, html } of await openAll()) {
    const hidden = [...html.matchAll(/<input\b[^>]*>/g)].filter(([tag]) => tag.includes('type="hidden"'))
    inputs += hidden.length
    wrong.push(...hidden.filter(([tag]) => /\sreadonly\b/i.test(tag)).map(([tag]) => `${pattern}: ${tag}`))
  }
  expect(inputs).toBeGreaterThan(5)
  expect(wrong).toEqual([])
})

test('no form of a page for visitors causes a server error if the address has a malformed id', async () => {
  const paths = publicPages(
    Object.fromEntries(Object.keys(own).map((name) => [name, 'nonsense'])) as typeof own,
  ).filter(({ pattern }) => pattern.includes(':'))
  const intents = [
    '',
    'take_back',
    'coming',
    'remove_answer',
    'copy',
    'book',
    'swap',
    'share',
    'cancel',
    'keep',
  ]
  const failed: string[] = []
  for (const { pattern, path } of paths)
    for (const intent of intents) {
      const body = new URLSearchParams({ intent, answer_key: makeToken(), email: 'ada@example.com' })
      const address = new URL(path, 'http://site.test')
      address.search = `share=${randomUUID()}&key=${makeToken()}`
      const { status } = await web.fetch(new Request(address, { method: 'POST', body }))
      if (status >= 500) failed.push(`${pattern} ${intent}: ${status}`)
    }
  expect(paths.length).toBeGreaterThan(20)
  expect(failed).toEqual([])
})

test('no page for visitors shows error messages of the API for invalid query values', async () => {
  const names =
    'date from until day month time start end guests page sort view near lat lng experience region type ' +
    'minPrice minDuration maxGroupSize dogs tag key share reviews slot search'
  // Pages for developers describe the API in its own words.
  const forVisitors = pages.filter(({ pattern }) => !/^\/(api|developers|guide)/.test(pattern))
  for (const value of ['-1', '%00'])
    for (const { pattern, path } of forVisitors) {
      const odd = names
        .split(' ')
        .map((name) => `${name}=${value}`)
        .join('&')
      const response = await visit(`${path}${path.includes('?') ? '&' : '?'}${odd}`)
      expect(response.status, `${pattern} with ${value}`).toBeLessThan(500)
      const isPage = response.headers.get('Content-Type')?.startsWith('text/html')
      const text = isPage ? (await response.text()).replace(/<script\b.*?<\/script>|<[^>]*>/gs, ' ') : ''
      expect(text, `${pattern} with ${value}`).not.toMatch(
        /yyyy-MM-dd|HH:mm|must be (an? |at |one )|is not a known field|may be given only once|\buuid\b/i,
      )
    }
})

/** The pages that visitors can share. */
const shared = [
  '/',
  '/explore',
  '/vineyards/:county',
  '/vineyard/:id',
  '/itineraries',
  '/itinerary/:id',
  '/blog',
  '/blog/:slug',
  '/contact',
]

test('every shareable page has a picture of 1200 × 630 pixels', async () => {
  for (const pattern of shared) {
    const html = await (await visit(pages.find((page) => page.pattern === pattern)?.path ?? '')).text()
    const [, picture = ''] = /<meta property="og:image" content="http:\/\/site.test([^"]+)"/.exec(html) ?? []
    expect(picture, pattern).not.toBe('')
    const answer = await visit(picture)
    expect([pattern, answer.status, answer.headers.get('Content-Type')]).toEqual([pattern, 200, 'image/jpeg'])
    const { width, height } = await sharp(await answer.arrayBuffer()).metadata()
    expect({ width, height }).toEqual(shareShape)
  }
})

test("a private itinerary's picture is not cached, and needs the itinerary's link", async () => {
  const share_id = randomUUID()
  const key = makeToken()
  const [{ id }] = await sql<[{ id: string }]>`
    insert into itineraries ${sql({ title: 'Our day', share_id, key_hash: hashToken(key) })} returning id`
  const pictureOf = async (query: string) =>
    /og:image" content="http:\/\/site.test([^"]+)"/.exec(
      await (await visit(`/itinerary/${id}?${query}`)).text(),
    )?.[1]
  const path = `/itinerary/${id}/share.jpg`
  expect(await pictureOf(`share=${share_id}`)).toBe(`${path}?share=${share_id}`)
  const picture = await visit(`${path}?share=${share_id}`)
  expect([picture.status, picture.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
  expect((await visit(path)).status).toBe(404)
  expect(await pictureOf(`key=${key}`)).toBe('/share/itineraries.jpg')
})

test('security.txt names two contacts and expires in half a year', async () => {
  const answer = await visit('/.well-known/security.txt')
  expect(answer.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
  expect((await answer.text()).split('\n')).toEqual([
    'Contact: mailto:hello@example.com',
    'Contact: http://site.test/contact',
    'Expires: 2026-11-29T00:00:00.000Z',
    'Preferred-Languages: en',
    'Canonical: http://site.test/.well-known/security.txt',
    '',
  ])
})

test('/.well-known redirects password managers and answers 404 for unknown files', async () => {
  const answer = await visit('/.well-known/change-password')
  expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/account'])
  const missing = '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200'
  expect((await visit(missing)).status).toBe(404)
})

const withPlaces = 'public, no-cache, s-maxage=0'
const withoutPlaces = 'public, no-cache, s-maxage=60, stale-while-revalidate=600'
/** The Cache-Control of pages with a form. If Firefox may not store a page, it forgets the typed text. */
const withForm = 'private, no-cache'
/** The Cache-Control of each path. All other paths have `no-store`. */
const cacheControl: Record<string, string> = {
  '/': withPlaces,
  '/explore': withPlaces,
  '/vineyards/:county': withPlaces,
  '/vineyards/:county/:town': withPlaces,
  '/vineyard/:id': withPlaces,
  '/vineyard/:id/share.jpg': 'public, max-age=86400',
  '/itineraries': withoutPlaces,
  '/contact': withForm,
  '/vineyard/:id/claim': withForm,
  '/for-vineyards/add': withForm,
  '/vineyard/:id/opening-alert': withForm,
  '/book-now/:id': withForm,
  '/embed/:vineyard/book': withForm,
  '/itinerary/create': withForm,
  '/blog': withoutPlaces,
  '/blog/:slug': withPlaces,
  '/blog/:slug/share.jpg': 'public, max-age=86400',
  '/blog/feed/:format': 'no-cache',
  '/privacy': withoutPlaces,
  '/terms': withoutPlaces,
  '/sources': withoutPlaces,
  '/for-vineyards': withoutPlaces,
  '/developers': withoutPlaces,
  '/guide': withoutPlaces,
  '/guide/:reader/:page': withoutPlaces,
  '/api/docs': withoutPlaces,
  '/itinerary/:id/share.jpg': 'public, max-age=86400',
  '/share/:file': 'public, max-age=86400',
  '/.well-known/security.txt': 'public, max-age=86400',
  '/robots.txt': 'public, max-age=3600',
  '/feeds/things-to-do.json': 'public, max-age=3600',
  '/sitemap.xml': 'public, max-age=3600',
}

// ASVS 14.2.2 14.2.5
test('every page has a Cache-Control header', async () => {
  const headers: Record<string, string | null> = {}
  for (const page of await openAll()) headers[page.pattern] = page.headers.get('Cache-Control')
  const expected = pages.map(({ pattern }) => [pattern, cacheControl[pattern] ?? 'no-store'])
  expect(headers).toEqual(Object.fromEntries(expected))
})

// ASVS 3.4.6
test('only pages of the widget can be shown in a frame', async () => {
  for (const { pattern, path, status, headers } of await openAll()) {
    if (pattern.startsWith('/embed/') || status === 302) continue
    expect(headers.get('X-Frame-Options'), path).toBe('DENY')
    expect(headers.get('Content-Security-Policy'), path).toContain("frame-ancestors 'none'")
  }
})

test('shared caches do not store pages with an idempotency key', async () => {
  for (const path of ['/contact', `/vineyard/${own.empty_vineyard}/claim`]) {
    const [first, second] = [await visit(path), await visit(path)]
    expect([path, first.headers.get('Cache-Control')]).toEqual([path, withForm])
    expect(keyIn(await first.text())).not.toBe(keyIn(await second.text()))
  }
})

test('pages with a date or a number of guests in their query have the Cache-Control no-cache', async () => {
  for (const path of ['/explore?date=2026-06-06', `/vineyard/${own.vineyards}?guests=2`])
    expect([path, (await visit(path)).headers.get('Cache-Control')]).toEqual([path, 'no-cache'])
})

const keyIn = (html: string) => /name="form_key" value="([^"]+)"/.exec(html)?.[1]

// Decision note 11: a font that loads beside the page delays the page's first picture.
test('pages preload no font', async () => {
  for (const path of ['/', '/explore', `/vineyard/${own.vineyards}`])
    expect([path, /<link[^>]* rel="preload"[^>]*>/.exec(await (await visit(path)).text())]).toEqual([
      path,
      null,
    ])
})

test('the home page links existing icons and the manifest', async () => {
  const html = await (await visit('/')).text()
  const linked = (rel: string) =>
    [...html.matchAll(new RegExp(`<link rel="${rel}" href="([^"]+)"`, 'g'))].map(([, to]) => to)
  expect(linked('icon')).toContain('/favicon.ico')
  expect(linked('apple-touch-icon')).toEqual(['/apple-touch-icon.png'])
  expect(linked('manifest')).toEqual(['/manifest.webmanifest'])
  const file = await visit('/manifest.webmanifest')
  expect(file.headers.get('Content-Type')).toMatch(/^application\/manifest\+json/)
  const manifest = await file.json()
  const icons: { src: string; sizes: string; purpose: string }[] = [
    ...manifest.icons,
    { src: '/apple-touch-icon.png', sizes: '180x180', purpose: 'apple' },
  ]
  expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual(
    expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']),
  )
  for (const { src, sizes } of icons) {
    const answer = await visit(src)
    const { width, height, format } = await sharp(await answer.arrayBuffer()).metadata()
    expect([src, format, `${width}x${height}`]).toEqual([src, 'png', sizes])
    expect(answer.headers.get('Cache-Control')).toBe('public, max-age=86400')
  }
  const favicon = await visit('/favicon.ico')
  expect(favicon.headers.get('Content-Type')).toBe('image/x-icon')
  expect(new Uint8Array(await favicon.arrayBuffer()).slice(0, 6)).toEqual(new Uint8Array([0, 0, 1, 0, 3, 0]))
})

test("the manifest's colours are the page colours of the design tokens", async () => {
  const tokens = await readFile('app/ui/theme/tokens.css', 'utf8')
  const [, page] = /--page: [^;]+; \/\* (#[0-9a-f]{6}) \*\//.exec(tokens) ?? []
  const { background_color, theme_color } = await (await visit('/manifest.webmanifest')).json()
  expect([background_color, theme_color]).toEqual([page, page])
})
