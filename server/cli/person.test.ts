import { expect, test } from 'vitest'

import { runHere, spawnCommand } from '../../test/command.ts'
import { ownDatabase } from '../../test/database.ts'
import { markPerson } from '../../test/marked-person.ts'
import { findColumnsContaining } from '../../test/text-columns.ts'
import { personCommand } from './person.ts'
import { retentionCommand } from './retention.ts'

const sql = await ownDatabase()
const env = { DATABASE_URL: sql.url, NODE_ENV: 'test' }
const person = (...words: string[]) => runHere(personCommand, words, env)

test('prints only the export to standard output, and erases the person', async () => {
  const { email } = await markPerson(sql, 'zqcommand', ['2026-02-01'], new Date('2026-01-01T09:00:00Z'))
  // The command runs in a process of its own, because an operator redirects what that process prints.
  const { code, out } = await spawnCommand('server/cli/person.ts', ['export', email], env)
  expect(code).toBe(0)
  expect(JSON.parse(out)).toMatchObject({ email, bookings: [{ guest_name: 'zqcommand Name' }] })

  expect(await person('erase', email)).toMatchObject({ code: 0, out: '' })
  expect(await findColumnsContaining(sql, 'zqcommand')).toEqual([])
})

test('does not erase a person with upcoming bookings but lists these bookings, unless --cancel-bookings cancels them', async () => {
  const now = new Date()
  const day = new Date(now.getTime() + 9 * 86_400_000).toISOString().slice(0, 10)
  const { email, bookings } = await markPerson(sql, 'zqsoon', [day], now)
  const refused = await person('erase', email)
  expect(refused.code).toBe(1)
  expect(refused.err).toContain(day)
  expect(refused.err).toContain('Cancel them first')

  expect((await person('erase', email, '--cancel-bookings')).code).toBe(0)
  const [booking] = await sql`select status, guest_name from bookings where id = ${bookings[0] ?? ''}`
  expect(booking).toEqual({ status: 'cancelled', guest_name: 'Erased' })
})

test('rejects unknown command-line arguments', async () => {
  for (const words of [
    ['erase'],
    ['erase', 'everybody'],
    ['forget', 'ada@example.com'],
    ['erase', 'a@b.co', 'c@d.co'],
  ])
    expect(await person(...words)).toMatchObject({ code: 1, out: '' })
})

test('the retention command erases data past its retention period', async () => {
  const { bookings } = await markPerson(sql, 'zqold', ['2026-02-01'], new Date('2026-01-01T09:00:00Z'))
  await sql`
    update bookings set booking_date = '2022-02-01', starts_at = london_instant('2022-02-01', start_time),
      ends_at = london_instant('2022-02-01', end_time)
    where id = any (${bookings})`
  const { code, out } = await runHere(retentionCommand, [], env)
  expect(code).toBe(0)
  expect(out).toMatch(/Erased the guests of 1 visit, \d+ emails/)
  expect(
    (await findColumnsContaining(sql, 'zqold')).filter((column) => column.startsWith('bookings.')),
  ).toEqual([])
})
