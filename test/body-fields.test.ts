import { expect, test } from 'vitest'

import { startApp } from './app.ts'
import type { Schema } from './fuzz/from-schema.ts'
import { type OpenApi, type Operation, operationsOf } from './fuzz/operations.ts'
import { makeAdmin, makeBookable, signedIn } from './make.ts'
import { requestOf, requests } from './permissions/requests.ts'
import { makeWorld } from './permissions/world.ts'

const app = await startApp({ env: { LIMIT_KEY_REQUESTS: '100000', LIMIT_SEARCHES: '100000' } })
const { sql, visit, submit } = app
/** Positive and negative numbers that are too large for an integer, for a bigint or for exact arithmetic. */
const beyond = [2 ** 31, 2 ** 53, 1e300, -(2 ** 31) - 1, -(2 ** 53)]
/** Each field gets two of these numbers, which vary from field to field. With LONG, each field gets all numbers. */
let turn = 0
const someBeyond = () => (process.env.LONG ? beyond : [0, 2].map((n) => beyond[(turn++ + n) % 5] ?? 0))
const document: OpenApi = await (await visit('/api/openapi.json')).json()
const operations = operationsOf(document)
const world = await makeWorld(sql, app.now)

type Path = (string | number)[]

/** Returns the paths of all numbers in a value of the schema. */
function numbersIn(schema: Schema, at: Path = []): Path[] {
  const {
    $ref,
    anyOf = [],
    oneOf = [],
    allOf = [],
    properties = {},
    items,
    type,
  } = schema as Record<string, never>
  if ($ref) return numbersIn(document.components.schemas[String($ref).split('/').at(-1) ?? ''] ?? {}, at)
  return [
    ...[...(anyOf as Schema[]), ...(oneOf as Schema[]), ...(allOf as Schema[])].flatMap((one) =>
      numbersIn(one, at),
    ),
    ...Object.entries<Schema>(properties).flatMap(([name, property]) => numbersIn(property, [...at, name])),
    ...(items && at.length < 6 ? numbersIn(items, [...at, 0]) : []),
    ...([type].flat().some((name) => name === 'integer' || name === 'number') ? [at] : []),
  ]
}

/** Returns the names of the fields of a body. */
function propertiesOf({ $ref, properties = {} }: Schema): string[] {
  const named = document.components.schemas[$ref?.split('/').at(-1) ?? '']
  return named ? propertiesOf(named) : Object.keys(properties)
}

/** Returns a copy of `value` with another value at a path. */
function withAt(value: unknown, [first, ...rest]: Path, other: unknown): unknown {
  if (first === undefined) return other
  if (typeof first === 'number') return [withAt(Array.isArray(value) ? value[first] : undefined, rest, other)]
  const before = (value ?? {}) as Record<string, unknown>
  return { ...before, [first]: withAt(before[first], rest, other) }
}

const admin = signedIn(await makeAdmin(sql))
const sender: Record<string, HeadersInit> = {
  // Some endpoints admit only winemakers, others only visitors.
  winemaker: signedIn({ token: world.callers['winemaker A']?.token ?? '' }),
  guest: signedIn({ token: world.callers.guest?.token ?? '' }),
  admin,
}
const ids = world.callers['winemaker A']!.own

