import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'

import { readConfig } from '../app/platform/config.server.ts'
import { createLog } from '../app/platform/log.server.ts'
import { ownDatabase } from '../test/database.ts'
import { makeBookable } from '../test/make.ts'
import { createWeb } from './web.ts'

const sql = await ownDatabase()
const web = await createWeb({
  sql,
  now: () => new Date('2026-06-01T09:00:00Z'),
  config: readConfig({ NODE_ENV: 'test', SITE_URL: 'http://site.test' }),
  log: createLog('silent'),
})
const isLarge = (file: string) => statSync(`build/client/assets/${file}`).size > 2000
const headersOf = async (path: string) => (await web.request(`http://site.test${path}`)).headers
const asset = (ending: string) =>
  `/assets/${readdirSync('build/client/assets').find((file) => file.endsWith(ending) && isLarge(file))}`

// ASVS 1.3.4 3.4.4
test('files have the security headers of pages, and SVG files run no scripts', async () => {
  for (const path of [asset('.js'), asset('.css'), asset('.svg'), '/assets/none.js', '/robots-none.txt']) {
    const headers = await headersOf(path)
    expect(headers.get('X-Content-Type-Options'), path).toBe('nosniff')
    expect(headers.get('X-Frame-Options'), path).toBe('DENY')
  }
  expect((await headersOf(asset('.svg'))).get('Content-Security-Policy')).toContain("default-src 'none'")
  expect((await headersOf(asset('.js'))).get('Cache-Control')).toContain('immutable')
  expect((await headersOf('/assets/none.js')).get('Cache-Control')).toBe('no-store')
})

// ASVS 13.4.1 13.4.3 13.4.7
test('serves files of known types only, no folders, and nothing outside the built site', async () => {
  const outside =
    '/.git/config /.git/HEAD /.svn/entries /.env /.data/postgres.log /package.json /package-lock.json /server/main.ts /app/routes.ts /build/server/index.js /node_modules/ /assets /assets/ /assets/.git/config /pictures /pictures/ /media/ /docs/scaling.md'
  for (const path of outside.split(' '))
    expect((await web.request(`http://site.test${path}`)).status, path).toBe(404)
  const types = readdirSync('build/client', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => /\.(\w+)$/.exec(name)?.[1])
  expect([...new Set(types)].toSorted()).toEqual(
    'avif br css ico js mjs pmtiles png svg txt webmanifest webp woff2'.split(' '),
  )
})

// ASVS 4.1.4
test('files answer only GET and HEAD', async () => {
  for (const path of [asset('.js'), '/embed.js', '/pictures/none.webp'])
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const answer = await web.request(`http://site.test${path}`, { method })
      expect([path, method, answer.status, answer.headers.get('Allow')]).toEqual([
        path,
        method,
        405,
        'GET, HEAD',
      ])
      expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff')
    }
  expect((await web.request(`http://site.test${asset('.js')}`, { method: 'HEAD' })).status).toBe(200)
})

// ASVS 5.3.2 13.4.3
test('serves files that a newer build added, but no files outside the folder', async () => {
  const name = `/assets/later-${crypto.randomUUID()}.js`
  writeFileSync(`build/client${name}`, 'export const later = true')
  onTestFinished(() => rmSync(`build/client${name}`))
  const answer = await web.request(`http://site.test${name}`)
  expect([answer.status, await answer.text()]).toEqual([200, 'export const later = true'])
  expect(answer.headers.get('Cache-Control')).toContain('immutable')
  expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff')
  for (const path of [
    '/assets/..%2f..%2f..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets/',
  ])
    expect((await web.request(`http://site.test${path}`)).status, path).toBe(404)
})

// ASVS 3.5.8
test('other sites, such as webmail, may embed pictures but no other files', async () => {
  const [picture] = readdirSync('public/pictures', { recursive: true }).filter((file) =>
    String(file).endsWith('.webp'),
  )
  expect((await headersOf(`/pictures/${picture}`)).get('Cross-Origin-Resource-Policy')).toBe('cross-origin')
  expect((await headersOf(asset('.css'))).get('Cross-Origin-Resource-Policy')).toBe('same-origin')
  expect((await headersOf('/')).get('Cross-Origin-Resource-Policy')).toBe('same-origin')
})

