import fc from 'fast-check'
import { expect, test } from 'vitest'

import { returnPath } from './page-after-sign-in.tsx'

const home = '/home'
const site = 'https://vines.example.com'

test('leads back to a path of the site with its query', () => {
  for (const path of [
    '/',
    '/winemaker/bookings',
    '/winemaker/bookings?date=2026-11-21&search=100%25#today',
    '/explore?search=a//b',
    '/blog/caf%C3%A9',
    '/login?next=https://vines.example.com/',
  ])
    expect(returnPath(path, home)).toBe(path)
})

test('resolves dots in a path', () => {
  expect(returnPath('/winemaker/../admin/./mail', home)).toBe('/admin/mail')
})

// ASVS 1.1.1 1.5.3 3.7.2
test('uses the fallback for any path that could name another host', () => {
  for (const path of [
    null,
    undefined,
    '',
    'evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '\\/evil.example',
    '/%2Fevil.example',
    '/%2f%2fevil.example',
    '/%252Fevil.example',
    '/%5Cevil.example',
    '/%255cevil.example',
    '/./%2F/evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '/x/%2e%2e//evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/%09/evil.example',
    ' //evil.example',
    ' /x',
    '/%',
    '/\ud800',
    `/${'x'.repeat(2000)}`,
  ])
    expect(returnPath(path, home), String(path)).toBe(home)
})

/** Paths that are built, in any order, from pieces that attackers use. */
const crafted = fc
  .array(
    fc.constantFrom<string>(
      '/',
      '\\',
      '%2f',
      '%2F',
      '%5c',
      '%25',
      '%252f',
      '.',
      '..',
      '%2e',
      '@',
      ':',
      '?',
      '#',
      '\t',
      '\r',
    ),
    { maxLength: 8 },
  )
  .chain((pieces) =>
    fc.tuple(
      fc.constant(pieces),
      fc.nat(pieces.length),
      fc.constantFrom<string>('evil.example', 'javascript:', 'x'),
    ),
  )
  .map(([pieces, at, word]) => pieces.toSpliced(at, 0, word).join(''))

// ASVS 3.7.2
test('never leads off the site, however a path is built or decoded', () => {
  fc.assert(
    fc.property(fc.oneof(crafted, fc.webUrl(), fc.string({ unit: 'binary' })), (requested) => {
      let path = returnPath(requested, home)
      for (let times = 0; times < 4; times++) {
        expect(new URL(path, site).origin).toBe(site)
        const [way = '', ...rest] = path.split(/(?=[?#])/)
        path = decodeURIComponent(way) + rest.join('')
      }
    }),
    { numRuns: 5000 },
  )
})

test('a path that returnPath has returned stays the same when returnPath reads it again', () => {
  fc.assert(
    fc.property(fc.oneof(crafted, fc.webPath()), (requested) => {
      const once = returnPath(requested, home)
      expect(returnPath(once, home)).toBe(once)
    }),
  )
})
