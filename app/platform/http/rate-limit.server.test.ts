import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { makeApiKey, makeBookable } from '../../../test/make.ts'
import { makeToken } from '../../people/sign-in/session.server.ts'

const app = await startApp({ env: { LIMIT_BOOKINGS: '3', LIMIT_MESSAGES: '2', LIMIT_SEARCHES: '4' } })
const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } })

async function statuses(count: number, visit: () => Promise<Response>): Promise<number[]> {
  const answers = await Promise.all(Array.from({ length: count }, visit))
  return answers.map(({ status }) => status).toSorted((a, b) => a - b)
}

// ASVS 2.4.1 2.4.2
test('refuses bookings beyond the limit of an address, and says when to try again', async () => {
  const { path, answers } = await makeBookable(app.sql)
  const book = () =>
    app.visit(path, { method: 'POST', body: new URLSearchParams(answers()), ...from('203.0.113.1') })
  expect(await statuses(8, book)).toEqual([302, 302, 302, 429, 429, 429, 429, 429])
  const [{ made }] = await app.sql<[{ made: number }]>`select count(*)::int as made from bookings`
  expect(made).toBe(3)

  const refused = await book()
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(590)
  expect(refused.headers.get('Cache-Control')).toBe('no-store')
})

test('the API and the form share the limit of an address, and the API answers with problem JSON', async () => {
  const { path, answers } = await makeBookable(app.sql)
  const form = (address: string) =>
    app.visit(path, { method: 'POST', body: new URLSearchParams(answers()), ...from(address) })
  for (const _ of [1, 2, 3]) expect((await form('203.0.113.2')).status).toBe(302)
  const call = await app.visit('/api/bookings', { method: 'POST', ...from('203.0.113.2') })
  expect(call.status).toBe(429)
  expect(call.headers.get('Content-Type')).toBe('application/problem+json')
  expect(await call.json()).toMatchObject({
    error: expect.stringContaining('Please try again in 10 minutes.'),
  })
  expect((await form('203.0.113.3')).status).toBe(302)
})

// ASVS 2.4.1
test('counts requests whatever the spelling of the path: its case, slashes at its end, and the suffix .data', async () => {
  for (const [n, path] of ['/Contact', '/contact/', '/CONTACT//', '/contact/.data'].entries()) {
    const there = from(`203.0.113.10${n}`)
    const write = () => app.visit(path, { method: 'POST', body: new URLSearchParams({}), ...there })
    expect(await statuses(3, write), path).toEqual([422, 422, 429])
  }
  for (const [n, path] of ['/Explore', '/explore/', '/EXPLORE.data', '/api/explore/nothing'].entries()) {
    const there = from(`203.0.113.11${n}`)
    expect((await statuses(5, () => app.visit(path, there))).at(-1), path).toBe(429)
  }
})

test('counts an IPv6 network as one address', async () => {
  const ask = (end: number) => app.visit('/api/explore/nothing', from(`2001:db8:7::${end}`))
  const answers = await Promise.all([1, 2, 3, 4, 5].map(ask))
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
})

test('counts starting and copying an itinerary as bookings', async () => {
  const begin = () => {
    const day = { intent: 'empty', title: 'Our Saturday', id: randomUUID(), key: makeToken() }
    const body = new URLSearchParams(day)
    return app.visit('/itinerary/create', { method: 'POST', body, ...from('203.0.113.60') })
  }
  expect(await statuses(5, begin)).toEqual([302, 302, 302, 429, 429])
  const [{ id }] = await app.sql<[{ id: string }]>`
    insert into itineraries (title, is_curated, published_at) values ('A day', true, ${app.now}) returning id`
  const copy = await app.visit(`/itinerary/${id}`, {
    method: 'POST',
    body: new URLSearchParams({ intent: 'copy' }),
    ...from('203.0.113.60'),
  })
  expect(copy.status).toBe(429)
  expect(await copy.text()).toContain('Too many requests in a short time.')
})

