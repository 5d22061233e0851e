import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

import { ownDatabase } from '../../test/database.ts'
import { markPerson } from '../../test/marked-person.ts'
import { findColumnsContaining } from '../../test/text-columns.ts'

const sql = await ownDatabase()
const run = promisify(execFile)

/** Runs a command on this file's database. */
async function command(...words: string[]) {
  const env = { ...process.env, DATABASE_URL: sql.url, NODE_ENV: 'test' }
  const { code, stdout, stderr } = await run(process.execPath, words, { env }).then(
    (done) => ({ code: 0, ...done }),
    (failed: { code: number; stdout: string; stderr: string }) => failed,
  )
  return { code, stdout, stderr }
}

test('prints only the export to standard output, and erases the person', async () => {
  const { email } = await markPerson(sql, 'zqcommand', ['2026-02-01'], new Date('2026-01-01T09:00:00Z'))
  const { code, stdout } = await command('server/cli/person.ts', 'export', email)
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ email, bookings: [{ guest_name: 'zqcommand Name' }] })

  expect(await command('server/cli/person.ts', 'erase', email)).toMatchObject({ code: 0, stdout: '' })
  expect(await findColumnsContaining(sql, 'zqcommand')).toEqual([])
})

test('lists upcoming bookings, and cancels them only with the option', async () => {
  const now = new Date()
  const day = new Date(now.getTime() + 9 * 86_400_000).toISOString().slice(0, 10)
  const { email, bookings } = await markPerson(sql, 'zqsoon', [day], now)
  const refused = await command('server/cli/person.ts', 'erase', email)
  expect(refused.code).toBe(1)
  expect(refused.stderr).toContain(day)
  expect(refused.stderr).toContain('Cancel them first')

  expect((await command('server/cli/person.ts', 'erase', email, '--cancel-bookings')).code).toBe(0)
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
    expect(await command('server/cli/person.ts', ...words)).toMatchObject({ code: 1, stdout: '' })
})

test('the retention command erases data past its retention period', async () => {
  const { bookings } = await markPerson(sql, 'zqold', ['2026-02-01'], new Date('2026-01-01T09:00:00Z'))
  await sql`
    update bookings set booking_date = '2022-02-01', starts_at = london_instant('2022-02-01', start_time),
      ends_at = london_instant('2022-02-01', end_time)
    where id = any (${bookings})`
  const { code, stdout } = await command('server/cli/retention.ts')
  expect(code).toBe(0)
  expect(stdout).toMatch(/Erased the guests of 1 visits, \d+ emails/)
  expect(
    (await findColumnsContaining(sql, 'zqold')).filter((column) => column.startsWith('bookings.')),
  ).toEqual([])
})
