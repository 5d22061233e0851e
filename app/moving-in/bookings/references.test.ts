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
