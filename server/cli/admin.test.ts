import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

import { ownDatabase } from '../../test/database.ts'
import { makeAdmin } from '../../test/make.ts'

const sql = await ownDatabase()
const env = { ...process.env, DATABASE_URL: sql.url, NODE_ENV: 'test' }

// ASVS 6.5.6
test('an admin who lost the authenticator app can sign in without it, and gets an email about this', async () => {
  const email = 'ada@vines.example.com'
  const { id, session_id, name } = await makeAdmin(sql, {
    email,
    two_step_secret: 'JBSWY3DPEHPK3PXP',
    two_step_since: new Date('2026-01-01T09:00:00Z'),
  })
  const other = await makeAdmin(sql)
  const lostApp = () =>
    promisify(execFile)('bash', ['-c', 'npm run admin -- lost-app ada@vines.example.com'], { env })

  expect((await lostApp()).stdout).toContain(`Two-step sign-in of ${email} is off`)
  const [admin] = await sql`select two_step_since, two_step_secret from admins where id = ${id}`
  expect(admin).toEqual({ two_step_since: null, two_step_secret: null })
  const ended = await sql`select id from admin_sessions where ended_at is not null`
  expect(ended).toEqual([{ id: session_id }])
  expect(other.session_id).not.toBe(session_id)
  const emails = await sql`select email_type, payload from emails where to_address = ${email}`
  expect(emails).toEqual([{ email_type: 'two_step_changed', payload: { name, is_on: false } }])

  await expect(lostApp()).rejects.toMatchObject({ stderr: expect.stringContaining('is not on.') })
})