/** Returns the statuses of the answers to all callers whom the operation admits. */
async function statusesOf({ name }: Operation, change: (request: { path: string; body: unknown }) => object) {
  const { path, init } = requestOf(name, ids)
  const { path: to = path, body } = change({ path, body: requests[name]?.(ids).body }) as {
    path?: string
    body?: unknown
  }
  const statuses: number[] = []
  for (const caller of Object.values(sender)) {
    const headers = new Headers(init.headers)
    for (const [key, value] of new Headers(caller)) headers.set(key, value)
    if (body !== undefined) headers.set('Content-Type', 'application/json')
    const sent = await visit(to, {
      ...init,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (![401, 403].includes(sent.status)) statuses.push(sent.status)
  }
  return statuses
}

// ASVS 1.4.2
test('in every body, the API refuses numbers that are out of range', async () => {
  // 409: the email does not match its booking's state. 404: the payment entry does not exist.
  const refused = [400, 404, 409, 422]
  const fields: string[] = []
  const wrong: string[] = []
  for (const operation of operations)
    for (const at of operation.body ? numbersIn(operation.body) : [])
      for (const number of someBeyond()) {
        fields.push(`${operation.name} ${at.join('.')}`)
        const statuses = await statusesOf(operation, ({ body }) => ({ body: withAt(body, at, number) }))
        if (statuses.length === 0 || statuses.some((status) => !refused.includes(status)))
          wrong.push(`${fields.at(-1)} = ${number}: ${statuses.join(' ')}`)
      }
  expect(new Set(fields).size).toBeGreaterThan(25)
  expect(wrong).toEqual([])
})

// ASVS 1.4.2
test('in every query, the API refuses numbers that are out of range', async () => {
  const wrong: string[] = []
  const fields: string[] = []
  for (const operation of operations)
    for (const { in: where, name, schema } of operation.parameters) {
      if (where !== 'query' || numbersIn(schema).length === 0) continue
      fields.push(`${operation.name} ${name}`)
      for (const number of someBeyond()) {
        const statuses = await statusesOf(operation, ({ path }) => {
          const url = new URL(path, 'http://site.test')
          url.searchParams.set(name, String(number))
          return { path: url.pathname + url.search }
        })
        if (statuses.length === 0 || statuses.some((status) => status !== 400))
          wrong.push(`${fields.at(-1)} = ${number}: ${statuses.join(' ')}`)
      }
    }
  expect(new Set(fields).size).toBeGreaterThan(10)
  expect(wrong).toEqual([])
})

// ASVS 1.4.2
test('forms refuse numbers that are out of range, and pages ignore such numbers', async () => {
  const { path, answers } = await makeBookable(sql)
  const guest = { guest_name: 'Zq Beyond' }
  const booked = await submit(path, { ...answers(), ...guest })
  const booking = (booked.headers.get('Location') ?? '').replace('/booking-confirmation/', '/booking/')
  expect(booked.status).toBe(302)
  for (const number of beyond.map(String)) {
    for (const field of ['guests', 'price_per_person'])
      expect(
        (await submit(path, { ...answers(), ...guest, [field]: number })).status,
        `${field} ${number}`,
      ).toBeOneOf([409, 422])
    const changed = await submit(`${booking.split('?')[0]}/change`, { ...answers(), guests: number })
    expect(changed.status, number).toBeOneOf([409, 422])
    for (const page of [
      '/explore?guests=',
      '/explore?page=',
      '/explore?price=',
      '/blog?page=',
      `${path}&guests=`,
    ])
      expect((await visit(`${page}${number}`)).status, `${page}${number}`).toBeLessThan(500)
  }
  const [{ total }] = await sql<
    [{ total: number }]
  >`select count(*)::int as total from bookings where guest_name = 'Zq Beyond'`
  expect(total).toBe(1)
})

// ASVS 1.5.2 15.3.3
test('the API refuses every body with an unknown field', async () => {
  const wrong: string[] = []
  for (const operation of operations.filter(({ body }) => body))
    for (const field of ['id', 'is_verified', 'zq_unknown']) {
      const properties = propertiesOf(operation.body ?? {})
      if (properties.includes(field)) continue
      const statuses = await statusesOf(operation, ({ body }) => ({
        body: { ...(body as object), [field]: 'x' },
      }))
      if (statuses.length === 0 || statuses.some((status) => ![400, 422].includes(status)))
        wrong.push(`${operation.name} ${field}: ${statuses.join(' ')}`)
    }
  expect(wrong).toEqual([])
})
