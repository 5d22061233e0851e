import { expect, test } from 'vitest'

import { ownDatabase } from '../../test/database.ts'
import { queueEmail } from './queue-email.server.ts'

const sql = await ownDatabase()
const now = new Date('2026-06-01T09:00:00Z')
const mail = {
  email_type: 'sign_in_link',
  to_address: 'ada@example.com',
  payload: { link: 'https://x.test/a' },
}

test('stores an email without a booking as waiting', async () => {
  const id = await queueEmail(sql, mail, now)
  expect(
    await sql`select id, state, attempts, payload, created_at, queued_at from emails where id = ${id ?? ''}`,
  ).toEqual([{ id, state: 'waiting', attempts: 0, payload: mail.payload, created_at: now, queued_at: null }])
})

test('stores only one of several emails with the same key', async () => {
  const once = { ...mail, once_key: 'reminder 1' }
  const ids = await Promise.all([1, 2, 3, 4].map(() => queueEmail(sql, once, now)))
  expect(ids.filter(Boolean)).toHaveLength(1)
})

test("an email is rolled back with the caller's transaction", async () => {
  const lost = { ...mail, once_key: 'lost' }
  const undo = sql.begin(async (transaction) => {
    await queueEmail(transaction, lost, now)
    throw new Error('undone')
  })
  await expect(undo).rejects.toThrow('undone')
  expect(await queueEmail(sql, lost, now)).toBeDefined()
})

// ASVS 1.3.11
test('the database refuses an address with a second recipient or a header', async () => {
  for (const to_address of ['a@x.test,b@x.test', 'a@x.test\r\nBcc: b@x.test', '<a@x.test>', 'a@x.test b'])
    await expect(queueEmail(sql, { ...mail, to_address }, now)).rejects.toThrow('email_address_has_two_parts')
})

test('the database refuses “sending” without a claim, “sent” without sent_at, and a third unanswered attempt', async () => {
  const id = (await queueEmail(sql, mail, now)) ?? ''
  await expect(sql`update emails set state = 'sending' where id = ${id}`).rejects.toThrow(
    'claimed_while_sending',
  )
  await expect(sql`update emails set state = 'sent' where id = ${id}`).rejects.toThrow('sent_is_dated')
  await expect(sql`update emails set unanswered = 3 where id = ${id}`).rejects.toThrow('unanswered')
})
