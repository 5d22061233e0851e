import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { makeAdmin, makeExperience, makeVineyard, makeWinemaker, signedIn } from '../../../test/make.ts'
import { vineyardFieldMessages } from './vineyard-save.tsx'

const { sql, visit } = await startApp()
const admin = await makeAdmin(sql)

const send = (method: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
  visit(path, {
    method,
    headers: { 'Content-Type': 'application/json', 'If-Match': '*', ...signedIn(admin), ...headers },
    body: JSON.stringify(body),
  })

test('an admin adds and reads a vineyard, and the audit log records it', async () => {
  const made = await send('POST', '/api/vineyards', {
    name: ' New  Hill ',
    region: 'Kent',
    is_featured: true,
  })
  expect(made.status).toBe(201)
  const read = await visit(made.headers.get('Location') ?? '')
  const vineyard = await read.json()
  expect(vineyard).toMatchObject({ name: 'New Hill', region: 'Kent', is_visible: true, is_featured: true })
  expect(read.headers.get('ETag')).toBe(`"${vineyard.version}"`)
  const [event] = await sql`select * from audit_trail where noun_id = ${vineyard.id}`
  expect(event).toMatchObject({ actor: 'admin', actor_id: admin.id, noun: 'vineyard', before: null })
  expect(event?.after).toMatchObject({ name: 'New Hill' })
})

test('returns the poster of a vineyard as long as the vineyard has no photograph', async () => {
  const { id } = await makeVineyard(sql)
  const [{ address }] = await sql<[{ address: string }]>`
    update vineyard_posters set address = '/media/poster-' || md5(vineyard_id::text) || '-960x720.webp', drawing_version = 1
    where vineyard_id = ${id} returning address`
  const posterOf = async () => (await (await visit(`/api/vineyards/${id}`)).json()).poster_url
  expect(await posterOf()).toBe(address)
  await sql`update vineyards set cover_image_url = '/pictures/hollowdown-960.webp' where id = ${id}`
  expect(await posterOf()).toBeNull()
})

test('returns the nearest stations of a vineyard, with wider ranges if its position is inaccurate', async () => {
  await sql`insert into stations (code, name, kind, source, latitude, longitude) values
    ('QQA', 'Near Halt', 'rail', 'naptan', 58.5, -3.02), ('QQB', 'Far Halt', 'rail', 'naptan', 58.5, -3.2)`
  const position = { latitude: 58.5, longitude: -3.05 }
  const stationsOf = async (columns: Parameters<typeof makeVineyard>[1]) => {
    const { id } = await makeVineyard(sql, columns)
    return (await (await visit(`/api/vineyards/${id}`)).json()).stations
  }
  const exact = await stationsOf({ ...position, is_verified: true })
  expect(exact.map(({ name }: { name: string }) => name).slice(0, 2)).toEqual(['Near Halt', 'Far Halt'])
  // The straight line is 1.74 km long.
  expect(exact[0]).toEqual({
    code: 'QQA',
    name: 'Near Halt',
    kind: 'rail',
    latitude: 58.5,
    longitude: -3.02,
    kilometres: { least: 1.7, most: 2.5 },
    minutes_on_foot: { least: 20, most: 37 },
  })
  const [rough] = await stationsOf({ ...position, is_verified: false })
  expect(rough.kilometres).toEqual({ least: 0.7, most: 3.9 })
  expect(await stationsOf({ latitude: null, longitude: null })).toEqual([])
})

test('formats postcodes, and rejects an invalid postcode with a message at its field', async () => {
  const { id } = await makeVineyard(sql)
  const path = `/api/vineyards/${id}`
  const write = (postcode: string) => send('PATCH', path, { postcode }, { 'If-Match': '*' })
  for (const [typed, kept] of [
    ['tn25  5aa', 'TN25 5AA'],
    ['BN7', 'BN7'],
  ] as const) {
    expect((await write(typed)).status).toBe(200)
    expect(await (await visit(path)).json()).toMatchObject({ postcode: kept })
  }
  const refused = await write('<script>')
  expect(refused.status).toBe(422)
  const { fields } = await refused.json()
  const message = { postcode: fields[0].message, phone: 'phone must be a phone number: digits and spaces.' }
  expect(vineyardFieldMessages(message)).toEqual({
    postcode: 'Postcode must be a UK postcode such as TN25 5AA, or its first half.',
    phone: 'Phone must be a phone number: digits and spaces.',
  })
})

// ASVS 2.2.3
test('rejects a position with only one coordinate from every caller, and names the missing coordinate', async () => {
  const { id } = await makeVineyard(sql, { latitude: 51, longitude: 1 })
  const write = async (changes: object) => {
    const answer = await send('PATCH', `/api/vineyards/${id}`, changes)
    return answer.status === 200 ? 200 : [answer.status, (await answer.json()).fields]
  }
  const lacks = (field: string) => [
    422,
    [{ field, message: `${field} is missing. Enter both numbers, or leave both empty.` }],
  ]
  expect(await write({ latitude: null })).toEqual(lacks('latitude'))
  expect(await write({ longitude: null })).toEqual(lacks('longitude'))
  expect(await write({ latitude: 52, longitude: null })).toEqual(lacks('longitude'))
  expect(await write({ latitude: 52 })).toBe(200)
  expect(await write({ latitude: null, longitude: null })).toBe(200)
  expect(await write({ longitude: 1 })).toEqual(lacks('latitude'))
  const half = await send('POST', '/api/vineyards', { name: 'Half Hill', latitude: 51 })
  expect([half.status, (await half.json()).fields[0].field]).toEqual([422, 'longitude'])
})

test('rejects the second of two concurrent edits', async () => {
  const { id } = await makeVineyard(sql)
  const seen = (await visit(`/api/vineyards/${id}`)).headers.get('ETag') ?? ''
  const change = (phone: string) => send('PATCH', `/api/vineyards/${id}`, { phone }, { 'If-Match': seen })
  const outcomes = await Promise.all([change('01632 960111'), change('01632 960222')])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 412])
  const [won] = outcomes.filter(({ status }) => status === 200)
  expect(won?.headers.get('ETag')).toBe((await visit(`/api/vineyards/${id}`)).headers.get('ETag'))
})

