import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'

import { updateTotals } from '../../app/bookings/totals.server.ts'
import { connect } from '../../app/platform/database.server.ts'
import { migrate } from '../../app/platform/migrations.server.ts'
import { book, makeMarket } from '../../test/book.ts'
import { onDatabase } from '../../test/database.ts'

const now = new Date('2026-06-01T09:00:00Z')

test('takes no-shows out of the totals that were added up before', async () => {
  const server = inject('databaseServer')
  const admin = connect(server, { max: 1 })
  const name = `test_totals_${process.pid}`
  await admin.unsafe(`create database ${name} template template0`)
  const sql = connect(onDatabase(server, name), { max: 4 })
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  try {
    const copy = async (keep: (file: string) => boolean) => {
      for (const file of (await readdir('db/migrations')).filter((one) => one.endsWith('.sql') && keep(one)))
        await cp(join('db/migrations', file), join(folder, file))
    }
    const [first = ''] = (await readdir('db/migrations')).filter((file) =>
      file.endsWith('_no_shows_in_totals.sql'),
    )
    await copy((file) => file < first)
    await migrate(sql, folder, () => {})
    const market = await makeMarket(sql)
    const ids = []
    for (const guests of [1, 2, 3])
      ids.push(await book(sql, market.experience, market.on('2026-06-06'), guests, now))
    const [completed, missed, late] = ids as [string, string, string]
    await sql`update bookings set status = 'completed' where id in ${sql([completed, missed])}`
    await sql`update bookings set attendance = 'no_show' where id = ${missed}`
    await updateTotals(sql, now)
    // Marked, but not added up yet.
    await sql`update bookings set attendance = 'no_show', staff_notes = 'Nobody came' where id = ${late}`

    await copy(() => true)
    await migrate(sql, folder, () => {})
    const faults = async () =>
      (await sql`select * from sum_faults(${now}) union all select * from day_faults()`).length
    expect(await faults()).toBe(0)
    await updateTotals(sql, now)
    expect(await faults()).toBe(0)
    expect(await sql`select guests, spent, expected from customer_sums`).toEqual([
      { guests: 1, spent: 18.5, expected: 0 },
    ])
    expect(await sql`select bookings, guests, revenue, earned, taken from day_sums`).toEqual([
      { bookings: 3, guests: 1, revenue: 18.5, earned: 18.5, taken: 6 },
    ])
  } finally {
    await rm(folder, { recursive: true })
    await sql.end()
    await admin.unsafe(`drop database ${name} with (force)`)
    await admin.end()
  }
})
