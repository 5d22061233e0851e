import { expect, test, vi } from 'vitest'

import { heightIn } from './frame-height.ts'
import { linkSnippet, widgetSnippet } from './snippets.ts'
import { readSite } from './allowed-sites.server.ts'
import { frameAncestors } from './widget.ts'

test('reads the URL of a site in every form in which owners write it', () => {
  expect(readSite(' WWW.Example.co.uk/visit?x=1 ')).toBe('https://www.example.co.uk')
  expect(readSite('https://*.example.co.uk')).toBe('https://*.example.co.uk')
  expect(readSite('https://example.co.uk:8443')).toBe('https://example.co.uk:8443')
  expect(readSite('rebstöcke.example')).toBe('https://xn--rebstcke-r4a.example')
  expect(readSite('http://localhost:5173')).toBe('http://localhost:5173')
})

test('refuses anything but the URL of a public https site', () => {
  for (const text of [
    '',
    '*',
    'https:',
    'https://*',
    'https://*.uk.',
    'http://example.co.uk',
    'ftp://example.co.uk',
    'https://user:secret@example.co.uk',
    'https://192.168.0.1',
    'https://[::1]',
    'https://exa*mple.co.uk',
    "https://example.co.uk; script-src 'unsafe-inline'",
    'https://example.co.uk https://evil.example',
    'javascript:alert(1)',
    'https://intranet',
  ])
    expect([text, readSite(text)]).toEqual([text, undefined])
})

test('without listed sites, any https site may show the frame, and outside production also sites on this computer', () => {
  expect(frameAncestors({ sites: [] }, true)).toEqual(["'self'", 'https:'])
  expect(frameAncestors(null, false)).toContain('http://127.0.0.1:*')
  expect(frameAncestors({ sites: ['https://a.example'] }, false)).toEqual(["'self'", 'https://a.example'])
})

// ASVS 1.2.1
test('a vineyard’s name cannot add HTML to the snippet', () => {
  const vineyard = { id: 'a', name: '<script>alert("1")</script> & Sons' }
  const text = widgetSnippet('https://site.test', { vineyard, experience: 'b' })
  expect(text.match(/<script/g)).toHaveLength(1)
  expect(text).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; Sons</a>')
  expect(linkSnippet('https://site.test', { vineyard, experience: null })).toContain('/vineyard/a"')
})

// ASVS 3.5.5
test('the preview accepts a height only from its own frame', () => {
  vi.stubGlobal('location', { origin: 'https://site.test' })
  const [own, other] = [{}, {}]
  const frame = { contentWindow: own } as HTMLIFrameElement
  const heightOf = (origin: string, source: object, data: unknown) =>
    heightIn({ origin, source, data } as MessageEvent, frame)
  expect(heightOf('https://site.test', own, { chalkVineHeight: 900.2 })).toBe(901)
  expect(heightOf('https://evil.test', own, { chalkVineHeight: 900 })).toBeNull()
  expect(heightOf('https://site.test', other, { chalkVineHeight: 900 })).toBeNull()
  for (const data of [
    null,
    'x',
    {},
    { chalkVineHeight: 'tall' },
    { chalkVineHeight: -1 },
    { chalkVineHeight: 1e9 },
  ])
    expect(heightOf('https://site.test', own, data)).toBeNull()
  vi.unstubAllGlobals()
})
