import { expect, test } from 'vitest'

import { readConfig } from '../config.server.ts'
import { policyReports } from './policy-reports.server.ts'

const config = readConfig({ NODE_ENV: 'test', SITE_URL: 'http://site.test' })
const quiet = () => {}

/** Starts a process, so that each test has its own limits. */
function start() {
  const lines: unknown[] = []
  const warn = (details: unknown) => void lines.push(details)
  const log = { debug: quiet, info: quiet, warn, error: quiet, fatal: quiet }
  const app = policyReports({ config, log })
  const send = (body: unknown, address = '192.0.2.1') =>
    app.request('/', {
      method: 'POST',
      headers: { 'Content-Type': 'application/reports+json', 'X-Forwarded-For': address },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  return { lines, send }
}

const booking = 'http://site.test/booking/6f9619ff-8b86-4011-b42d-00c04fc964ff?key=secret'
const violation = (changes = {}) => ({
  type: 'csp-violation',
  age: 3,
  url: booking,
  user_agent: 'Mozilla/5.0',
  body: {
    effectiveDirective: 'script-src-elem',
    blockedURL: 'https://ads.example.com/track.js?visitor=ada@example.com',
    documentURL: booking,
    sample: 'Ada Lovelace',
    ...changes,
  },
})

test('logs the reports of browsers, but leaves out addresses, ids, queries and samples', async () => {
  const { lines, send } = start()
  expect((await send([violation()])).status).toBe(204)
  expect(lines).toEqual([
    { directive: 'script-src-elem', blocked: 'https://ads.example.com', page: '/booking' },
  ])
})

test('reads the older form that report-uri sends', async () => {
  const { lines, send } = start()
  const report = {
    'document-uri': 'http://site.test/',
    'violated-directive': "style-src 'self'",
    'blocked-uri': 'inline',
  }
  expect((await send({ 'csp-report': report })).status).toBe(204)
  expect(lines).toEqual([{ directive: 'style-src', blocked: 'inline', page: '/' }])
})

// ASVS 16.4.1
test('writes no text of a forged report into the log', async () => {
  const { lines, send } = start()
  const forged = violation({
    effectiveDirective: 'ada@example.com',
    blockedURL: 'javascript:alert("Ada Lovelace")',
    documentURL: 'http://site.test/Ada%20Lovelace/6f9619ff',
  })
  await send([forged])
  expect(lines).toEqual([{ directive: 'unknown', blocked: 'javascript:', page: 'unknown' }])
})

test('refuses bodies that are not reports, and reports that are too large', async () => {
  const { lines, send } = start()
  expect((await send('{')).status).toBe(400)
  expect((await send({ hello: 'there' })).status).toBe(400)
  expect((await send([violation({ sample: 'x'.repeat(20_000) })])).status).toBe(413)
  expect(lines).toEqual([])
})

test('logs at most five violations per report, ten reports per address and sixty reports in all', async () => {
  const { lines, send } = start()
  await send(Array.from({ length: 20 }, () => violation()))
  expect(lines).toHaveLength(5)
  for (let n = 0; n < 9; n++) await send([violation()])
  const refused = await send([violation()])
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '60'])
  for (let n = 0; n < 100; n++) await send([violation()], `192.0.2.${n + 2}`)
  expect(lines).toHaveLength(5 + 59)
})
