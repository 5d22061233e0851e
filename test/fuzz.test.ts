import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'

import { startApp } from './app.ts'
import {
  type FuzzedRequest,
  type OpenApi,
  type Operation,
  operationsOf,
  requestsTo,
} from './fuzz/operations.ts'
import { requests } from './permissions/requests.ts'
import { rollingBack } from './permissions/rollback.ts'
import { makeWorld } from './permissions/world.ts'

/*
 * Sends random requests that are derived from the OpenAPI document. Most requests match the document. FUZZ_REQUESTS sets
 * the number of requests; `test/long/forms.ts` sends 100,000.
 */

const runs = Number(process.env.FUZZ_REQUESTS ?? 250)
const app = await startApp()
const world = await makeWorld(app.sql, app.now)
const document: OpenApi = await (await app.visit('/api/openapi.json')).json()
const operations = operationsOf(document)
const { handle, rolledBack } = await rollingBack(app.sql)
const visit = app.visitOn(handle)

const callers = Object.values(world.callers)
const things = callers.flatMap(({ own, foreign }) => [own, foreign, own, world.absent])
const ids = [
  ...new Set(things.flatMap((of) => Object.values(of)).filter((text) => z.uuid().safeParse(text).success)),
]
const known = {
  // vineyard_id is usually the id of a vineyard, and sometimes the id of another row.
  idsFor: (field: string) => {
    const noun = field
      .replace(/^p_/, '')
      .replace(/^pattern/, 'availability_pattern')
      .replace(/_id$/, 's')
    const ofNoun = things.flatMap((of) => of[noun as keyof typeof of] ?? [])
    return ofNoun.length > 0 ? [...ofNoun, ...ids.slice(0, 6)] : ids
  },
  // Callers with more permissions are drawn more often.
  tokens: [
    'admin',
    'admin',
    'admin',
    'admin',
    'admin',
    'winemaker A',
    'winemaker A',
    'winemaker B',
    'guest',
    'guest',
    'disabled',
  ].flatMap((who) => world.callers[who]?.token ?? []),
  sensible: (name: string) =>
    things.flatMap((of) => (requests[name]?.(of).body ?? []) as Record<string, unknown>[]),
  schemas: document.components.schemas,
}

/** The schemas of the answers so far, by operation and status. */
const shapes = new Map<string, z.ZodType>()
function shapeOf(operation: Operation, status: number): z.ZodType | undefined {
  const key = `${operation.name} ${status}`
  const schema = Object.values(operation.responses[status]?.content ?? {})[0]?.schema
  if (!schema) return undefined
  const shape =
    shapes.get(key) ?? z.fromJSONSchema(localised({ ...schema, $defs: document.components.schemas }) as never)
  shapes.set(key, shape)
  return shape
}
const localised = (schema: object): unknown =>
  JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', '#/$defs/'))

async function send({ path, method, headers, body }: FuzzedRequest) {
  const { outcome, changed } = await rolledBack(async () => {
    const response = await visit(path, { method, headers, ...(body !== undefined && { body }) })
    return {
      status: response.status,
      type: response.headers.get('Content-Type'),
      text: await response.text(),
    }
  })
  return { ...outcome, changed }
}

// ASVS 2.2.1
// Regression: `GET /emails?email_type=%00` once reached the database and failed.
test('NUL characters are rejected or harmless in every text field', async () => {
  const [bearer, other] = ['admin', 'guest'].map((who) => `Bearer ${world.callers[who]?.token}`)
  const harmed: string[] = []
  for (const { name, path, what, ...request } of operations.flatMap(withNul)) {
    const ask = (Authorization: string) =>
      send({ ...request, name, path, headers: [['Authorization', Authorization], ...request.headers] })
    const first = await ask(bearer ?? '')
    const { status } = first.status === 403 ? await ask(other ?? '') : first
    if (app.expectErrors().length > 0 || status >= 500) harmed.push(`${name}: ${what}`)
  }
  expect(harmed).toEqual([])
})

/** Returns a valid request for each text parameter of an operation, with a NUL character in this text. */
function withNul({ name, method, path, parameters, body }: Operation) {
  const own = world.callers.admin?.own
  if (!own) throw new Error('There is no admin.')
  const { query = {}, body: sensible } = requests[name]?.(own) ?? {}
  const at = `/api${path.replace('{id}', known.idsFor(path.split('/')[1] ?? '')[0] ?? '')}`
  const base = { name, method }
  const inQuery = parameters
    .filter(({ in: place, schema }) => place === 'query' && schema.type === 'string')
    .map((parameter) => ({
      ...base,
      what: parameter.name,
      path: `${at}?${new URLSearchParams({ ...query, [parameter.name]: 'a\u0000' })}`,
      headers: [] as [string, string][],
    }))
  const json: [string, string][] = [
    ['Content-Type', 'application/json'],
    ['If-Match', '*'],
  ]
  const inBody = Object.keys(body?.properties ?? {}).map((field) => ({
    ...base,
    what: field,
    path: at,
    headers: json,
    body: JSON.stringify({ ...(sensible as object), [field]: 'a\u0000' }),
  }))
  return [...inQuery, ...inBody]
}

const tally = new Map<number, number>()

// ASVS 1.2.4 2.2.1 15.3.1 15.3.5 16.5.3
test(`${runs} random requests get documented answers, and rejected requests change nothing`, async () => {
  const anything = fc.oneof(...operations.map((operation) => requestsTo(operation, known)))
  await fc.assert(
    fc.asyncProperty(anything, async (request) => {
      const operation = operations.find(({ name }) => name === request.name)
      if (!operation) throw new Error(`No operation ${request.name}`)
      const { status, type, text, changed } = await send(request)
      tally.set(status, (tally.get(status) ?? 0) + 1)
      expect(app.expectErrors(), 'nothing is logged as an error').toEqual([])
      expect(status, text).toBeLessThan(500)
      expect(Object.keys(operation.responses), `${status} is documented`).toContain(String(status))
      if (status >= 400) {
        expect(type).toBe('application/problem+json')
        expect(changed, `refused with ${status}, and yet it changed something`).toBe(false)
      }
      const [kind = 'application/json'] = Object.keys(operation.responses[status]?.content ?? {})
      if (status < 300 && kind.startsWith('text/')) {
        expect(type).toContain(kind)
        return
      }
      const read = shapeOf(operation, status)?.safeParse(JSON.parse(text))
      expect(read?.error?.issues ?? [], text.slice(0, 2000)).toEqual([])
    }),
    { numRuns: runs },
  )
  // Negative control: enough requests succeed.
  const good = [...tally].filter(([status]) => status < 300).reduce((sum, [, count]) => sum + count, 0)
  expect(good / runs).toBeGreaterThan(0.1)
}, 3_600_000)
