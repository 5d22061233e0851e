import { expect, test } from 'vitest'

import { isForeignForm, withoutOrigin } from './same-site.ts'

const site = 'https://vines.example.com'
const post = (headers: Record<string, string>) =>
  new Request('http://127.0.0.1:3000/contact', { method: 'POST', body: 'name=Ada', headers })

test('a form of our own pages is let in, however little its browser says', () => {
  expect(isForeignForm(post({}), site)).toBe(false)
  expect(isForeignForm(post({ Origin: 'null' }), site)).toBe(false)
  expect(isForeignForm(post({ Origin: 'null', 'Sec-Fetch-Site': 'same-origin' }), site)).toBe(false)
  expect(isForeignForm(post({ Origin: site }), site)).toBe(false)
  expect(isForeignForm(post({ Origin: 'http://127.0.0.1:3000' }), site)).toBe(false)
})

test('a form of another site is not', () => {
  expect(isForeignForm(post({ Origin: 'https://evil.example' }), site)).toBe(true)
  expect(isForeignForm(post({ Origin: 'null', 'Sec-Fetch-Site': 'cross-site' }), site)).toBe(true)
  expect(
    isForeignForm(post({ Origin: 'https://x.vines.example.com', 'Sec-Fetch-Site': 'same-site' }), site),
  ).toBe(true)
})

test("reading is nobody else's business", () => {
  const link = new Request('http://127.0.0.1:3000/', { headers: { 'Sec-Fetch-Site': 'cross-site' } })
  expect(isForeignForm(link, site)).toBe(false)
})

test('the router sees the form without its origin', async () => {
  const passed = withoutOrigin(post({ Origin: 'null' }))
  expect(passed.headers.get('Origin')).toBeNull()
  expect(await passed.text()).toBe('name=Ada')
})
