import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { book, makeDailyExperience } from '../../../test/book.ts'
import { makeAdmin, makeWinemaker, signedIn } from '../../../test/make.ts'
import { changeBookingStatus } from '../../bookings/booking.server.ts'
import { type QueuedMail, queueEmail } from '../../mail/queue-email.server.ts'

const app = await startApp()
const { sql, visit } = app
const as = signedIn(await makeAdmin(sql))
const read = async (path: string) => (await visit(`/api/emails${path}`, { headers: as })).json()
const again = (id: string, headers: HeadersInit = as) =>
  visit(`/api/emails/${id}/send_again`, { method: 'POST', headers })

test('finds emails by booking, state and address, and shows their content', async () => {
  const { experience, on } = await makeDailyExperience(sql)
  const booking_id = await book(sql, experience, on('2026-06-06'), 2, app.now)
  const { items } = await read(`?booking_id=${booking_id}&state=waiting`)
  expect(items).toMatchObject([{ to_address: 'ada@example.com', booking_id, state: 'waiting', attempts: 0 }])
  expect((await read('?search=ADA@')).total).toBeGreaterThan(0)
  expect((await read('?search=adal')).total).toBe(0)
  const mail = await read(`/${items[0].id}`)
  expect(mail.shown.subject).toBeTruthy()
  expect(mail.shown.text).toContain('Cellar tour')
  expect((await visit('/api/emails/00000000-0000-4000-8000-000000000000', { headers: as })).status).toBe(404)
})

test('shows the secret link of an email only in the state “kept”', async () => {
  const link = 'http://site.test/sign-in#very-secret'
  const mail = { email_type: 'sign_in_link', to_address: 'eve@example.com', payload: { link, minutes: 60 } }
  const id = (await queueEmail(sql, mail, app.now)) ?? ''
  const text = async () => JSON.stringify(await read(`/${id}`))
  expect(await text()).not.toContain('very-secret')
  await sql`update emails set state = 'kept' where id = ${id}`
  expect(await text()).toContain('very-secret')
  await sql`update emails set state = 'sent', sent_at = ${app.now}, payload = payload - 'link' where id = ${id}`
  const sent = await read(`/${id}`)
  expect(sent.shown.gone).toBe(false)
})

test('says whether an email cannot be shown because its booking is gone, or because no template fits', async () => {
  const why = async (email_type: string, payload: QueuedMail['payload']) => {
    const mail = { email_type, to_address: 'eve@example.com', payload }
    return (await read(`/${await queueEmail(sql, mail, app.now)}`)).shown
  }
  const { experience, on } = await makeDailyExperience(sql)
  const booking = await book(sql, experience, on('2026-06-07'), 2, app.now)
  const [{ payload }] = await sql<[QueuedMail]>`select payload from emails where booking_id = ${booking}`
  expect(await why('received', payload)).toEqual({ gone: true, problem: 'gone' })
  expect(await why('sign_in_link', { minutes: 'many' })).toEqual({ gone: true, problem: 'payload' })
  expect(await why('retired_type', {})).toEqual({ gone: true, problem: 'unknown_type' })
})

test('of two requests to resend a dead email, accepts only one, and records this request in the audit log', async () => {
  const mail = {
    email_type: 'sign_in_link',
    to_address: 'eve@example.com',
    payload: { link: 'http://site.test/a', minutes: 60 },
  }
  const id = (await queueEmail(sql, mail, app.now)) ?? ''
  expect((await again(id)).status).toBe(409)
  await sql`update emails set state = 'dead', queued_at = ${app.now}, unanswered = 2, last_error = 'x' where id = ${id}`
  const both = await Promise.all([again(id), again(id)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([202, 409])
  expect(await sql`select state, queued_at, unanswered, last_error from emails where id = ${id}`).toEqual([
    { state: 'waiting', queued_at: null, unanswered: 0, last_error: null },
  ])
  expect(await sql`select actor, noun from audit_events where noun_id = ${id}`).toEqual([
    { actor: 'admin', noun: 'email' },
  ])

  await sql`update emails set state = 'dead', deliver_by = ${app.now} where id = ${id}`
  expect(await (await again(id)).json()).toMatchObject({
    title: 'This email is out of date.',
  })
  expect((await again(id, signedIn(await makeWinemaker(sql)))).status).toBe(404)
})

test('never sends a superseded email again', async () => {
  const { experience, on } = await makeDailyExperience(sql)
  const id = await book(sql, experience, on('2026-06-06'), 2, app.now)
  await sql`update emails set state = 'dead' where booking_id = ${id}`
  await changeBookingStatus(sql, id, 'cancelled', { by: { actor: 'system' } }, app.now)
  const [mail] = await sql<[{ id: string }]>`
    select id from emails where booking_id = ${id} and email_type = 'received'`
  for (const state of ['dead', 'superseded']) {
    await sql`update emails set state = ${state} where id = ${mail.id}`
    const refused = await again(mail.id)
    expect(refused.status).toBe(409)
    expect((await refused.json()).title).toMatch(/^The booking has changed since/)
  }
  expect((await read('?state=superseded')).items).toMatchObject([{ id: mail.id }])
})

// ASVS 13.4.5
test('shows metrics only to trusted proxies', async () => {
  expect((await visit('/metrics')).status).toBe(404)
  const near = await visit('/metrics', { headers: { 'X-Forwarded-For': '127.0.0.1' } })
  const text = await near.text()
  expect(near.headers.get('Content-Type')).toContain('text/plain')
  expect(text).toMatch(/^chalk_emails\{state="dead"\} 1$/m)
  expect(text).toMatch(/^chalk_calendars\{state="failing"\} 0$/m)
})
