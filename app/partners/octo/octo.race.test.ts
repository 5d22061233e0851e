import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { makePattern } from '../../../test/make.ts'
import { makeKeyOf, makeSupplier, reseller } from '../../../test/octo.ts'
import { race } from '../../../test/race.ts'
import { findInconsistencies } from '../../operations/consistency-checks/consistency-check.server.ts'
import type { Queryable } from '../../platform/database/database.server.ts'

const app = await startApp()
const { sql, visit } = app
const { vineyard, tour } = await makeSupplier(sql)
const resellers = await Promise.all(
  [0, 1].map(async () => reseller(visit, vineyard.id, (await makeKeyOf(sql, vineyard.id)).key)),
)
const [octo] = resellers as [ReturnType<typeof reseller>]

let hour = 15
/** Creates a start that no other test uses, with `capacity` places. */
async function makeStart(capacity: number) {
  const time = `${hour++}:00`
  const { id } = await makePattern(sql, { experience_id: tour.id, capacity, start_time: time })
  const availabilityId = `2026-06-05T${time}:00+01:00`
  return {
    availabilityId,
    request: (guests: number) => ({
      productId: tour.id,
      optionId: 'DEFAULT',
      availabilityId,
      unitItems: Array.from({ length: guests }, () => ({ unitId: 'guest' })),
    }),
    lock: (holder: Queryable) => holder`select from slots where pattern_id = ${id} for update`,
    taken: async () =>
      (
        await sql`select booked, held from slots where version > 0 and pattern_id = ${id} and slot_date = '2026-06-05'`
      )[0],
  }
}
const unitsOf = (guests: number) => Array.from({ length: guests }, () => ({ unitId: 'guest' }))
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted()

// ASVS 2.3.4
test('only one of two resellers gets the last place', async () => {
  const start = await makeStart(1)
  const answers = await race(
    sql,
    start.lock,
    resellers.map((octo) => () => octo.call('POST', '/bookings', start.request(1))),
  )
  expect(statuses(answers)).toEqual([200, 400])
  expect(answers.find(({ status }) => status === 400)?.body.error).toBe('UNPROCESSABLE_ENTITY')
  expect(await start.taken()).toEqual({ booked: 0, held: 1 })
})

test('only one of two holds can grow into the last place', async () => {
  const start = await makeStart(3)
  const holds = await Promise.all(
    resellers.map(async (octo) => ({
      octo,
      uuid: (await octo.call('POST', '/bookings', start.request(1))).body.uuid,
    })),
  )
  const answers = await race(
    sql,
    start.lock,
    holds.map(
      ({ octo, uuid }) =>
        () =>
          octo.call('PATCH', `/bookings/${uuid}`, { unitItems: unitsOf(2) }),
    ),
  )
  expect(statuses(answers)).toEqual([200, 400])
  expect(await start.taken()).toEqual({ booked: 0, held: 3 })
})

test('two concurrent requests with one uuid make one hold', async () => {
  const start = await makeStart(8)
  const uuid = randomUUID()
  const answers = await race(sql, start.lock, [
    () => octo.call('POST', '/bookings', { ...start.request(2), uuid }),
    () => octo.call('POST', '/bookings', { ...start.request(2), uuid }),
  ])
  expect(statuses(answers)).toEqual([200, 200])
  expect(answers[0]?.body).toEqual(answers[1]?.body)
  expect(await start.taken()).toEqual({ booked: 0, held: 2 })
})

test('a hold that is confirmed and cancelled at the same time ends as cancelled', async () => {
  const start = await makeStart(8)
  const { uuid } = (await octo.call('POST', '/bookings', start.request(2))).body
  await race(sql, start.lock, [
    () => octo.call('POST', `/bookings/${uuid}/confirm`, { contact: {} }),
    () => octo.call('POST', `/bookings/${uuid}/cancel`, {}),
  ])
  expect((await octo.call('GET', `/bookings/${uuid}`)).body.status).toBe('CANCELLED')
  expect((await start.taken()) ?? {}).toMatchObject({ booked: 0, held: 0 })
})

test('holds and bookings that move between full slots at the same time never oversell a slot', async () => {
  const starts = await Promise.all([makeStart(6), makeStart(6), makeStart(6)])
  const made = await Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      const { uuid } = (await octo.call('POST', '/bookings', starts[index % 3]?.request(1))).body
      if (index % 4 === 0) await octo.call('POST', `/bookings/${uuid}/confirm`, { contact: {} })
      return uuid as string
    }),
  )
  for (let round = 1; round <= 3; round++) {
    const answers = await Promise.all(
      made.map((uuid, index) =>
        octo.call('PATCH', `/bookings/${uuid}`, {
          availabilityId: starts[(index + round) % 3]?.availabilityId,
          unitItems: unitsOf(1 + ((index + round) % 2)),
        }),
      ),
    )
    for (const { status, body } of answers) expect([200, 400], JSON.stringify(body)).toContain(status)
    for (const start of starts) {
      const taken = await start.taken()
      expect(taken?.booked + taken?.held).toBeLessThanOrEqual(6)
    }
    expect(await findInconsistencies(sql, app.now)).toEqual([])
  }
})
