import { expect, test } from 'vitest'

import { startApp } from '../../../../test/app.ts'

const { visit } = await startApp()

// ASVS 13.4.5
test('lists every endpoint of the OpenAPI document with its access rule and fields', async () => {
  const response = await visit('/api/docs')
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8'])
  const html = await response.text()
  const { paths } = await (await visit('/api/openapi.json')).json()
  for (const path of Object.keys(paths)) expect(html).toContain(`<code>/api${path}</code>`)
  expect(html).toContain('Only an admin adds, shows, hides, verifies, features or deletes a vineyard.')
  expect(html).toContain('a page of Vineyard')
})

test('a POST to /api/docs is answered like an API call, with problem JSON', async () => {
  const response = await visit('/api/docs', { method: 'POST' })
  expect(response.headers.get('Content-Type')).toBe('application/problem+json')
})
