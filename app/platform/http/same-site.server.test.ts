import { expect, test } from 'vitest'

import { isForeignForm, withoutOrigin } from './same-site.server.ts'

const site = 'https://vines.example.com'
const post = (headers: Record<string, string>) =>
  new Request('http://127.0.0.1:3000/contact', { method: 'POST', body: 'name=Ada', headers })

test('accepts a form of our own pages, whatever headers the browser sends', () => {
  expect(isForeignForm(post({}), site)).toBe(false)
  expect(isForeignForm(post({ Origin: 'null' }), site)).toBe(false)
  expect(isForeignForm(post({ Origin: 'null', 'Sec-Fetch-Site': 'same-origin' }), site)).toBe(false)
  expect(isForeignForm(post({ Origin: site }), site)).toBe(false)
  expect(isForeignForm(post({ Origin: 'http://127.0.0.1:3000' }), site)).toBe(false)
})

// ASVS 3.5.1
test('refuses a form of another site', () => {
  expect(isForeignForm(post({ Origin: 'https://evil.example' }), site)).toBe(true)
  expect(isForeignForm(post({ Origin: 'null', 'Sec-Fetch-Site': 'cross-site' }), site)).toBe(true)
  expect(
    isForeignForm(post({ Origin: 'https://x.vines.example.com', 'Sec-Fetch-Site': 'same-site' }), site),
  ).toBe(true)
})

test('allows links from other sites', () => {
  const link = new Request('http://127.0.0.1:3000/', { headers: { 'Sec-Fetch-Site': 'cross-site' } })
  expect(isForeignForm(link, site)).toBe(false)
})

test('removes the origin before React Router reads the form', async () => {
  const passed = withoutOrigin(post({ Origin: 'null' }))
  expect(passed.headers.get('Origin')).toBeNull()
  expect(await passed.text()).toBe('name=Ada')
})
