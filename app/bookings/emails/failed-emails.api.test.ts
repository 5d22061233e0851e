import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { book, makeDailyExperience } from '../../../test/book.ts'
import { makeAdmin, makeWinemaker, signedIn } from '../../../test/make.ts'
import { failureSentence } from '../../mail/failure.ts'
import { queueEmail } from '../../mail/queue-email.server.ts'
import { changeBookingStatus } from '../booking.server.ts'

const app = await startApp({ now: '2026-06-01T09:00:00Z' })
const { sql, visit, now } = app
const market = await makeDailyExperience(sql, { capacity: 500 })
const { vineyard_id } = market.experience
const [owner, manager, gate, stranger] = [
  await makeWinemaker(sql, { vineyard_id }),
  await makeWinemaker(sql, { vineyard_id, role: 'manager' }),
  await makeWinemaker(sql, { vineyard_id, role: 'gate' }),
  await makeWinemaker(sql),
]
const admin = await makeAdmin(sql)
const full = 'Message failed: 552 5.2.2 Over quota of ada@example.com'

/** Creates a booking whose first email ended in this state, and returns its id. */
async function bookWithEmail(mail: { state?: string; last_error?: string | null; created_at?: Date } = {}) {
  const id = await book(sql, market.experience, market.on('2026-06-20'), 2, now)
  const failed = { state: 'dead', last_error: full, queued_at: now, ...mail }
  await sql`update emails set ${sql(failed)} where booking_id = ${id}`
  return id
}
const read = async (path: string, who: { token: string } = owner) =>
  (await visit(`/api${path}`, { headers: signedIn(who) })).json()
const emailOf = async (id: string, who: { token: string } = owner) =>
  (await read(`/bookings/${id}/record`, who)).mails[0]
const sendAgain = async (id: string, who: { token: string }) =>
  (await visit(`/api/emails/${id}/send_again`, { method: 'POST', headers: signedIn(who) })).status
const failing = async () => (await read('/bookings?email=failed')).items.map(({ id }: { id: string }) => id)

async function reasonFor(last_error: string | null, state = 'dead') {
  const { failure } = await emailOf(await bookWithEmail({ state, last_error }))
  return failureSentence(failure)
}

test('explains a failed email by the reply code of the mail server', async () => {
  expect(
    await reasonFor("Can't send mail - all recipients were rejected: 550 5.1.1 <a@b.c>: no such user"),
  ).toBe('mailbox does not exist')
  expect(await reasonFor('Message failed: 550-5.1.1 The email account that you tried to reach')).toBe(
    'mailbox does not exist',
  )
  expect(await reasonFor(full)).toBe('mailbox is full')
  expect(await reasonFor('Message failed: 552 Requested mail action aborted')).toBe('mailbox is full')
  expect(await reasonFor('Message failed: 552 5.3.4 Too big')).toBe('was refused')
  expect(await reasonFor('Message failed: 550 5.1.10 Null MX')).toBe('was refused')
  expect(await reasonFor('Message failed: 554 5.7.1 Spam')).toBe('was refused')
  expect(await reasonFor('Message failed: 452 4.2.2 Mailbox full')).toBe('could not be delivered')
  expect(await reasonFor(null)).toBe('could not be delivered')
  expect(await reasonFor('Message failed: 450 4.2.0 Greylisted', 'failed')).toBe(
    'not delivered yet, we keep trying until 2 June 2026, 10:00 AM',
  )
})

test('owners and managers see the guests whose newest email failed, and the reason', async () => {
  const id = await bookWithEmail()
  const [line] = (await read('/bookings?email=failed')).items.filter((line: { id: string }) => line.id === id)
  expect(line).toMatchObject({
    failed_email: { reason: 'mailbox_full', retried_until: null },
    guest_phone: expect.any(String),
  })
  expect(await failing()).toContain(id)
  expect((await read('/bookings/counts?email=failed')).upcoming).toBe((await failing()).length)
  expect((await read('/bookings?email=failed', stranger)).items).toEqual([])
  const dashboard = await read('/dashboard', manager)
  expect(dashboard.failed_emails.total).toBe((await failing()).length)
  expect(dashboard.failed_emails.items[0]).toMatchObject({
    guest_name: 'Ada Lovelace',
    failed_email: { reason: expect.any(String) },
  })
  expect((await read('/bookings?email=failed', gate)).status).toBe(403)

  // A later email arrived, so the guest is reached.
  const later = { email_type: 'reminder', to_address: 'ada@example.com', payload: {}, booking_id: id }
  const sent = await queueEmail(sql, later, new Date(now.getTime() + 1000))
  await sql`update emails set state = 'sent', sent_at = ${now} where id = ${sent ?? null}`
  expect(await failing()).not.toContain(id)
})

test('an email that is being retried is listed only after an hour', async () => {
  const hour = 3_600_000
  const recent = await bookWithEmail({ state: 'failed', created_at: new Date(now.getTime() - hour + 1000) })
  const long = await bookWithEmail({ state: 'failed', created_at: new Date(now.getTime() - hour) })
  expect(await failing()).toContain(long)
  expect(await failing()).not.toContain(recent)
})

