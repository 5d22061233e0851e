import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { makeBookable, makeVineyard } from '../../../test/make.ts'
import { productionSettings } from '../../../test/production-settings.ts'

const app = await startApp()

const policyOf = (answer: Response) => answer.headers.get('Content-Security-Policy') ?? ''
const sourcesOf = (answer: Response, directive: string) =>
  policyOf(answer)
    .split('; ')
    .find((part) => part.startsWith(`${directive} `))
    ?.split(' ')
    .slice(1) ?? []
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const scriptsOf = (html: string) =>
  [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)].map(([, attributes = '', code = '']) => ({
    attributes,
    code,
  }))

test('a public page has no nonce, and its policy lists the hash of each script', async () => {
  const { id } = await makeVineyard(app.sql)
  for (const path of ['/', '/explore?search=kent', `/vineyard/${id}`, '/privacy']) {
    const answer = await app.visit(path)
    const html = await answer.text()
    const runnable = scriptsOf(html).filter(({ attributes }) => !attributes.includes('application/ld+json'))
    expect(runnable.length).toBeGreaterThan(3)
    const hashes = runnable.map(({ code }) => hashOf(code))
    expect(sourcesOf(answer, 'script-src').toSorted()).toEqual(["'self'", ...new Set(hashes)].toSorted())
    expect(html).not.toContain('nonce=')
  }
})

test('visitor pages contain all their style sheets and load none, and the policy lists the hash of each sheet', async () => {
  for (const path of ['/', '/explore?date=2030-06-01', '/my-bookings']) {
    const answer = await app.visit(path)
    const html = await answer.text()
    const styles = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, css = '']) => css)
    expect(styles.join('').length, path).toBeGreaterThan(10_000)
    expect(sourcesOf(answer, 'style-src')).toEqual(["'self'", ...styles.map(hashOf)])
    const links = [...html.matchAll(/<link [^>]*rel="stylesheet"[^>]*>/g)].map(([link]) => link)
    expect(links.length).toBeGreaterThan(0)
    expect(links.filter((link) => !link.includes(' disabled=""'))).toEqual([])
  }
})

test('rendering a public page again gives the same bytes, so that caches can store the page with its policy', async () => {
  const [first, second] = [await app.visit('/privacy'), await app.visit('/privacy')]
  expect(policyOf(first)).toBe(policyOf(second))
  expect(await first.text()).toBe(await second.text())
})

// ASVS 3.4.5 14.3.2
test('a private page has a fresh nonce, no-store and no-referrer', async () => {
  const { path } = await makeBookable(app.sql)
  const nonces = new Set<string>()
  for (const address of [
    path,
    path,
    '/my-bookings',
    '/booking/nonsense',
    '/booking-confirmation/x',
    '/nowhere',
  ]) {
    const answer = await app.visit(address)
    const [self, source = '', ...more] = sourcesOf(answer, 'script-src')
    expect([self, more]).toEqual(["'self'", []])
    const nonce = /^'nonce-([\w-]{22})'$/.exec(source)?.[1] ?? ''
    for (const { attributes } of scriptsOf(await answer.text()))
      expect(attributes).toContain(` nonce="${nonce}"`)
    nonces.add(nonce)
    // The booking form contains nothing private, so the browser may store it.
    expect(answer.headers.get('Cache-Control')).toBe(address === path ? 'private, no-cache' : 'no-store')
    expect(answer.headers.get('Referrer-Policy')).toBe('no-referrer')
  }
  expect(nonces.size).toBe(6)
})

