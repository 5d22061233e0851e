import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { makeAdmin, makeVineyard, makeWinemaker, signedIn } from '../../../test/make.ts'

const app = await startApp()
const { sql } = app

const mailboxes = async (vineyard_id: string, kind: string) =>
  (await sql`select address from vineyard_mailboxes(${vineyard_id}, ${kind})`).map(({ address }) => address)

async function choose(caller: { token: string }, wanted: string[]) {
  const answer = await app.visit('/api/account/mails', {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', ...signedIn(caller) },
    body: JSON.stringify({ wanted }),
  })
  return { status: answer.status, ...(await answer.json()) }
}

test('turning the daily sheet off keeps emails about bookings, and does not affect colleagues', async () => {
  const { id: vineyard_id } = await makeVineyard(sql, { email: 'office@example.com' })
  const one = await makeWinemaker(sql, { vineyard_id, email: 'one@example.com' })
  await makeWinemaker(sql, { vineyard_id, email: 'two@example.com' })
  expect(await choose(one, ['vineyard_booked'])).toEqual({ status: 200, wanted: ['vineyard_booked'] })
  expect(await mailboxes(vineyard_id, 'vineyard_daily_sheet')).toEqual(['two@example.com'])
  expect((await mailboxes(vineyard_id, 'vineyard_booked')).toSorted()).toEqual([
    'one@example.com',
    'two@example.com',
  ])
})

test("an email that all staff have turned off is not sent to the vineyard's address either", async () => {
  const { id: vineyard_id } = await makeVineyard(sql, { email: 'office@example.com' })
  expect(await mailboxes(vineyard_id, 'vineyard_waiting')).toEqual(['office@example.com'])
  await choose(await makeWinemaker(sql, { vineyard_id }), [])
  expect(await mailboxes(vineyard_id, 'vineyard_waiting')).toEqual([])
})

test('an admin can turn off emails about contact messages, and cannot choose emails that only winemakers get', async () => {
  const admin = await makeAdmin(sql, { email: 'run@example.com' })
  expect(await choose(admin, ['claim_received', 'vineyard_booked'])).toEqual({
    status: 200,
    wanted: ['claim_received'],
  })
  const recipients = async (kind: string) =>
    (await sql`select address from admin_mailboxes(${kind})`).map(({ address }) => address)
  expect(await recipients('contact_message')).not.toContain('run@example.com')
  expect(await recipients('claim_received')).toContain('run@example.com')
  const read = await app.visit('/api/account/mails', { headers: signedIn(admin) })
  expect(await read.json()).toEqual({ wanted: ['claim_received'] })
})

test('rejects an unknown email type', async () => {
  const { status } = await choose(await makeAdmin(sql), ['newsletter'])
  expect(status).toBe(422)
})
