import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { startApp } from '../test/app.ts'
import { makeAdmin, makeVineyard, signedIn } from '../test/make.ts'

const app = await startApp()
const { sql, visit } = app

const patch = (id: string, body: string, headers: Record<string, string>) =>
  visit(`/api/vineyards/${id}`, { method: 'PATCH', headers: { 'If-Match': '*', ...headers }, body })

// ASVS 4.1.4
test('a path outside the API answers an unsupported method with the list of methods that it supports', async () => {
  const answerTo = async (method: string, path: string) => {
    const { status, headers } = await visit(path, { method })
    return [method, path, status, headers.get('Allow')]
  }
  for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    for (const path of ['/healthz', '/metrics', '/media/x.webp'])
      expect(await answerTo(method, path)).toEqual([method, path, 405, 'GET, HEAD'])
    for (const path of ['/', '/contact', '/robots.txt', '/nowhere'])
      expect(await answerTo(method, path)).toEqual([method, path, 405, 'GET, HEAD, POST'])
    expect(await answerTo(method, '/csp-reports')).toEqual([method, '/csp-reports', 405, 'POST'])
  }
  for (const path of ['/healthz', '/metrics', '/media/x.webp', '/', '/robots.txt', '/sitemap.xml'])
    expect(await answerTo('POST', path)).toEqual(['POST', path, 405, 'GET, HEAD'])
  expect(await answerTo('GET', '/csp-reports')).toEqual(['GET', '/csp-reports', 405, 'POST'])
})

