import { afterEach, expect, test } from 'vitest'

import { startApp } from '../../../../../test/app.ts'
import { makeBookable, makeWinemaker, signedIn } from '../../../../../test/make.ts'
import { textOf } from '../../../../../test/page.ts'
import { findBookingFacts } from '../../../../bookings/emails/booking-emails.server.ts'
import { writeMail } from '../../../../email-templates.server.ts'
import type { MailRow } from '../../../../mail/email.ts'
import { findInconsistencies } from '../../../../operations/consistency-checks/consistency-check.server.ts'

const app = await startApp({ now: '2026-06-01T09:00:00Z' })
const { sql, visit, submit } = app
const site = { site_url: 'https://chalk.example', mail_from: 'Chalk <hello@chalk.example>', is_sending: true }

afterEach(async () => {
  expect(await findInconsistencies(sql, app.now)).toEqual([])
  app.now = new Date('2026-06-01T09:00:00Z')
})

/** Books for two on Saturday at 14:30, with a cut-off of two days. `move` moves the session, by default to 17:15. */
async function makeMovedVisit() {
  const made = await makeBookable(sql, { experience: { cancellation_cutoff_minutes: 2880 } })
  const id = (await submit(made.path, made.answers())).headers.get('Location')?.split('/').at(-1) ?? ''
  const { id: experience_id, vineyard_id } = made.experience
  const staff = signedIn(await makeWinemaker(sql, { vineyard_id }))
  app.now = new Date('2026-06-06T09:00:00Z')
  const post = (path: string, body: object) =>
    visit(`/api/session_moves${path}`, {
      method: 'POST',
      headers: { ...staff, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  const move = (to = '2026-06-06T17:15', more = {}) =>
    post('', { experience_id, slot: `${made.pattern.id}-2026-06-06`, to, ...more })
  return { ...made, id, staff, post, move, page: `/booking/${id}/new-time` }
}

const start = async (id: string) =>
  (await sql`select start_time, status, move_informed_at from bookings where id = ${id}`)[0]

test('the page names the old and the new time, and only the page’s button confirms the new time', async () => {
  const { id, move, page } = await makeMovedVisit()
  expect((await visit(page)).headers.get('Location')).toBe(`/booking/${id}`)
  expect((await move()).status).toBe(201)
  const text = await textOf(await visit(page))
  expect(text).toContain('Your visit has moved')
  expect(text).toContain('Saturday 6 June 2026, 5:15 PM')
  expect(text).toContain('Before, it was Saturday 6 June 2026, 2:30 PM.')
  expect(text).toContain('5:15 PM.')
  expect(await start(id)).toMatchObject({ move_informed_at: null })
  expect(await textOf(await visit(`/booking/${id}`))).toContain(
    'Before, it was Saturday 6 June 2026, 2:30 PM.',
  )
  expect(await textOf(await visit(`/booking/${id}?kept=yes`))).not.toContain('you keep the new time.')
  const kept = await submit(page, { intent: 'keep' })
  expect(kept.headers.get('Location')).toBe(`/booking/${id}?kept=yes`)
  expect(await textOf(await visit(`/booking/${id}?kept=yes`))).toContain('Thank you: you keep the new time.')
  expect(await start(id)).toMatchObject({ move_informed_at: app.now, start_time: '17:15:00' })
})

test('the guest can cancel until the new start, and the page refuses a form with an unknown intent', async () => {
  const { id, move, page } = await makeMovedVisit()
  await move()
  expect((await submit(page, { intent: 'other' })).status).toBe(422)
  app.now = new Date('2026-06-06T16:15:00Z')
  expect((await submit(`/booking/${id}`, { intent: 'cancel' })).status).toBe(409)
  expect(await textOf(await visit(page))).not.toContain('Cancel Booking')
  app.now = new Date('2026-06-06T16:14:59Z')
  const question = `/booking/${id}?cancel=yes#cancel`
  expect(await textOf(await visit(page))).toContain(`href="${question}"`)
  expect((await submit(page, { intent: 'cancel' })).headers.get('Location')).toBe(question)
  expect(await start(id)).toMatchObject({ status: 'pending' })
  expect((await submit(`/booking/${id}`, { intent: 'cancel' })).headers.get('Location')).toBe(
    `/booking-confirmation/${id}`,
  )
  expect(await start(id)).toMatchObject({ status: 'cancelled' })
})

test('after a move, the guest can change to another time, whatever the cut-off', async () => {
  const { id, move, pattern } = await makeMovedVisit()
  expect(await textOf(await visit(`/booking/${id}/change`))).toContain(
    'The time for changing this booking has passed.',
  )
  await move()
  expect(await textOf(await visit(`/booking/${id}/change`))).not.toContain('has passed')
  const changed = await submit(`/booking/${id}/change`, {
    date: '2026-06-07',
    guests: '2',
    slot: `${pattern.id}-2026-06-07@14:30:00`,
    intent: 'change',
    seen: '2026-06-06 17:15:00 2',
  })
  expect(changed.status).toBe(302)
  expect(await start(id)).toMatchObject({ start_time: '14:30:00' })
})

test('the email about a move names the old and the new time, and links to the page about the new time', async () => {
  const { id, move } = await makeMovedVisit()
  await move()
  const [row] = await sql<[MailRow]>`select * from emails where booking_id = ${id} and email_type = 'moved'`
  const written = await writeMail(sql, row, site as never)
  const { subject, text, html } = written.ok ? written.value : expect.fail(JSON.stringify(written.problem))
  expect(subject).toBe('Your visit has moved to Saturday, June 6, 2026, 5:15 PM')
  expect(text).toContain('Before, it was Saturday, June 6, 2026, 2:30 PM.')
  expect(text).toMatch(/cancel free of\scharge/)
  expect(html).toContain(`https://chalk.example/booking/${id}/new-time`)
  expect((await findBookingFacts(sql, { booking_id: id }, site as never))?.cancellation_cutoff_minutes).toBe(
    0,
  )
})

test('staff must confirm a time that has passed, and can undo a move once', async () => {
  const { move, post, staff, vineyard_id } = await makeMovedVisit().then((made) => ({
    ...made,
    vineyard_id: made.experience.vineyard_id,
  }))
  const past = await move('2026-06-06T09:00')
  expect([past.status, await past.json()]).toMatchObject([409, { past: true }])
  expect(await (await move('2026-06-06T09:00', { preview: true, into_past: true })).json()).toMatchObject({
    id: null,
  })
  const { id } = (await (await move()).json()) as { id: string }
  const list = await visit(`/api/session_moves?vineyard_id=${vineyard_id}&day=2026-06-06`, { headers: staff })
  expect(await list.json()).toMatchObject({ items: [{ id, undo_seconds: 30 }] })
  expect((await post(`/${id}/undo`, {})).status).toBe(200)
  expect((await post(`/${id}/undo`, {})).status).toBe(404)
})
