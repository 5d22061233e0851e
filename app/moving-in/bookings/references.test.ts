import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { book } from '../../../test/book.ts'
import { listOf, makeMovingIn, rowOf } from '../../../test/import-bookings.ts'

// Wednesday 3 June 2026.
const app = await startApp({ now: '2026-06-03T09:00:00Z' })
const { sql, visit } = app

test("an import of the site's own file of bookings books nothing twice and refuses no row", async () => {
  const { experience, pattern, headers, importAll, send, stored } = await makeMovingIn(app)
  const slot = { pattern_id: pattern.id, slot_date: '2026-06-13' }
  const [first, second] = [
    await book(sql, experience, slot, 2, app.now),
    await book(sql, experience, slot, 2, app.now),
  ]
  await sql`update bookings set status = 'confirmed', reference = 'CV-ABCD-EF' where id = ${first}`
  await sql`update bookings set status = 'completed', attendance = 'no_show' where id = ${second}`
  const file = await (await visit('/api/bookings/file', { headers })).text()
  const { rows, counts } = await send(file, '/preview')
  expect(counts).toMatchObject({ imported: 2, new: 0, refused: 0 })
  expect(rows.map(({ notes: [note] }: { notes: string[] }) => note)).toEqual([
    expect.stringMatching(/^Already booked as CV-.{7}\.$/),
    expect.stringMatching(/^Already booked as CV-.{7}\.$/),
  ])
  await importAll(file)
  expect(await stored()).toHaveLength(2)
})

test("assumes that guests of pending bookings come if the list is the site's own file, and asks staff if it is not", async () => {
  const { experience, pattern, headers, send } = await makeMovingIn(app)
  const slot = { pattern_id: pattern.id, slot_date: '2026-06-13' }
  const pending = await book(sql, experience, slot, 2, app.now)
  await sql`update bookings set status = 'pending' where id = ${pending}`
  const file = await (await visit('/api/bookings/file', { headers })).text()
  const { counts, statuses } = await send(file, '/preview')
  expect(counts).toMatchObject({ imported: 1, refused: 0 })
  expect(statuses).toEqual([{ name: 'pending, Not marked', comes: true, rows: 1 }])
  const other = await send(listOf(rowOf('R1', { status: 'pending' })), '/preview')
  expect(other.statuses).toEqual([{ name: 'pending', comes: null, rows: 1 }])
})

test.each(['-', '–', 'n/a', 'None', 'null', '0', 'tbc', 'Online', 'Phone'])(
  'reads “%s” as no reference, so that parties stay apart and keep their own contacts',
  async (placeholder) => {
    const { importAll, stored, send } = await makeMovingIn(app, 20)
    const head = 'Booking ID,Item,Date,Time,Pax,Name,Email,Ticket number'
    const row = (name: string, email = '', pax = 2) =>
      `${placeholder},Cellar tour,13/06/2026,14:30,${pax},${name},${email},${placeholder}`
    await importAll([head, row('Ada', 'ada@example.com'), row('Bo')].join('\n'))
    await importAll([head, row('Bo'), row('Cy', '', 1), row('Cy', '', 1)].join('\n'))
    expect(await stored()).toMatchObject(
      ['Ada', 'Bo', 'Cy'].map((guest_name) => ({ external_reference: null, guest_name })),
    )
    const [{ addresses }] = await sql<[{ addresses: number }]>`
      select count(guest_email)::int as addresses from bookings where guest_name = 'Bo'`
    expect(addresses).toBe(0)
    const own = ['CV-ABCD-EF', 'CV-GHJK-MN'].map((reference) => row('Di').replace(placeholder, reference))
    expect((await send([head, ...own].join('\n'), '/preview')).counts).toMatchObject({ new: 2 })
  },
)

test('refuses a row whose reference belongs to another guest, and names the booking', async () => {
  const { importAll, send, stored, vineyard_id } = await makeMovingIn(app)
  await importAll(listOf(rowOf('1001', { name: 'Zoë Lee', email: 'zoe@example.com' })))
  const read = async (name: string, email: string) =>
    (await send(listOf(rowOf('1001', { name, email })), '/preview')).rows[0]
  const other = {
    outcome: 'refused',
    notes: [
      expect.stringMatching(
        /^The reference 1001 already belongs to the booking of another guest, CV-.{7}\.$/,
      ),
    ],
  }
  expect(await read('Bo Derek', 'bo@example.com')).toMatchObject(other)
  expect(await read('Bo Derek', '')).toMatchObject(other)
  expect(await read('"LEE, ZOE"', 'new@example.com')).toMatchObject({ outcome: 'imported' })
  expect(await read('Zoe Moss', 'ZOE@example.com')).toMatchObject({ outcome: 'imported' })
  await importAll(listOf(rowOf('1001', { name: 'Bo Derek', email: 'bo@example.com' })))
  expect(await stored()).toHaveLength(1)
  await sql`
    update bookings set erased_at = ${app.now}, guest_name = 'Erased', guest_email = 'erased-1@erased.invalid',
      guest_phone = 'Erased', idempotency_key = null, request_hash = null
    where vineyard_id = ${vineyard_id}`
  expect(await read('Bo Derek', 'bo@example.com')).toMatchObject({ outcome: 'imported' })
})
