import { expect, test } from 'vitest'

import { requireTrustedTypes } from './trusted-types.ts'

type Rules = Record<string, (value: string) => string | null>
const policies = new Map<string, Rules>()
requireTrustedTypes({
  origin: 'https://vines.example.com',
  trustedTypes: { createPolicy: (name, rules) => void policies.set(name, rules) },
})
const { createHTML, createScriptURL, createScript } = policies.get('default') ?? {}

// ASVS 3.2.2 3.2.3
test("allows only markup without elements, and React's empty script", () => {
  for (const html of ['', 'a &amp; b', '{"@context":"https://schema.org"}', '<script></script>'])
    expect(createHTML?.(html)).toBe(html)
  for (const html of [
    '<b>',
    '<script>alert(1)</script>',
    ' <script></script>',
    '<img src=x onerror=alert(1)>',
  ])
    expect(createHTML?.(html)).toBeNull()
})

// ASVS 1.2.2 3.6.1
test('allows only scripts and workers that our build made', () => {
  for (const address of ['/assets/map-worker.mjs', 'https://vines.example.com/assets/map-worker.mjs'])
    expect(createScriptURL?.(address)).toBe(address)
  for (const address of [
    '/pictures/x.webp',
    '/assets/../pictures/x.webp',
    '//evil.example/assets/x.js',
    'https://evil.example/assets/x.js',
    'data:text/javascript,alert(1)',
    'blob:https://vines.example.com/assets/1',
    'http://',
  ])
    expect(createScriptURL?.(address)).toBeNull()
})

test('allows no text as code and does nothing without Trusted Types', () => {
  expect(createScript).toBeUndefined()
  expect(() => requireTrustedTypes({ origin: 'https://vines.example.com' })).not.toThrow()
})
