import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'

import { readConfig } from '../app/platform/config.server.ts'
import { createLog } from '../app/platform/log.server.ts'
import { ownDatabase } from '../test/database.ts'
import { createWeb } from './web.ts'

const web = await createWeb({
  sql: await ownDatabase(),
  now: () => new Date('2026-06-01T09:00:00Z'),
  config: readConfig({ NODE_ENV: 'test', SITE_URL: 'http://site.test' }),
  log: createLog('silent'),
})
const headersOf = async (path: string) => (await web.request(`http://site.test${path}`)).headers
const asset = (ending: string) =>
  `/assets/${readdirSync('build/client/assets').find((file) => file.endsWith(ending))}`

test('files are guarded like pages: not guessed at, not framed, and a drawing runs nothing', async () => {
  for (const path of [asset('.js'), asset('.css'), asset('.svg'), '/assets/none.js', '/robots-none.txt']) {
    const headers = await headersOf(path)
    expect(headers.get('X-Content-Type-Options'), path).toBe('nosniff')
    expect(headers.get('X-Frame-Options'), path).toBe('DENY')
  }
  expect((await headersOf(asset('.svg'))).get('Content-Security-Policy')).toContain("default-src 'none'")
  expect((await headersOf(asset('.js'))).get('Cache-Control')).toContain('immutable')
  expect((await headersOf('/assets/none.js')).get('Cache-Control')).toBe('no-store')
})

test("pictures may be shown in a mail on somebody else's page, everything else stays here", async () => {
  const [picture] = readdirSync('public/pictures', { recursive: true }).filter((file) =>
    String(file).endsWith('.webp'),
  )
  expect((await headersOf(`/pictures/${picture}`)).get('Cross-Origin-Resource-Policy')).toBe('cross-origin')
  expect((await headersOf(asset('.css'))).get('Cross-Origin-Resource-Policy')).toBe('same-origin')
  expect((await headersOf('/')).get('Cross-Origin-Resource-Policy')).toBe('same-origin')
})

test('a page keeps its own policy on its way through the files', async () => {
  expect((await headersOf('/privacy')).get('Content-Security-Policy')).toContain(
    "require-trusted-types-for 'script'",
  )
})