test('shows a refused form with everything that was typed', async () => {
  const { path, answers, experience } = await makeBookable(app.sql)
  const typed = {
    name: 'Ada',
    email: 'ada@example.com',
    subject: 'Hello',
    message: 'Are dogs welcome?',
    role: 'Owner',
    form_key: randomUUID(),
  }
  const forms: [string, Record<string, string>, string[]][] = [
    [path, answers(), ['Ada Lovelace', '01632 960123']],
    ['/contact', typed, ['Are dogs welcome?', 'ada@example.com']],
    [`/vineyard/${experience.vineyard_id}/claim`, typed, ['Are dogs welcome?', 'Owner']],
  ]
  for (const [n, [form, values, typedTexts]] of forms.entries()) {
    const send = () =>
      app.visit(form, { method: 'POST', body: new URLSearchParams(values), ...from(`203.0.113.1${n}`) })
    const used = await Promise.all([1, 2, 3].map(send))
    expect(
      used.some(({ status }) => status === 302),
      form,
    ).toBe(true)
    const refused = await send()
    expect(
      [refused.status, refused.headers.has('Retry-After'), refused.headers.get('Cache-Control')],
      form,
    ).toEqual([429, true, 'no-store'])
    const page = await refused.text()
    expect(page, form).toContain('Too many requests in a short time. Please try again in')
    for (const text of typedTexts) expect(page, form).toContain(text)
  }
})

test('shows a refused itinerary form on its own page, with the title that was typed', async () => {
  const send = (values: Record<string, string>) =>
    app.visit('/itinerary/create', {
      method: 'POST',
      body: new URLSearchParams(values),
      ...from('203.0.113.20'),
    })
  for (const _ of [1, 2, 3]) expect((await send({ intent: 'book' })).status).toBe(422)
  const refused = await send({ intent: 'empty', title: 'Saturday in Sussex' })
  expect([refused.status, refused.headers.has('Retry-After')]).toEqual([429, true])
  const page = await refused.text()
  expect(page).toContain('Too many requests in a short time.')
  expect(page).toContain('value="Saturday in Sussex"')
})

// ASVS 2.4.1 2.4.2
test('counts messages and claims together', async () => {
  const send = () =>
    app.visit('/contact', { method: 'POST', body: new URLSearchParams({}), ...from('203.0.113.4') })
  expect(await statuses(3, send)).toEqual([422, 422, 429])
  const claim = await app.visit('/api/vineyard_claims', { method: 'POST', ...from('203.0.113.4') })
  expect(claim.status).toBe(429)
})

// ASVS 2.4.1 15.2.2
test('counts searches, both as pages and as their data, and counts no other page', async () => {
  const visit = (path: string) => app.visit(path, from('203.0.113.5'))
  for (const path of ['/explore?search=kent', '/explore.data?search=kent', '/explore', '/explore?page=1'])
    expect((await visit(path)).status).toBe(200)
  expect((await visit('/explore.data?search=kent')).status).toBe(429)
  const page = await app.visit('/explore', {
    headers: { 'X-Forwarded-For': '203.0.113.5', Accept: 'text/html' },
  })
  expect(page.status).toBe(429)
  expect(await page.text()).toContain('<h1>Too many requests')
  expect(await statuses(10, () => visit('/contact'))).toEqual(Array.from({ length: 10 }, () => 200))
})

// ASVS 2.4.1 15.2.2
test('counts API lists, suggestions and the page that plans a day as searches', async () => {
  for (const [n, path] of [
    '/api/vineyards?search=kent',
    '/api/experiences?search=tour',
    '/api/suggestions?search=lew',
    '/api/slots',
    '/api/open_days',
    '/itinerary/create?near=Lewes&date=2026-06-13',
  ].entries()) {
    const there = from(`203.0.113.4${n}`)
    for (const _ of [1, 2, 3, 4]) expect((await app.visit(path, there)).status, path).not.toBe(429)
    expect((await app.visit(path, there)).status, path).toBe(429)
    expect((await app.visit('/explore', there)).status, path).toBe(429)
  }
})

test('two processes share one count of requests, whichever process gets a request', async () => {
  const { path, answers } = await makeBookable(app.sql)
  const processes = [app.visitOn(app.sql), app.visitOn(app.sql)]
  const book = (visit: typeof app.visit) =>
    visit(path, { method: 'POST', body: new URLSearchParams(answers()), ...from('203.0.113.30') })
  const all = await Promise.all(processes.flatMap((visit) => [1, 2, 3].map(() => book(visit))))
  expect(all.map(({ status }) => status).toSorted()).toEqual([302, 302, 302, 429, 429, 429])

  const write = (visit: typeof app.visit) =>
    visit('/contact', { method: 'POST', body: new URLSearchParams({}), ...from('203.0.113.30') })
  for (const status of [422, 422, 429, 429])
    expect((await write(processes[status % 2] ?? app.visit)).status).toBe(status)
})

