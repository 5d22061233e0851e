import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { serve } from '@hono/node-server'
import { afterAll, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { widgetSnippet } from '../../partners/widget/snippets.ts'
import { makeApiKey, makeBookable } from '../../../test/make.ts'

// The examples use the real time, so the app must too.
const { sql, visit } = await startApp({ now: new Date().toISOString() })

/** Serves the site on a port of its own, because the examples are separate programs. */
const server = serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: async (request) => {
    const { pathname, search } = new URL(request.url)
    const body = request.body ? await request.arrayBuffer() : undefined
    return visit(pathname + search, { method: request.method, headers: request.headers, body })
  },
})
await once(server, 'listening')
afterAll(() => server.close())
const address = server.address()
const SITE = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`

/** Runs an example as a reader would, and returns its output. */
async function run(name: string, env: Record<string, string>): Promise<string> {
  const [program, ...before] = name.endsWith('.sh') ? ['bash', '-e'] : [process.execPath]
  const { stdout } = await promisify(execFile)(program, [...before, `docs/examples/${name}`], {
    env: { PATH: process.env.PATH, SITE, ...env },
  })
  return stdout
}

/** Returns the JSON answers in an output. */
const answersIn = (output: string) =>
  output
    .replaceAll(/\}\s*\{/g, '}\n{')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

const day = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10)
const { experience } = await makeBookable(sql, {
  date: day(3),
  experience: { is_instant: true, sold_by_resellers: true },
})
const { vineyard_id } = experience
await sql`update vineyards set ${sql({ name: 'Hollowdown', is_verified: true })} where id = ${vineyard_id}`

test('the page shows the examples exactly as their files contain them', async () => {
  const page = await (await visit('/developers')).text()
  const text = page
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
  for (const name of ['read.sh', 'read.ts', 'bookings.sh', 'book.ts', 'webhook.sh', 'webhook.ts'])
    expect(text).toContain(readFileSync(`docs/examples/${name}`, 'utf8').trimEnd())
  // The browser test of the widget puts the same snippet on a page.
  const offer = { vineyard: { id: 'VINEYARD', name: 'our vineyard' }, experience: 'EXPERIENCE' }
  expect(text).toContain(widgetSnippet('http://site.test', offer))
})

test('the reading examples find the vineyard, its experiences and their times', async () => {
  const range = { FROM: day(1), UNTIL: day(3) }
  const output = await run('read.sh', {
    NAME: 'hollow',
    VINEYARD: vineyard_id,
    EXPERIENCE: experience.id,
    ...range,
  })
  const [vineyards, experiences, slots] = answersIn(output)
  expect(vineyards.items).toMatchObject([{ id: vineyard_id, name: 'Hollowdown' }])
  expect(experiences.items).toMatchObject([{ id: experience.id }])
  expect(slots.items.map((slot: { slot_date: string }) => slot.slot_date)).toEqual([1, 2, 3].map(day))

  const printed = await run('read.ts', { VINEYARD: vineyard_id })
  expect(printed).toContain('Cellar tour, £18.5 per person\n')
  const link = /http\S+book-now\S+/.exec(printed.slice(printed.indexOf(day(3))))?.[0] ?? ''
  const form = await fetch(link)
  expect(form.status).toBe(200)
  expect(await form.text()).toContain(`value="${day(3)}"`)
})

test('the example with an API key reads the bookings of its vineyard', async () => {
  const { token } = await makeApiKey(sql, { vineyard_id, permissions: ['bookings:read'] })
  const [bookings] = answersIn(await run('bookings.sh', { KEY: token }))
  expect(bookings).toMatchObject({ items: [], total: 0 })
  const [refused] = answersIn(await run('bookings.sh', { KEY: 'cv_live_wrong' }))
  expect(refused.status).toBe(401)
})

test('the OCTO example holds two places and books them', async () => {
  const { token } = await makeApiKey(sql, {
    vineyard_id,
    permissions: ['availability:read', 'bookings:read', 'bookings:write'],
  })
  const output = await run('book.ts', { VINEYARD: vineyard_id, KEY: token })
  const [booking] = await sql`
    select reference, status, number_of_guests, guest_name, external_reference from bookings where vineyard_id = ${vineyard_id}`
  expect(booking).toMatchObject({
    status: 'confirmed',
    number_of_guests: 2,
    guest_name: 'Ada Lovelace',
    external_reference: 'SHOP-1042',
  })
  expect(output).toContain(`CONFIRMED ${booking?.reference}: Cellar tour`)
})
