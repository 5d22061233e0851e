import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { productionSettings } from '../../../test/production-settings.ts'

const plain = await startApp()
const configured = await startApp({
  env: {
    CONTACT_EMAIL: 'hello@example.com',
    CONTACT_PHONE: '01632 960100',
    SOCIAL_INSTAGRAM_URL: 'https://example.com/instagram',
  },
})

async function open(path: string, { visit } = plain) {
  const response = await visit(path)
  return { status: response.status, html: (await response.text()).replaceAll('<!-- -->', '') }
}

const linksOf = (html: string, nav: string) => {
  const part = new RegExp(`<nav aria-label="${nav}">.*?</nav>`, 's').exec(html)?.[0] ?? ''
  return [...part.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>(?:<svg.*?<\/svg>)?([^<]*)<\/a>/g)].map(
    ([, to, label]) => `${label} ${to}`,
  )
}

test('all navigation links are in the bar and in the menu', async () => {
  const entries = [
    'Home /',
    'Vineyards /explore',
    'Itineraries /itineraries',
    'Blog /blog',
    'Contact /contact',
  ]
  const { html } = await open('/privacy')
  const own = ['My bookings /my-bookings', 'Favourites /favourites']
  expect(linksOf(html, 'Main')).toEqual([...entries, ...own, ...entries, ...own])
})

test('every link of the footer opens', async () => {
  const { html } = await open('/privacy')
  const links = [...linksOf(html, 'Quick links'), ...linksOf(html, 'About this site')]
  expect(links).toHaveLength(11)
  for (const link of links) {
    const path = link.slice(link.lastIndexOf(' ') + 1)
    expect((await open(path)).status, path).toBe(200)
  }
})

test('the footer shows the configured contact details and networks', async () => {
  const { html } = await open('/privacy', configured)
  expect(html).toContain('href="mailto:hello@example.com"')
  expect(html).toContain('<a href="tel:+441632960100">01632 960100</a>')
  expect(linksOf(html, 'Social')).toContain('Instagram https://example.com/instagram')
})

test('the footer of a production site shows only the details that its operator set', async () => {
  const live = await startApp({ env: productionSettings })
  const { html } = await open('/privacy', live)
  expect(html).toContain('href="mailto:hello@site.test"')
  expect(html).toContain('Vines of the Weald Ltd')
  expect(html).not.toContain('tel:')
  expect(html).not.toContain('aria-label="Social"')
  expect(html).toContain('Mon-Fri 9:00-18:00')
})

// ASVS 14.2.3
test('the document has a language and loads nothing from other sites', async () => {
  const { html } = await open('/')
  expect(html).toMatch(/^<!DOCTYPE html><html lang="en-GB">/)
  expect(html).not.toMatch(
    /<(?:link|script|img|source|iframe)[^>]*(?:href|src|srcset)="(?:https?:)?\/\/(?!site\.test)/i,
  )
  expect(html).not.toContain('style="')
})

test('the page contains the loaders’ data', async () => {
  const { html } = await open('/', configured)
  expect(html).toContain('streamController.enqueue(')
  expect(html).toContain('streamController.close()')
  expect(html).not.toContain('Switched to client rendering')
})

test('unknown paths at any depth answer with the 404 page', async () => {
  for (const path of ['/nope', '/blog/none/such', '/explore/kent', '/%E2%98%83']) {
    const { status, html } = await open(path)
    expect(status, path).toBe(404)
    expect(html).toContain('<h1>Oops! Page not found</h1>')
    expect(html).toMatch(/<a [^>]*href="\/"[^>]*>Return to Home<\/a>/)
    expect(html).toContain('<meta name="robots" content="noindex"/>')
  }
})

test('a form posted to a page without an action gets the error page without the layout', async () => {
  const response = await plain.submit('/', { search: 'kent' })
  expect(response.status).toBe(405)
  const html = await response.text()
  expect(html).toContain('<h1>Unexpected Application Error!</h1>')
  expect(html).not.toContain('aria-label="Main"')
})

test('loads scripts after the first paint or on the first press', async () => {
  const { html } = await open('/')
  expect(html).not.toContain('modulepreload"')
  const [, starter = ''] = /<script type="module"[^>]*>([\s\S]*?)<\/script>/.exec(html) ?? []
  expect(starter).not.toMatch(/^import /m)
  const [start, imports] = [starter.indexOf("'load'"), starter.indexOf('await import(')]
  const entry = /import\("(\/assets\/entry\.client-[^"]+)"\);$/.exec(starter)?.[1]
  expect(start).toBeGreaterThan(0)
  expect(imports).toBeGreaterThan(start)
  expect(starter.slice(0, imports)).toMatch(
    /for \(const href of \["\/assets\/entry\.client-.*"\/assets\/home-/,
  )
  // Shared modules run one by one, then the routes, then hydration.
  const [, shared = ''] = /for \(const file of (\[.*\])\) await run\(file\);/.exec(starter) ?? []
  expect(JSON.parse(shared)).toEqual(expect.arrayContaining([expect.stringContaining('/framework-')]))
  expect(JSON.parse(shared)).not.toContain(entry)
  expect(starter).toMatch(/const route0 = await run\("\/assets\/root-.*"\);/)
})

test('loads the scripts of staff pages at once, because these render in the browser', async () => {
  const { html } = await open('/admin/dashboard')
  expect(html).toContain('<link rel="modulepreload"')
  expect(html).toMatch(/^import \* as route0 from/m)
})
