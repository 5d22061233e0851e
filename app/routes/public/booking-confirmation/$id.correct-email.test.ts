import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'

import { startApp } from '../../../../test/app.ts'
import { book, makeDailyExperience } from '../../../../test/book.ts'
import { race } from '../../../../test/race.ts'
import { findInconsistencies } from '../../../operations/consistency-checks/consistency-check.server.ts'

const app = await startApp({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } })
const { sql, visit, submit } = app

afterEach(async () => {
  expect(await findInconsistencies(sql, app.now)).toEqual([])
})

async function booked() {
  const { experience, on } = await makeDailyExperience(sql)
  const id = await book(sql, experience, on('2026-06-06'), 2, app.now)
  return { id, path: `/booking-confirmation/${id}` }
}
const correct = (path: string, guest_email: string) => submit(path, { intent: 'correct', guest_email })
const mailsOf = async (id: string) => [
  ...(await sql`
    select to_address, payload ->> 'guestEmail' as named, state from emails where booking_id = ${id}
    order by created_at, once_key nulls first`),
]

test('unsent emails go to the corrected address only', async () => {
  const { id, path } = await booked()
  const answer = await correct(path, ' right@example.com ')
  expect([answer.status, answer.headers.get('Location')]).toEqual([302, `${path}?corrected=yes#email`])
  const done = await (await visit(`${path}?corrected=yes`)).text()
  expect(done).toContain('The address of this booking is now right@example.com.')
  expect(await mailsOf(id)).toEqual([
    { to_address: 'right@example.com', named: 'right@example.com', state: 'waiting' },
  ])
  expect(await (await visit(path)).text()).toContain('We are sending an email to right@example.com.')
})

test('announces only changes that are in the history of the booking, whatever the URL says', async () => {
  const { path } = await booked()
  const announced = async () => {
    const html = await (await visit(`${path}?changed=yes&corrected=yes&kept=yes`)).text()
    return html.match(/has been changed|The address of this booking is now|you keep the new time/g)
  }
  expect(await announced()).toBeNull()
  await correct(path, 'right@example.com')
  expect(await announced()).toEqual(['The address of this booking is now'])
})

test('queues a new email to the corrected address if the old email was sent, failed or may have been delivered', async () => {
  for (const change of [
    sql`state = 'sent', sent_at = now()`,
    sql`state = 'dead'`,
    sql`state = 'failed', unanswered = 1`,
  ]) {
    const { id, path } = await booked()
    await sql`update emails set ${change} where booking_id = ${id}`
    await correct(path, 'right@example.com')
    const [old, fresh, ...rest] = await mailsOf(id)
    expect(old?.to_address).toBe('ada@example.com')
    expect(['sent', 'dead']).toContain(old?.state)
    expect(fresh).toEqual({ to_address: 'right@example.com', named: 'right@example.com', state: 'waiting' })
    expect(rest).toEqual([])
  }
})

test('correcting the address while an email is being delivered marks the email as failed and clears the worker’s claim', async () => {
  const { id, path } = await booked()
  await sql`update emails set state = 'sending', claim = ${randomUUID()}, claimed_at = now() where booking_id = ${id}`
  await correct(path, 'right@example.com')
  expect(await sql`select state, claim, to_address from emails where booking_id = ${id}`).toEqual([
    { state: 'failed', claim: null, to_address: 'right@example.com' },
  ])
})

// ASVS 2.3.2
test('the guest can correct the address three times, even if the corrections are concurrent', async () => {
  const { id, path } = await booked()
  const answers = await race(
    sql,
    (on) => on`select from bookings where id = ${id} for update`,
    ['a', 'b', 'c', 'd', 'e'].map((name) => () => correct(path, `${name}@example.com`)),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([302, 302, 302, 409, 409])
  expect(await (await correct(path, 'f@example.com')).text()).toContain('changed too often')
})

test('refuses an invalid address, an unchanged address and a cancelled booking', async () => {
  const { id, path } = await booked()
  for (const bad of ['', 'ada', 'a@x.test,b@x.test', 'a@x.test\r\nBcc: b@x.test', '<a@x.test>']) {
    const answer = await correct(path, bad)
    expect(answer.status, bad).toBe(422)
    expect(await answer.text()).toContain('That does not look like an email address.')
  }
  expect(await (await correct(path, 'Ada@Example.com')).text()).toContain('That is the address we have.')
  await submit(path, { intent: 'cancel' })
  expect((await correct(path, 'right@example.com')).status).toBe(409)
  expect((await correct(`/booking/${randomUUID()}`, 'right@example.com')).status).toBe(404)
  expect(await sql`select guest_email from bookings where id = ${id}`).toEqual([
    { guest_email: 'ada@example.com' },
  ])
})

test('the page says that an email could not be delivered', async () => {
  const { id, path } = await booked()
  await sql`update emails set state = 'dead' where booking_id = ${id}`
  expect(await (await visit(path)).text()).toContain('could not be delivered')
})

test('after a cancellation, the calendar file has a higher sequence number and removes the entry', async () => {
  const { id, path } = await booked()
  const file = async () => {
    const answer = await visit(`/booking/${id}/calendar.ics`)
    expect(answer.headers.get('Content-Type')).toContain('text/calendar')
    expect([answer.headers.get('Cache-Control'), answer.headers.get('Referrer-Policy')]).toEqual([
      'no-store',
      'no-referrer',
    ])
    const text = await answer.text()
    const entry = text.slice(text.indexOf('BEGIN:VEVENT'))
    const line = (name: string, among = entry) =>
      new RegExp(`^${name}[:;](.*)$`, 'm').exec(among)?.[1]?.trim()
    return {
      uid: line('UID'),
      sequence: line('SEQUENCE'),
      method: line('METHOD', text),
      start: line('DTSTART'),
    }
  }
  const first = await file()
  expect(first).toMatchObject({
    sequence: '0',
    method: 'PUBLISH',
    start: 'TZID=Europe/London:20260606T143000',
  })
  await submit(path, { intent: 'cancel' })
  expect(await file()).toEqual({ ...first, sequence: '1', method: 'CANCEL' })
  expect((await visit(`/booking/${randomUUID()}/calendar.ics`)).status).toBe(404)
})

test('refuses a correction after the guest was erased', async () => {
  const { id, path } = await booked()
  const now = app.now
  app.now = new Date('2026-06-08T09:00:00Z')
  await sql`select erase_person('ada@example.com', 'system', null, ${app.now})`
  const before = await mailsOf(id)
  expect((await correct(path, 'right@example.com')).status).toBe(409)
  app.now = now
  expect(await mailsOf(id)).toEqual(before)
})
