import { expect, test } from 'vitest'

import { book, makeDailyExperience } from '../../test/book.ts'
import { runHere, spawnCommand } from '../../test/command.ts'
import { ownDatabase } from '../../test/database.ts'
import { checkLedgerCommand } from './check-ledger.ts'

const sql = await ownDatabase()
const soon = new Date(Date.now() + 86_400_000)

const check = () => runHere(checkLedgerCommand, [], { DATABASE_URL: sql.url })

test('exits with 0 if there are no differences, and otherwise names the row of each difference and exits with 1', async () => {
  const { experience, pattern, on } = await makeDailyExperience(sql)
  const day = new Date(soon.getTime() + 7 * 86_400_000).toISOString().slice(0, 10)
  await book(sql, experience, on(day), 3, soon)
  const clean = await check()
  expect(clean).toMatchObject({ code: 0, err: '' })
  expect(clean.out).toMatch(/Comparing 1 booking with \d+ slots? and 1 event /)

  await sql`update slots set booked = 2 where version > 0 and pattern_id = ${pattern.id}`
  const faulty = await check()
  expect(faulty.code).toBe(1)
  expect(faulty.err).toContain(
    `counter: slots ${pattern.id}-${day} counts 2 booked, 0 overbooked and 0 held places, but its bookings and holds have 3, 0 and 0`,
  )
})

test('exits with 2 if the database cannot be reached', async () => {
  // Starts a real process, because monitoring reads its exit code.
  const env = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
  expect((await spawnCommand('server/cli/check-ledger.ts', [], env)).code).toBe(2)
})
