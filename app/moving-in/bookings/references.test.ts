import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { book } from '../../../test/book.ts'
import { makeMovingIn } from '../../../test/import-bookings.ts'

// Wednesday 3 June 2026.
const app = await startApp({ now: '2026-06-03T09:00:00Z' })
const { sql, visit } = app

test("an import of the site's own file of bookings books nothing again and asks nothing", async () => {
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
    expect.stringMatching(/^Is CV-.{7}\.$/),
    expect.stringMatching(/^Is CV-.{7}\.$/),
  ])
  await importAll(file)
  expect(await stored()).toHaveLength(2)
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