// ASVS 4.1.4
test('answers an unknown path or method with an error in the API’s format', async () => {
  const nothing = await visit('/api/nothing')
  expect([nothing.status, nothing.headers.get('Content-Type')]).toEqual([404, 'application/problem+json'])
  const wrong = await visit('/api/vineyards', { method: 'PUT' })
  expect([wrong.status, wrong.headers.get('Allow')]).toEqual([405, 'GET, HEAD, OPTIONS, POST'])
  expect(await wrong.json()).toMatchObject({ error: 'PUT is not allowed here.' })
  const options = await visit('/api/vineyards/x', { method: 'OPTIONS' })
  expect([options.status, options.headers.get('Allow')]).toEqual([204, 'DELETE, GET, HEAD, OPTIONS, PATCH'])
  const head = await visit('/api/vineyards', { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
})

// ASVS 3.5.2 15.3.3 15.3.5
test('refuses a body of another type, invalid JSON and an unknown field, each with an error of its own', async () => {
  const admin = signedIn(await makeAdmin(sql))
  const { id } = await makeVineyard(sql)
  const json = { ...admin, 'Content-Type': 'application/json' }
  const sentenceOf = async (response: Response) => [response.status, (await response.json()).error]
  expect(await sentenceOf(await patch(id, 'name=x', { ...admin, 'Content-Type': 'text/plain' }))).toEqual([
    415,
    'The body must be application/json.',
  ])
  expect(await sentenceOf(await patch(id, '{', json))).toEqual([400, 'The body is not valid JSON.'])
  expect(await sentenceOf(await patch(id, '{"colour":"red"}', json))).toEqual([
    422,
    'colour is not a known field.',
  ])
  expect(await sentenceOf(await patch(id, '{"is_visible":"yes"}', json))).toEqual([
    422,
    'is_visible must be true or false.',
  ])
  expect(await sentenceOf(await patch(id, '[]', json))).toEqual([422, 'The body must be an object.'])
  const created = await visit('/api/vineyards', { method: 'POST', headers: json, body: '{}' })
  expect(await sentenceOf(created)).toEqual([422, 'name is missing.'])
})

// ASVS 15.3.6
test('no body, form or query can change the prototype of objects', async () => {
  const admin = { ...signedIn(await makeAdmin(sql)), 'Content-Type': 'application/json' }
  const { id } = await makeVineyard(sql, { is_verified: false })
  const polluting = [
    '"__proto__":{"polluted":true,"is_verified":true}',
    '"constructor":{"prototype":{"polluted":true}}',
    '"city":"Wye","__proto__":{"is_verified":true}',
  ]
  for (const keys of polluting) {
    expect((await patch(id, `{${keys}}`, admin)).status, keys).toBe(422)
    const part = `{"type":"doc","content":[{"type":"paragraph",${keys}}]}`
    const post = {
      method: 'POST',
      headers: admin,
      body: `{"slug":"p-${randomUUID()}","title":"New","body":${part}}`,
    }
    expect((await visit('/api/blog_posts', post)).status, keys).toBeLessThan(500)
  }
  // The key __proto__ deep in a document is dropped; other unknown keys are refused.
  const stored = await sql<{ body: object }[]>`select distinct body from blog_posts where slug like 'p-%'`
  const plain = { type: 'doc', content: [{ type: 'paragraph' }] }
  expect(stored.map(({ body }) => body)).toEqual([plain])
  const form =
    'name=Ada&__proto__[polluted]=true&__proto__.polluted=true&constructor[prototype][polluted]=true'
  await visit('/contact', { method: 'POST', body: new URLSearchParams(form) })
  for (const query of [
    '__proto__[polluted]=true',
    '__proto__.polluted=1',
    'constructor[prototype][polluted]=1',
  ]) {
    expect((await visit(`/api/vineyards?${query}`)).status).toBe(400)
    expect((await visit(`/explore?${query}`)).status).toBe(200)
  }
  expect('polluted' in {}).toBe(false)
  const [vineyard] = await sql`select is_verified from vineyards where id = ${id}`
  expect(vineyard?.is_verified).toBe(false)
})

// ASVS 15.3.7
test('ignores a body field that is sent in the query, and refuses a repeated parameter', async () => {
  const admin = { ...signedIn(await makeAdmin(sql)), 'Content-Type': 'application/json' }
  const { id } = await makeVineyard(sql, { city: 'Wye' })
  const twice = await visit('/api/vineyards?limit=1&limit=100')
  expect(twice.status).toBe(400)
  const inQuery = await visit(`/api/vineyards/${id}?city=Rye`, {
    method: 'PATCH',
    headers: { 'If-Match': '*', ...admin },
    body: '{}',
  })
  expect(inQuery.status).toBeLessThan(500)
  const [vineyard] = await sql`select city from vineyards where id = ${id}`
  expect(vineyard?.city).toBe('Wye')
})

// ASVS 15.2.2
test('limits how many files and reports are made at once, so that other requests are still served', async () => {
  const headers = signedIn(await makeAdmin(sql))
  const holder = await sql.reserve()
  await holder`begin`
  await holder`lock table bookings in access exclusive mode`
  const asked = Array.from({ length: 10 }, () => visit('/api/bookings/file', { headers }))
  const refused: Response[] = []
  for (const answer of asked)
    void answer.then((response) => response.status === 503 && refused.push(response))
  await expect.poll(() => refused.length).toBe(4)
  expect(refused[0]?.headers.get('Retry-After')).toBe('2')
  expect((await visit('/api/vineyards', { headers })).status).toBe(200)
  await holder`commit`
  holder.release()
  expect((await Promise.all(asked)).filter(({ status }) => status === 503)).toHaveLength(4)
  expect((await visit('/api/bookings/file', { headers })).status).toBe(200)
})

// ASVS 3.4.2 3.5.2
test('pages of other sites can read the public data of vineyards and experiences, and nothing else', async () => {
  const { id } = await makeVineyard(sql)
  const headers = { Origin: 'https://vineyard.example' }
  const allowed = async (path: string, request: RequestInit = {}) =>
    (await visit(path, { headers, ...request })).headers.get('Access-Control-Allow-Origin')
  const month = `experience_id=${id}&from=2026-06-01&until=2026-06-30`
  for (const path of [
    '/api/vineyards?search=x',
    `/api/vineyards/${id}`,
    `/api/vineyards/${id.toUpperCase()}`,
    '/api/experiences',
    `/api/experiences/${id}`,
    `/api/slots?${month}`,
    `/api/open_days?${month}`,
    '/api/slots',
  ])
    expect(await allowed(path), path).toBe('*')
  for (const path of ['/', '/api/vineyards/regions', '/api/bookings', '/api/me', `/api/vineyards/${id}/x`])
    expect(await allowed(path), path).toBeNull()
  expect(await allowed('/api/vineyards', { method: 'POST' })).toBeNull()
  // A browser makes this preflight request before it sends a token.
  const asked = { method: 'OPTIONS', headers: { ...headers, 'Access-Control-Request-Method': 'GET' } }
  expect(await allowed('/api/vineyards', asked)).toBeNull()
})

// ASVS 15.3.7
test('the list of vineyards can be paged, sorted and searched, and refuses unknown and repeated parameters', async () => {
  for (const name of ['Bravo', 'Alpha', 'Charlie']) await makeVineyard(sql, { name: `Listed ${name}` })
  const ask = async (parameters: string) => (await visit(`/api/vineyards?search=listed&${parameters}`)).json()
  const names = async (parameters: string) =>
    (await ask(parameters)).items.map(({ name }: { name: string }) => name.slice(7))
  expect(await names('')).toEqual(['Alpha', 'Bravo', 'Charlie'])
  expect(await names('sort=-name&limit=2')).toEqual(['Charlie', 'Bravo'])
  expect(await ask('sort=-name&limit=2&page=2')).toMatchObject({ total: 3, page: 2, limit: 2 })
  expect(await names('page=9')).toEqual([])
  for (const [wrong, sentence] of [
    ['colour=red', 'colour is not a known field.'],
    ['limit=1000', 'limit must be at most 100.'],
    ['page=0', 'page must be at least 1.'],
    ['page=2147483647', 'page must be at most 1000000.'],
    [`page=${'9'.repeat(400)}`, 'page must be at most 1000000.'],
    ['page=x', 'page must be a whole number.'],
    [
      'sort=phone',
      'sort must be name, -name, region, -region, created_at, -created_at, updated_at or -updated_at.',
    ],
    ['page=1&page=2', 'page may be given only once.'],
    ['sort=name&sort=-name', 'sort may be given only once.'],
    ['search=a&search=b', 'search may be given only once.'],
  ] as const) {
    const response = await visit(`/api/vineyards?${wrong}`)
    expect([response.status, (await response.json()).error], wrong).toEqual([400, sentence])
  }
})

test('refuses an invalid sign-in, whatever the request', async () => {
  const response = await visit('/api/vineyards', { headers: { Authorization: 'Bearer nonsense' } })
  expect([response.status, response.headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer'])
})

test('the OpenAPI document describes an endpoint with its schemas, errors and access rule', async () => {
  const document = await (await visit('/api/openapi.json')).json()
  expect(document.openapi).toBe('3.1.0')
  const { get, patch } = document.paths['/vineyards/{id}']
  expect(get.responses['200'].content['application/json'].schema).toEqual({
    $ref: '#/components/schemas/VineyardWithStations',
  })
  expect(Object.keys(patch.responses)).toEqual(
    expect.arrayContaining(['200', '400', '401', '403', '404', '415', '422']),
  )
  expect(patch.security).toEqual([{ bearer: [] }])
  expect(patch.description).toContain('owners and managers')
})

test('the OpenAPI document lists exactly the errors of a POST call that only reads data, and no internal field', async () => {
  const { paths } = await (await visit('/api/openapi.json')).json()
  const { post } = paths['/rpc/generate_availability_from_patterns']
  expect(Object.keys(post.responses)).toEqual(['200', '400', '401', '413', '415', '429', '503'])
  expect(Object.keys(post).filter((key) => key.startsWith('x-'))).toEqual([])
})

test('responds with 503 and Retry-After while the database is down', async () => {
  const response = await app.visitWithoutDatabase('/api/vineyards')
  expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '2'])
  expect(app.expectErrors()).toHaveLength(1)
})

test('refuses edits without If-Match before reading anything', async () => {
  const { paths }: { paths: Record<string, object> } = await (await visit('/api/openapi.json')).json()
  const edits = Object.keys(paths).filter((path) => 'patch' in (paths[path] ?? {}))
  expect(edits.length).toBeGreaterThan(8)
  const admin = await makeAdmin(sql)
  const headers = { ...signedIn(admin), 'Content-Type': 'application/json' }
  const blind = await Promise.all(
    edits.map((path) =>
      visit(`/api${path.replace('{id}', crypto.randomUUID())}`, { method: 'PATCH', headers, body: '{}' }),
    ),
  )
  expect(Object.fromEntries(blind.map(({ status }, n) => [edits[n], status]))).toEqual(
    Object.fromEntries(edits.map((path) => [path, 428])),
  )
  const [first] = blind
  expect((await first?.json())?.error).toMatch(/^Send the ETag of the version you read/)
})

test('refuses a stale edit and returns the current state', async () => {
  const { id } = await makeVineyard(sql, { city: 'Wye' })
  const admin = await makeAdmin(sql)
  const headers = { ...signedIn(admin), 'Content-Type': 'application/json' }
  const etag = (await visit(`/api/vineyards/${id}`)).headers.get('ETag') ?? ''
  expect((await patch(id, '{"city":"Ash"}', headers)).status).toBe(200)
  const stale = await patch(id, '{"city":"Elham"}', { ...headers, 'If-Match': etag })
  const now = await visit(`/api/vineyards/${id}`, { headers: signedIn(admin) })
  expect([stale.status, stale.headers.get('Content-Type'), stale.headers.get('ETag')]).toEqual([
    412,
    'application/problem+json',
    now.headers.get('ETag'),
  ])
  const refusal = await stale.json()
  expect(refusal).toMatchObject({ status: 412, error: expect.stringMatching(/^Somebody else/) })
  expect(refusal.current).toEqual(await now.json())
  expect(
    (await patch(id, '{"city":"Elham"}', { ...headers, 'If-Match': now.headers.get('ETag') ?? '' })).status,
  ).toBe(200)
})
