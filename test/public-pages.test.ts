import { expect, test } from 'vitest'

import { readConfig } from '../app/platform/config.server.ts'
import { createLog } from '../app/platform/log.server.ts'
import { createWeb } from '../server/web.ts'
import { ownDatabase } from './database.ts'
import { makeWorld } from './permissions/world.ts'
import { publicPages } from './public-pages.ts'

const now = new Date('2026-06-01T09:00:00Z')
const sql = await ownDatabase()
const { own } = await makeWorld(sql, now).then(({ callers: { nobody } }) => nobody ?? expect.fail())
const web = await createWeb({
  sql,
  now: () => now,
  config: readConfig({ NODE_ENV: 'test', SITE_URL: 'http://site.test', CONTACT_EMAIL: 'hello@example.com' }),
  log: createLog('silent'),
})
const visit = async (path: string) => web.fetch(new Request(`http://site.test${path}`, { redirect: 'manual' }))
const pages = publicPages(own)

test('no hidden input is marked readonly, which HTML does not allow', async () => {
  const wrong: string[] = []
  let inputs = 0
  for (const { pattern, path } of pages) {
    const html = await (await visit(path)).text()
    const hidden = [...html.matchAll(/<input\b[^>]*>/g)].filter(([tag]) => tag.includes('type="hidden"'))
    inputs += hidden.length
    wrong.push(...hidden.filter(([tag]) => /\sreadonly\b/i.test(tag)).map(([tag]) => `${pattern}: ${tag}`))
  }
  expect(inputs).toBeGreaterThan(5)
  expect(wrong).toEqual([])
})

const withPlaces = 'public, no-cache, s-maxage=0'
const withoutPlaces = 'public, no-cache, s-maxage=60, stale-while-revalidate=600'
/** What each address says to caches; whatever is not named here is private and says `no-store`. */
const cacheControl: Record<string, string> = {
  '/': withoutPlaces,
  '/explore': withPlaces,
  '/vineyard/:id': withPlaces,
  '/vineyard/:id/share.jpg': 'public, max-age=86400',
  '/itineraries': withoutPlaces,
  '/blog': withoutPlaces,
  '/blog/:slug': withoutPlaces,
  '/blog/:slug/share.jpg': 'public, max-age=86400',
  '/blog/feed/:format': 'no-cache',
  '/privacy': withoutPlaces,
  '/terms': withoutPlaces,
  '/sources': withoutPlaces,
  '/api/docs': withoutPlaces,
  '/robots.txt': 'public, max-age=3600',
  '/sitemap.xml': 'public, max-age=3600',
}

test('every page says to caches whether they may keep it', async () => {
  const said: Record<string, string | null> = {}
  for (const { pattern, path } of pages) said[pattern] = (await visit(path)).headers.get('Cache-Control')
  const expected = pages.map(({ pattern }) => [pattern, cacheControl[pattern] ?? 'no-store'])
  expect(said).toEqual(Object.fromEntries(expected))
})

test('a form with a fresh key is kept by no cache, so that two visitors never share a key', async () => {
  for (const path of ['/contact', `/vineyard/${own.vineyards}/claim`]) {
    const [first, second] = [await visit(path), await visit(path)]
    expect([path, first.headers.get('Cache-Control')]).toEqual([path, 'no-store'])
    expect(keyIn(await first.text())).not.toBe(keyIn(await second.text()))
  }
})

test('a list filtered by date is shown anew each time', async () => {
  for (const path of ['/explore?date=2026-06-06', `/vineyard/${own.vineyards}?guests=2`])
    expect([path, (await visit(path)).headers.get('Cache-Control')]).toEqual([path, 'no-cache'])
})

const keyIn = (html: string) => /name="form_key" value="([^"]+)"/.exec(html)?.[1]