test('responses to form posts are private', async () => {
  const answer = await app.submit('/contact', { name: 'Ada' })
  expect(answer.headers.get('Cache-Control')).toBe('no-store')
  expect(sourcesOf(answer, 'script-src')[1]).toMatch(/^'nonce-/)
})

// ASVS 3.4.3 3.4.6
test('no page allows foreign inline scripts, inline styles or framing', async () => {
  for (const path of ['/', '/my-bookings']) {
    const answer = await app.visit(path)
    expect(policyOf(answer)).not.toMatch(/unsafe|\*|https?:/)
    expect(policyOf(answer)).toContain("object-src 'none'; base-uri 'none'")
    expect(policyOf(answer)).toContain("frame-ancestors 'none'")
    expect(policyOf(answer)).toContain("require-trusted-types-for 'script'; trusted-types default")
    expect(await answer.text()).not.toMatch(/\sstyle="|<style [^>]|\son\w+="/)
  }
})

// ASVS 3.4.7
test('every page names the endpoint for policy reports, and the endpoint accepts reports', async () => {
  for (const path of ['/', '/my-bookings', '/nowhere']) {
    const answer = await app.visit(path)
    expect(answer.headers.get('Reporting-Endpoints')).toBe('csp="/csp-reports"')
    expect(policyOf(answer)).toMatch(/; report-uri \/csp-reports; report-to csp$/)
  }
  const report = {
    'document-uri': 'http://site.test/',
    'violated-directive': 'img-src',
    'blocked-uri': 'data',
  }
  const taken = await app.visit('/csp-reports', {
    method: 'POST',
    headers: { 'Content-Type': 'application/csp-report' },
    body: JSON.stringify({ 'csp-report': report }),
  })
  expect([taken.status, taken.headers.get('Cache-Control')]).toEqual([204, 'no-store'])
})

// ASVS 1.2.3
test('the policy never lists the hash of a script that comes from the database', async () => {
  const { id } = await makeVineyard(app.sql, {
    name: '<script>alert(1)</script>',
    description: '<script nonce="x">alert(2)</script>',
  })
  const answer = await app.visit(`/vineyard/${id}`)
  const html = await answer.text()
  expect(scriptsOf(html).some(({ code }) => code.startsWith('alert'))).toBe(false)
  const hash = createHash('sha256').update('alert(1)').digest('base64')
  expect(policyOf(answer)).not.toContain(hash)
})

// ASVS 3.2.1
test('data and error responses allow no scripts, caching or sniffing', async () => {
  for (const path of ['/api/nowhere', '/healthz']) {
    const answer = await app.visit(path)
    expect(policyOf(answer)).toContain("default-src 'none'")
    expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
  }
  const foreign = await app.visit('/contact', { method: 'POST', headers: { 'Sec-Fetch-Site': 'cross-site' } })
  expect(foreign.status).toBe(403)
  expect(policyOf(foreign)).toContain("default-src 'none'")
})

test('a failed page is not cached and has the usual security headers', async () => {
  const answer = await app.visitWithoutDatabase('/vineyard/de510001-0000-4000-8000-000000000000')
  expect(answer.status).toBe(503)
  expect(answer.headers.get('Cache-Control')).toBe('no-store')
  expect(policyOf(answer)).toContain("require-trusted-types-for 'script'")
  app.expectErrors()
})

// ASVS 3.4.1 13.4.2 16.5.1 16.5.4
test('in production, an unforeseen error is logged, and the response reveals no details', async () => {
  const live = await startApp({ env: productionSettings })
  const { id } = await makeVineyard(live.sql)
  await live.sql`alter table vineyards rename to estates`
  for (const path of [
    `/vineyard/${id}`,
    '/explore',
    `/api/vineyards/${id}`,
    `/embed/${id}`,
    '/sitemap.xml',
  ]) {
    const answer = await live.visit(path)
    expect([path, answer.status >= 500], path).toEqual([path, true])
    expect(await answer.text(), path).not.toMatch(
      /relation|vineyards"? does|PostgresError|\bat \w+ \(|\.ts:\d/,
    )
    expect(answer.headers.get('Strict-Transport-Security')).toBe('max-age=31536000; includeSubDomains')
    expect(live.expectErrors().length, path).toBeGreaterThan(0)
  }
  await live.sql`alter table estates rename to vineyards`
  expect((await live.visit(`/vineyard/${id}`)).status).toBe(200)
})

// ASVS 14.2.5
test('a private address that ends like a file gets 404, and no cache may store the response', async () => {
  const { path } = await makeBookable(app.sql)
  for (const address of [
    '/my-bookings/x.css',
    '/account/photo.jpg',
    '/winemaker/dashboard/x.js',
    '/api/me/x.css',
    `${path.split('?')[0]}/x.png`,
    '/my-bookings;x.css',
    '/my-bookings%2Fx.css',
  ]) {
    const answer = await app.visit(address)
    expect([address, answer.status, answer.headers.get('Cache-Control')]).toEqual([address, 404, 'no-store'])
  }
})

// ASVS 3.4.8 3.5.8
test('every response restricts the access of other windows and pages, and the use of device features', async () => {
  for (const path of ['/', '/my-bookings', '/api/nowhere', '/explore.data']) {
    const { headers } = await app.visit(path)
    expect(headers.get('X-Frame-Options')).toBe('DENY')
    expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin')
    expect(headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin')
    expect(headers.get('Permissions-Policy')).toContain('geolocation=(self), accelerometer=(), camera=()')
    expect(headers.get('Strict-Transport-Security')).toBeNull()
  }
})

test('answers HEAD like GET, without the body', async () => {
  const [head, get] = [await app.visit('/privacy', { method: 'HEAD' }), await app.visit('/privacy')]
  expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(get.headers))
  expect(await head.text()).toBe('')
})

/** Returns the directives of the content policy that these settings change, with their sources. */
async function allowedFor(env: Record<string, string>) {
  const [mapped, usual] = [await startApp({ env }), await startApp()]
  const parts = async (site: typeof mapped) =>
    policyOf(await site.visit('/sources'))
      .replaceAll(/'(nonce|sha256)-[^']+'/g, '')
      .split('; ')
  const before = new Set(await parts(usual))
  return (await parts(mapped)).filter((part) => !before.has(part))
}

test('the policy allows a configured tile server for pictures, fonts and data only', async () => {
  const tiles = 'https://tiles.example.com'
  const env = { MAP_TILES_URL: `${tiles}/{z}/{x}/{y}.png`, MAP_ATTRIBUTION: 'Tiles' }
  expect(await allowedFor(env)).toEqual(
    ['img-src', 'font-src', 'connect-src'].map((name) => `${name} 'self' ${tiles}`),
  )
})

test('the policy allows the origin of a map archive for data only', async () => {
  expect(await allowedFor({ MAP_TILES_URL: 'https://tiles.example.com/maps/uk.pmtiles' })).toEqual([
    "connect-src 'self' https://tiles.example.com",
  ])
})