test('owners and managers can send a failed email again, but see neither its text nor the reply of the mail server', async () => {
  const id = await bookWithEmail()
  const email = await emailOf(id)
  expect(email).toMatchObject({
    state: 'dead',
    failure: { reason: 'mailbox_full' },
    may_send_again: true,
    server_reply: null,
  })
  expect(JSON.stringify(await read(`/bookings/${id}/record`))).not.toMatch(/Over quota|payload/)
  expect((await emailOf(id, admin)).server_reply).toBe(full)
  expect((await visit(`/api/emails/${email.id}`, { headers: signedIn(owner) })).status).toBe(403)
  expect(await sendAgain(email.id, gate)).toBe(403)
  expect(await sendAgain(email.id, stranger)).toBe(404)
  expect(await sendAgain(email.id, manager)).toBe(202)
  expect(await emailOf(id)).toMatchObject({ state: 'waiting', failure: null, may_send_again: false })
  expect(await sendAgain(email.id, owner)).toBe(409)
  expect(await sql`select actor_id, noun from audit_events where noun_id = ${email.id}`).toEqual([
    { actor_id: manager.id, noun: 'email' },
  ])
})

test('owners cannot resend one-time links, emails that were only logged, emails to a former address or emails about a former status', async () => {
  const withLink = await emailOf(await bookWithEmail())
  await sql`update emails set payload = payload || '{"link": "x"}' where id = ${withLink.id}`
  expect(await sendAgain(withLink.id, owner)).toBe(404)
  const stored = await emailOf(await bookWithEmail({ state: 'kept' }))
  expect(await sendAgain(stored.id, owner)).toBe(404)
  const former = await emailOf(await bookWithEmail())
  await sql`update emails set to_address = 'former@example.com' where id = ${former.id}`
  expect(await sendAgain(former.id, owner)).toBe(404)
  const id = await bookWithEmail()
  await changeBookingStatus(sql, id, 'cancelled', { by: { actor: 'system' } }, now)
  const untrue = (await read(`/bookings/${id}/record`)).mails.find(
    (mail: { email_type: string }) => mail.email_type === 'received',
  )
  expect(untrue.may_send_again).toBe(false)
  expect(await sendAgain(untrue.id, owner)).toBe(409)
})

test('correcting the address sends the failed emails again, and only once', async () => {
  const id = await bookWithEmail()
  const called = {
    email_type: 'vineyard_message',
    to_address: 'ada@example.com',
    payload: { text: 'Bring boots' },
    booking_id: id,
  }
  const message = await queueEmail(sql, called, now)
  await sql`update emails set state = 'dead' where id = ${message ?? null}`
  const correct = (guest_email: string, seen: string, send_confirmation: boolean) =>
    visit(`/api/bookings/${id}/guest`, {
      method: 'POST',
      headers: { ...signedIn(owner), 'Content-Type': 'application/json' },
      body: JSON.stringify({ guest_email, seen: { guest_email: seen }, send_confirmation }),
    })
  const to = async (address: string) => [
    ...(await sql`select email_type, state, payload ->> 'text' as text from emails where booking_id = ${id} and to_address = ${address} order by email_type`),
  ]
  await correct('ada@lovelace.example', 'ada@example.com', false)
  expect(await to('ada@lovelace.example')).toEqual([
    { email_type: 'received', state: 'waiting', text: null },
    { email_type: 'vineyard_message', state: 'waiting', text: 'Bring boots' },
  ])
  expect(await failing()).not.toContain(id)
  await sql`update emails set state = 'sent', sent_at = ${now} where to_address = 'ada@lovelace.example'`
  await correct('ada@l.example', 'ada@lovelace.example', false)
  expect(await to('ada@l.example')).toEqual([])
})

// Negative control: each email that must not be resent is offered if its condition is removed from
// may_send_again. No case tests erased emails, because an erased email has no address.
test('offers to resend only emails whose deadline has not passed and that contain no one-time link', async () => {
  const offers = async (changes: { payload?: object; deliver_by?: Date }) => {
    const id = await bookWithEmail()
    const { payload, ...columns } = changes
    if (payload)
      await sql`update emails set payload = payload || ${sql.json(payload as never)} where booking_id = ${id}`
    else await sql`update emails set ${sql(columns)} where booking_id = ${id}`
    const [row] = await sql<[{ may: boolean }]>`
      select may_send_again(m, b, ${now}) as may from emails m join bookings b on b.id = m.booking_id where b.id = ${id}`
    return row.may
  }
  expect(await offers({ deliver_by: new Date(now.getTime() + 1000) })).toBe(true)
  expect(await offers({ deliver_by: now })).toBe(false)
  expect(await offers({ payload: { link: 'x' } })).toBe(false)
})

// Negative control: if failed_email compares neither the address nor the state, each of the first three later
// emails hides the failure.
test('a failure stays visible if a later email is not sent or goes to another address', async () => {
  const listed = async (to_address: string, state: string) => {
    const id = await bookWithEmail()
    const later = { email_type: 'reminder', to_address, payload: {}, booking_id: id }
    const queued = await queueEmail(sql, later, new Date(now.getTime() + 1000))
    await sql`update emails set state = ${state}, sent_at = ${state === 'sent' ? now : null} where id = ${queued ?? null}`
    return (await failing()).includes(id)
  }
  expect(await listed('ada@example.com', 'superseded')).toBe(true)
  expect(await listed('ada@example.com', 'kept')).toBe(true)
  expect(await listed('hello@vineyard.example', 'sent')).toBe(true)
  expect(await listed('ada@example.com', 'sent')).toBe(false)
})
