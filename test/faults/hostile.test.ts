// Makes hostile requests from the API document and the endpoints of OCTO, and sends them over HTTP. HOSTILE_REQUESTS sets their
// number (long form: 100,000).
import fc from 'fast-check'
import { connect } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'

import { findInconsistencies } from '../../app/operations/consistency-checks/consistency-check.server.ts'
import { seededRandom } from '../../server/simulate/random.ts'
import { type RawRequest, spoil } from '../fuzz/hostile.ts'
import { type FuzzedRequest, type OpenApi, operationsOf, requestsTo } from '../fuzz/operations.ts'
import { requests } from '../permissions/requests.ts'
import { makeWorld } from '../permissions/world.ts'
import { openSite } from './site.ts'

const count = Number(process.env.HOSTILE_REQUESTS ?? 800)
const seed = Number(process.env.SEED ?? 20_261_123)
const portion = 500
const atOnce = 12

// These limits are raised, because with the usual limits the site would answer 429 before the tested code runs.
const limits = ['KEY_REQUESTS', 'WRONG_KEYS', 'SEARCHES', 'BOOKINGS', 'MESSAGES', 'SIGN_INS_PER_ADDRESS']
const site = await openSite({
  LOG_LEVEL: 'error',
  ...Object.fromEntries(limits.map((name) => [`LIMIT_${name}`, '1000000'])),
})
afterAll(() => site.close())
const base = `http://127.0.0.1:${site.port}`

const document = (await (await fetch(`${base}/api/openapi.json`)).json()) as OpenApi
const operations = operationsOf(document)

/** The endpoints of OCTO, which our API document does not contain. */
const octo: [string, string, object?][] = [
  ['GET', '/supplier'],
  ['GET', '/products'],
  ['GET', '/products/ID'],
  ['POST', '/availability', { productId: 'ID', optionId: 'DEFAULT', localDate: '2027-06-05', units: [] }],
  [
    'POST',
    '/availability/calendar',
    { productId: 'ID', optionId: 'DEFAULT', localDateStart: '2027-06-05', localDateEnd: '2027-06-09' },
  ],
  ['GET', '/bookings?resellerReference=a'],
  [
    'POST',
    '/bookings',
    {
      uuid: 'ID',
      productId: 'ID',
      optionId: 'DEFAULT',
      availabilityId: '2027-06-05T14:30:00+01:00',
      unitItems: [{ unitId: 'guest' }],
      notes: 'a',
      contact: { fullName: 'Ada' },
    },
  ],
  ['GET', '/bookings/ID'],
  ['PATCH', '/bookings/ID', { unitItems: [{ unitId: 'guest' }], notes: 'a' }],
  ['POST', '/bookings/ID/extend', { expirationMinutes: 5 }],
  ['POST', '/bookings/ID/confirm', { contact: { fullName: 'Ada' }, emailReceipt: true }],
  ['POST', '/bookings/ID/cancel', { reason: 'Rain' }],
]

/**
 * Draws requests, most of them valid until they are spoiled: a random operation, a caller of any kind, and ids from the rows of
 * all callers.
 */