test('serves a range of the uncompressed file, whatever encodings the client accepts', async () => {
  const name = asset('.css')
  const css = readFileSync(`build/client${name}`)
  const headers = { 'Accept-Encoding': 'br, gzip', Range: 'bytes=100-1499' }
  const part = await web.request(`http://site.test${name}`, { headers })
  expect(part.status).toBe(206)
  expect(part.headers.get('Content-Encoding')).toBeNull()
  expect(part.headers.get('Content-Range')).toBe(`bytes 100-1499/${css.length}`)
  expect(Buffer.from(await part.arrayBuffer()).equals(css.subarray(100, 1500))).toBe(true)
})

test('serves assets precompressed, and plain to clients without Brotli or gzip', async () => {
  const name = asset('.css')
  const css = readFileSync(`build/client${name}`)
  const ask = (coding: string) =>
    web.request(`http://site.test${name}`, { headers: { 'Accept-Encoding': coding } })
  const packed = await ask('gzip, br')
  expect(packed.headers.get('Content-Encoding')).toBe('br')
  expect(packed.headers.get('Content-Type')).toBe('text/css; charset=utf-8')
  expect(packed.headers.get('Vary')).toContain('Accept-Encoding')
  expect(packed.headers.get('Cache-Control')).toContain('immutable')
  expect(brotliDecompressSync(await packed.arrayBuffer()).equals(css)).toBe(true)
  expect(Buffer.from(await (await ask('identity')).arrayBuffer()).equals(css)).toBe(true)
  expect((await ask('gzip')).headers.get('Content-Encoding')).toBe('gzip')
})

test('a page keeps its own content security policy', async () => {
  expect((await headersOf('/privacy')).get('Content-Security-Policy')).toContain(
    "require-trusted-types-for 'script'",
  )
})

test('the scripts of the form in the widget are hardly larger than those of the same form on the site', async () => {
  const { experience } = await makeBookable(sql)
  const { id, vineyard_id } = experience
  await sql`update vineyards set is_verified = true where id = ${vineyard_id}`
  const scriptsOf = async (path: string) => {
    const html = await (await web.request(`http://site.test${path}?experience=${id}`)).text()
    const files: string[] = JSON.parse(/for \(const href of (\[[^\]]*\])/.exec(html)?.[1] ?? '[]')
    expect(files.length).toBeGreaterThan(4)
    const sizes = files.map((file) => {
      const packed = `build/client${file}.br`
      return statSync(existsSync(packed) ? packed : `build/client${file}`).size
    })
    return sizes.reduce((sum, size) => sum + size, 0)
  }
  const framed = await scriptsOf(`/embed/${vineyard_id}/book`)
  expect(framed).toBeLessThan((await scriptsOf(`/book-now/${vineyard_id}`)) + 1500)
  expect(framed).toBeLessThan(120_000)
})

test("the widget's script is small, may be loaded by any site, and is cached only for minutes", async () => {
  const code = readFileSync('build/client/embed.js')
  expect(code.length).toBeLessThanOrEqual(4096)
  expect(code.toString()).not.toMatch(/innerHTML|\.style\b|setAttribute\(`style|document\.write|eval\(/)
  const fresh = await web.request('http://site.test/embed.js')
  expect(await fresh.text()).toBe(code.toString())
  expect(fresh.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin')
  expect(fresh.headers.get('Access-Control-Allow-Origin')).toBe('*')
  expect(fresh.headers.get('Cache-Control')).toBe('public, max-age=600, stale-while-revalidate=86400')
  expect(fresh.headers.get('Content-Type')).toContain('javascript')
  const etag = fresh.headers.get('ETag') ?? ''
  const again = await web.request('http://site.test/embed.js', { headers: { 'If-None-Match': etag } })
  expect([again.status, await again.text()]).toEqual([304, ''])
  expect(again.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin')
  const small = await web.request('http://site.test/embed.js', { headers: { 'Accept-Encoding': 'br' } })
  expect((await small.arrayBuffer()).byteLength).toBeLessThan(1000)
})