test('an update without changes keeps the version', async () => {
  const { id } = await makeVineyard(sql)
  const before = (await visit(`/api/vineyards/${id}`)).headers.get('ETag')
  await sql`update vineyards set is_visible = is_visible where id = ${id}`
  expect((await visit(`/api/vineyards/${id}`)).headers.get('ETag')).toBe(before)
})

// ASVS 8.2.3 15.3.3
test("staff edit only their own vineyard and cannot set the admin's flags", async () => {
  const winemaker = await makeWinemaker(sql)
  const other = await makeVineyard(sql)
  const own = `/api/vineyards/${winemaker.vineyard_id}`
  const as = signedIn(winemaker)
  expect((await send('PATCH', own, { description: 'Chalk.\nSouth-facing.' }, as)).status).toBe(200)
  expect((await send('PATCH', `/api/vineyards/${other.id}`, { description: 'x' }, as)).status).toBe(404)
  for (const decided of [{ is_verified: true }, { is_visible: false }, { is_featured: true }]) {
    const response = await send('PATCH', own, decided, as)
    expect([response.status, (await response.json()).error]).toEqual([
      403,
      'Only an admin adds, shows, hides, verifies, features or deletes a vineyard.',
    ])
  }
  expect((await send('POST', '/api/vineyards', { name: 'Mine' }, as)).status).toBe(403)
  expect((await send('DELETE', own, undefined, as)).status).toBe(403)
})

test('only admins and its own staff can read a hidden vineyard', async () => {
  const winemaker = await makeWinemaker(sql)
  const path = `/api/vineyards/${winemaker.vineyard_id}`
  expect((await send('PATCH', path, { is_visible: false })).status).toBe(200)
  expect((await visit(path)).status).toBe(404)
  expect((await visit(path, { headers: signedIn(await makeWinemaker(sql)) })).status).toBe(404)
  expect((await visit(path, { headers: signedIn(winemaker) })).status).toBe(200)
  expect((await visit(path, { headers: signedIn(admin) })).status).toBe(200)
})

test('deletes an empty vineyard, but not a vineyard with an experience', async () => {
  const empty = await makeVineyard(sql)
  await send('PATCH', `/api/vineyards/${empty.id}`, { city: 'Wye' })
  expect((await send('DELETE', `/api/vineyards/${empty.id}`, undefined)).status).toBe(204)
  expect((await visit(`/api/vineyards/${empty.id}`)).status).toBe(404)
  const { vineyard_id } = await makeExperience(sql)
  const kept = await send('DELETE', `/api/vineyards/${vineyard_id}`, undefined)
  expect([kept.status, (await kept.json()).error]).toEqual([
    409,
    'A vineyard with experiences, staff or bookings cannot be deleted. Hide it instead.',
  ])
})