async function makeRequests(stream: number): Promise<FuzzedRequest[]> {
  const random = seededRandom(seed, stream)
  // The rows of the world are in June 2026.
  const world = await makeWorld(site.sql, new Date('2026-06-01T09:00:00Z'))
  const callers = Object.values(world.callers)
  const things = callers.flatMap(({ own, foreign }) => [own, foreign, own, world.absent])
  const ids = [...new Set(things.flatMap((of) => Object.values(of)))].filter(
    (id) => z.uuid().safeParse(id).success,
  )
  // Callers with more permissions are drawn more often.
  const { admin, 'winemaker A': owner } = world.callers
  const tokens = [...callers, admin, admin, admin, admin, admin, owner, owner].flatMap(
    (caller) => caller?.token ?? [],
  )
  const known = {
    idsFor: (field: string) => {
      const noun = field.replace(/_id$/, 's')
      const ofNoun = things.flatMap((of) => of[noun as keyof typeof of] ?? [])
      return ofNoun.length > 0 ? ofNoun : ids
    },
    tokens,
    sensible: (name: string) =>
      things.flatMap((of) => (requests[name]?.(of).body ?? []) as Record<string, unknown>[]),
    schemas: document.components.schemas,
  }
  const anything = fc.oneof(...operations.map((operation) => requestsTo(operation, known)))
  const made = fc.sample(anything, { numRuns: portion - portion / 10, seed: seed + stream })
  const ofOcto = Array.from({ length: portion / 10 }, (): FuzzedRequest => {
    const [method, path, body] = random.pick(octo)
    const id = () => random.pick(ids)
    const vineyard = random.pick(known.idsFor('vineyard_id'))
    const key = random.pick([world.callers['API key'], world.callers['reseller key']])?.token
    return {
      name: `OCTO ${method} ${path}`,
      method,
      path: `/octo/${vineyard}${path.replaceAll('ID', id)}`,
      headers: [
        ['Authorization', `Bearer ${random.share() < 0.9 ? key : random.pick(tokens)}`],
        ['Content-Type', 'application/json'],
      ],
      ...(body && { body: JSON.stringify(body).replaceAll('ID', id) }),
    }
  })
  return [...made, ...ofOcto]
}

/** Returns the status of the answer, or 0 if the connection was closed or cut before an answer. */
function send({ bytes, is_whole }: RawRequest): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const socket = connect(site.port, '127.0.0.1')
  let received = ''
  socket.setEncoding('latin1').on('data', (part) => {
    if (received.length < 64) received += part
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    // An interim answer may come before the final answer.
    const statuses = [...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))
    resolve(statuses.findLast((status) => status >= 200) ?? 0)
  })
  socket.setTimeout(60_000, () => socket.destroy(new Error('no answer')))
  socket.write(bytes)
  // The client disappears in the middle of the request body.
  if (!is_whole) setTimeout(() => socket.destroy(), 100)
  return promise
}

test(`${count} hostile requests get no 5xx, and the site stays healthy and consistent`, {
  timeout: 7_200_000,
}, async () => {
  const tally = new Map<number, number>()
  const failures: string[] = []
  for (let sent = 0, stream = 0; sent < count && failures.length === 0; sent += portion, stream++) {
    const random = seededRandom(seed, 1_000_000 + stream)
    const address = () => `10.${random.whole(0, 255)}.${random.whole(0, 255)}.${random.whole(1, 254)}`
    const queue = (await makeRequests(stream)).map((request) => spoil(request, random, address()))
    const work = async () => {
      for (let next = queue.pop(); next; next = queue.pop()) {
        const status = await send(next)
        tally.set(status, (tally.get(status) ?? 0) + 1)
        if (status >= 500 || (status === 0 && next.is_whole)) failures.push(`${status} ${next.about}`)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    if (site.output().includes('"level":50')) failures.push(site.output().slice(-3000))
  }
  console.log(
    `seed ${seed}:`,
    [...tally]
      .toSorted(([a], [b]) => a - b)
      .map(([status, n]) => `${n} × ${status}`)
      .join(', '),
  )
  expect(failures).toEqual([])
  for (const path of ['/healthz', '/', '/explore', '/api/vineyards'])
    expect((await fetch(base + path)).status, path).toBe(200)
  expect(await findInconsistencies(site.sql, new Date())).toEqual([])
  // Negative control: more than 5 % of the requests succeed, and more than 30 % are refused with 4xx.
  const share = (from: number, to: number) =>
    [...tally].filter(([status]) => status >= from && status < to).reduce((sum, [, n]) => sum + n, 0) / count
  expect(share(200, 400)).toBeGreaterThan(0.05)
  expect(share(400, 500)).toBeGreaterThan(0.3)
})