test('a new process continues the count until its window ends', async () => {
  const write = (visit: typeof app.visit) =>
    visit('/contact', { method: 'POST', body: new URLSearchParams({}), ...from('203.0.113.31') })
  for (const status of [422, 422]) expect((await write(app.visit)).status).toBe(status)
  const refused = await write(app.visitOn(app.sql))
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '3600'])
  const began = app.now
  app.now = new Date(began.getTime() + 3599_000)
  expect((await write(app.visitOn(app.sql))).headers.get('Retry-After')).toBe('1')
  app.now = new Date(began.getTime() + 3600_000)
  expect((await write(app.visitOn(app.sql))).status).toBe(422)
  app.now = began
})

test('discards a count that was written while the clock was 16 days ahead', async () => {
  const write = () =>
    app.visitOn(app.sql)('/contact', {
      method: 'POST',
      body: new URLSearchParams({}),
      ...from('203.0.113.32'),
    })
  const began = app.now
  app.now = new Date(began.getTime() + 16 * 86_400_000)
  for (const status of [422, 422, 429]) expect((await write()).status).toBe(status)
  app.now = began
  expect((await write()).status).toBe(422)
})

test('counts searches in batches: a process allows at most one batch too many', async () => {
  const many = await startApp({ env: { LIMIT_SEARCHES: '40' } })
  const processes = [1, 2, 3].map(() => many.visitOn(many.sql))
  let found = 0
  for (let round = 0; round < 40; round++)
    for (const visit of processes) {
      const { status } = await visit('/api/explore/nothing', from('203.0.113.32'))
      if (status !== 429) found++
    }
  expect(found).toBeGreaterThanOrEqual(40)
  expect(found).toBeLessThanOrEqual(40 + 3 * 2)
})

// ASVS 16.5.2 16.5.3
test('without the database, each process counts its own requests', async () => {
  const search = () => app.visitWithoutDatabase('/explore', from('203.0.113.33'))
  const answers = [await search(), await search(), await search(), await search(), await search()]
  expect(answers.map(({ status }) => status === 429)).toEqual([false, false, false, false, true])
  app.expectErrors()
})

// ASVS 2.4.1
test('limits requests with a key by the key, from all addresses together', async () => {
  const site = await startApp({ env: { LIMIT_KEY_REQUESTS: '5', LIMIT_SEARCHES: '1' } })
  const [key, other] = [await makeApiKey(site.sql), await makeApiKey(site.sql)]
  const read = ({ token }: { token: string }) =>
    site.visit('/api/vineyards', { headers: { Authorization: `bearer ${token}` } })
  expect(await statuses(7, () => read(key))).toEqual([200, 200, 200, 200, 200, 429, 429])
  const refused = await read(key)
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
  expect(refused.headers.get('Content-Type')).toBe('application/problem+json')
  const octo = await site.visit(`/octo/${randomUUID()}/supplier`, {
    headers: { Authorization: `Bearer ${key.token}` },
  })
  expect(octo.status).toBe(429)
  expect(Number(octo.headers.get('Retry-After'))).toBeGreaterThan(0)
  expect(await octo.json()).toMatchObject({ errorMessage: expect.stringContaining('Too many requests') })
  expect((await read(other)).status).toBe(200)
})

test('after many wrong keys from an address, refuses more wrong keys and accepts keys that have worked', async () => {
  const site = await startApp({ env: { LIMIT_WRONG_KEYS: '4' } })
  const key = await makeApiKey(site.sql)
  const read = (token: string, address: string, path = '/api/vineyards') =>
    site.visit(path, { headers: { Authorization: `Bearer ${token}`, 'X-Forwarded-For': address } })
  const wrong = () => `cv_live_${makeToken()}`
  for (const path of ['/api/vineyards', '/api/vineyards', `/octo/${randomUUID()}/supplier`])
    expect((await read(wrong(), '203.0.113.70', path)).status).toBeOneOf([401, 403])
  expect((await read(key.token, '203.0.113.70')).status).toBe(200)
  expect((await read(wrong(), '203.0.113.70')).status).toBe(401)
  await read(wrong(), '203.0.113.70')
  expect((await read(wrong(), '203.0.113.70')).status).toBe(429)
  const late = await read((await makeApiKey(site.sql)).token, '203.0.113.70')
  expect(late.status).toBe(200)
  const refused = await read(wrong(), '203.0.113.70', `/octo/${randomUUID()}/supplier`)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
  await statuses(4, () => read(wrong(), '203.0.113.70'))
  // The address has no look-ups of unknown keys left. Keys that have worked need none.
  expect((await read((await makeApiKey(site.sql)).token, '203.0.113.70')).status).toBe(429)
  for (const address of ['203.0.113.70', '203.0.113.71'])
    expect((await read(key.token, address)).status).toBe(200)
})