test('lists sort by the name of the vineyard across pages, ignoring case and apostrophes', async () => {
  const region = 'Ordershire'
  for (const name of ['Bowhill', 'Abbey', "a'Beckett's", 'bolney']) {
    const { id } = await makeVineyard(sql, { region, name })
    await makeExperience(sql, { vineyard_id: id, title: 'Orderly tour' })
    await makeWinemaker(sql, { vineyard_id: id, name: 'Orderly' })
  }
  const read = async (path: string, params: Record<string, string>) => {
    const response = await visit(`${path}?${new URLSearchParams(params)}`, { headers: signedIn(admin) })
    return (await response.json()).items
  }
  const inOrder = ['Abbey', "a'Beckett's", 'bolney', 'Bowhill']
  const listNames = async (params: Record<string, string>) =>
    (await read('/api/vineyards', { region, ...params })).map(({ name }: { name: string }) => name)
  expect(await listNames({ sort: 'name' })).toEqual(inOrder)
  expect(await listNames({ sort: '-name' })).toEqual(inOrder.toReversed())
  expect(await listNames({ sort: 'name', limit: '2', page: '2' })).toEqual(inOrder.slice(2))

  const ofVineyards = async (path: string) =>
    (await read(path, { search: 'Orderly', sort: 'vineyard_name' })).map(
      ({ vineyard_name }: { vineyard_name: string }) => vineyard_name,
    )
  expect(await ofVineyards('/api/experiences')).toEqual(inOrder)
  expect(await ofVineyards('/api/winemakers')).toEqual(inOrder)
})

test('an admin filters the list by experiences and by the flags featured, verified and visible', async () => {
  const region = 'Filtershire'
  const hidden = await makeVineyard(sql, { region, name: 'Hidden', is_visible: false })
  const open = await makeVineyard(sql, { region, name: 'Open', is_verified: true })
  await makeExperience(sql, { vineyard_id: open.id })
  await makeExperience(sql, { vineyard_id: hidden.id, is_active: false })
  await send('PATCH', `/api/vineyards/${open.id}`, { is_featured: true })
  const names = async (params: Record<string, string>) => {
    const response = await visit(`/api/vineyards?${new URLSearchParams({ region, ...params })}`, {
      headers: signedIn(admin),
    })
    return (await response.json()).items.map(({ name }: { name: string }) => name)
  }
  expect(await names({ sort: '-name' })).toEqual(['Open', 'Hidden'])
  expect(await names({ has_experiences: 'true' })).toEqual(['Open'])
  expect(await names({ has_experiences: 'false' })).toEqual(['Hidden'])
  expect(await names({ is_featured: 'true' })).toEqual(['Open'])
  expect(await names({ is_featured: 'false' })).toEqual(['Hidden'])
  expect(await names({ is_visible: 'false' })).toEqual(['Hidden'])
  expect(await names({ is_verified: 'false' })).toEqual(['Hidden'])
})

test('stores a county as the other vineyards there spell it, and lets the only vineyard of a county correct the spelling', async () => {
  const regionOf = async (id: string) => (await (await visit(`/api/vineyards/${id}`)).json()).region
  const first = await (
    await send('POST', '/api/vineyards', { name: 'Slow Row', region: 'isle of wight' })
  ).json()
  await send('PATCH', `/api/vineyards/${first.id}`, { region: 'Isle of Wight' })
  expect(await regionOf(first.id)).toBe('Isle of Wight')
  const second = await (
    await send('POST', '/api/vineyards', { name: 'Far Row', region: 'isle of wight' })
  ).json()
  expect(await regionOf(second.id)).toBe('Isle of Wight')
  await send('PATCH', `/api/vineyards/${second.id}`, { region: 'ISLE OF WIGHT' })
  expect(await regionOf(second.id)).toBe('Isle of Wight')
  await send('PATCH', `/api/vineyards/${second.id}`, { phone: '01632 960124' })
  expect(await regionOf(second.id)).toBe('Isle of Wight')
  await send('PATCH', `/api/vineyards/${second.id}`, { region: null })
  expect(await regionOf(second.id)).toBeNull()
})
