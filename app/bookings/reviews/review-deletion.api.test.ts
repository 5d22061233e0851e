import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { makeAdmin, makeWinemaker } from '../../../test/make.ts'
import { pictures } from '../../../test/pictures.ts'
import { writeMail } from '../../email-templates.server.ts'
import type { MailRow } from '../../mail/email.ts'
import { makeReview, makeVisits, ratingIn, reviewCalls, visitEnd } from '../../../test/reviews.ts'

const app = await startApp({ now: '2026-06-06T16:00:00Z' })
const { sql, visit, submit } = app
const { call, setPictureShown, listOf, pageOf, upload } = reviewCalls(app)
const admin = await makeAdmin(sql)
const hour = 3_600_000
const site = { site_url: 'http://site.test', mail_from: 'Chalk <hello@chalk.example>', is_sending: true }

test('the pictures of a hidden review, and of a hidden vineyard, are not public', async () => {
  app.now = new Date(visitEnd.getTime() + hour)
  const { vineyard_id, visit: arrive } = await makeVisits(sql)
  const booking = await arrive()
  const id = await makeReview(sql, booking)
  await upload(booking, await pictures.png())
  const [{ address }] = await sql<[{ address: string }]>`
    update review_pictures set shown_at = now() where review_id = ${id} returning address`
  const status = async () => (await visit(address)).status
  expect(await status()).toBe(200)
  await call('PUT', `/${id}/hidden`, admin, { rule: 3 })
  expect(await status()).toBe(404)
  await call('PUT', `/${id}/hidden`, admin, { rule: null })
  expect(await status()).toBe(200)
  await sql`update vineyards set is_visible = false where id = ${vineyard_id}`
  expect(await status()).toBe(404)
})

test('a guest can delete a review at any time, and a deleted review appears nowhere and cannot be written again', async () => {
  app.now = new Date(visitEnd.getTime() + hour)
  const { vineyard_id, visit: arrive } = await makeVisits(sql)
  const winemaker = await makeWinemaker(sql, { vineyard_id })
  const bookings = [await arrive(), await arrive(), await arrive()]
  for (const booking of bookings) await makeReview(sql, booking, { stars: 4, words: `By ${booking}.` })
  const [own = '', other = ''] = bookings
  await upload(own, await pictures.png())
  const [{ id }] = await sql<[{ id: string }]>`select id from reviews where booking_id = ${own}`
  await call('PUT', `/${id}/answer`, winemaker, { answer: 'Thank you.' })
  const mails =
    await sql`select id, email_type, state from emails where booking_id = ${own} order by created_at, id`
  // By now, the 24 hours for changing a review and the 60 days for writing a review are over.
  app.now = new Date(visitEnd.getTime() + 100 * 24 * hour)
  const path = `/booking/${own}/review`
  expect(await pageOf(path)).toContain('Delete this review')
  const deleted = await submit(path, { intent: 'delete' })
  expect([deleted.status, deleted.headers.get('Location')]).toEqual([302, `${path}?saved=deleted`])
  const page = await pageOf(`${path}?saved=deleted`)
  expect(page).toContain('Your review is deleted.')
  expect(page).toContain('You deleted your review of this visit, so a new one cannot be written.')
  for (const gone of ['How was your visit?</h1>', 'Publish the review', 'Delete this review', `By ${own}.`])
    expect(page).not.toContain(gone)
  const shown = await pageOf(`/vineyard/${vineyard_id}?fresh=6`)
  expect(shown).not.toContain(`By ${own}.`)
  expect(shown).toContain(`By ${other}.`)
  expect(shown).not.toContain('out of 5')
  expect(ratingIn(shown)).toBeUndefined()
  for (const who of [winemaker, admin]) {
    expect(
      (await listOf(who, `?vineyard_id=${vineyard_id}`)).map((review: { id: string }) => review.id),
    ).not.toContain(id)
    expect(await (await call('GET', `/file?vineyard_id=${vineyard_id}`, who)).text()).not.toContain(
      `By ${own}.`,
    )
  }
  const publicly = await (await visit(`/api/reviews/shown?vineyard_id=${vineyard_id}`)).json()
  expect(publicly).toMatchObject({ rating: null, items: [{}, {}] })
  expect([
    ...(await sql`select words, answer, is_review_shown(r) as shown from reviews r where id = ${id}`),
  ]).toEqual([{ words: '', answer: '', shown: false }])
  expect(await sql`select from review_pictures where review_id = ${id} and removed_at is null`).toHaveLength(
    0,
  )
  expect([
    ...(await sql`select id, email_type, state from emails where booking_id = ${own} order by created_at, id`),
  ]).toEqual([...mails, expect.objectContaining({ email_type: 'review_deleted', state: 'waiting' })])
  const again = await submit(path, { seen: '', stars: '5', words: 'Again.' })
  expect(again.status).toBe(409)
  expect((await upload(own, await pictures.png())).status).toBe(422)
  expect((await call('PUT', `/${id}/answer`, winemaker, { answer: 'Sorry.' })).status).toBe(404)
  expect((await call('PUT', `/${id}/hidden`, admin, { rule: 1 })).status).toBe(404)
  expect(await pageOf(`/booking/${own}`)).not.toContain('Your review</a>')
  expect((await submit(`/booking/${other}/review`, { intent: 'delete' })).status).toBe(302)
  expect((await submit(`/booking/${crypto.randomUUID()}/review`, { intent: 'delete' })).status).toBe(404)
})

// The vineyard's staff know the ids of its bookings, and a booking's link contains only its id. So staff
// could act as the guest, who must notice.
test('the guest is emailed when the review is written, changed or deleted through the link of the booking', async () => {
  app.now = new Date(visitEnd.getTime() + hour)
  const { visit: arrive } = await makeVisits(sql)
  const booking = await arrive()
  const path = `/booking/${booking}/review`
  const mails = async () =>
    (
      await sql<MailRow[]>`
        select * from emails where booking_id = ${booking} and email_type like 'review%' order by created_at, email_type`
    ).map((mail) => mail)
  const write = async (words: string, stars = '1') => {
    const [row] = await sql<{ at: Date }[]>`
      select coalesce(edited_at, created_at) as at from reviews where booking_id = ${booking}`
    return (await submit(path, { seen: row?.at.toISOString() ?? '', stars, words })).status
  }
  expect(await write('Sour.')).toBe(302)
  expect(await mails()).toMatchObject([{ email_type: 'review_written', to_address: 'ada@example.com' }])
  for (const [n, words] of ['Sweet.', 'Sweet.', 'Very sweet.'].entries()) {
    app.now = new Date(visitEnd.getTime() + (2 + n) * hour)
    expect(await write(words, '5')).toBe(302)
  }
  // Several changes cause one email.
  expect((await mails()).map(({ email_type }) => email_type)).toEqual(['review_written', 'review_changed'])
  app.now = new Date(visitEnd.getTime() + 9 * hour)
  for (const status of [302, 302]) expect((await submit(path, { intent: 'delete' })).status).toBe(status)
  const sent = await mails()
  expect(sent.map(({ email_type }) => email_type)).toEqual([
    'review_written',
    'review_changed',
    'review_deleted',
  ])
  for (const [n, words] of ['was written', 'was changed', 'was deleted'].entries()) {
    const written = await writeMail(sql, sent[n] as MailRow, site)
    const text = written.ok ? written.value.text : written.problem
    expect(text).toContain(words)
    expect(text).toContain('http://site.test/contact')
    expect(text).not.toContain('weet.')
  }
})

test('guests can remove only pictures of their own booking, and a vineyard’s page accepts reports only of its own reviews', async () => {
  app.now = new Date(visitEnd.getTime() + hour)
  const [one, other] = [await makeVisits(sql), await makeVisits(sql)]
  const [booking, stranger] = [await one.visit(), await one.visit()]
  const id = await makeReview(sql, booking)
  await upload(booking, await pictures.png())
  const [{ picture }] = await sql<[{ picture: string }]>`
    select id as picture from review_pictures where review_id = ${id}`
  await submit(`/booking/${stranger}/review`, { remove: picture })
  expect(await sql`select from review_pictures where id = ${picture} and removed_at is null`).toHaveLength(1)
  expect((await submit(`/vineyard/${other.vineyard_id}`, { review: id, rule: '3' })).status).toBe(404)
  expect(await sql`select from review_reports where review_id = ${id}`).toHaveLength(0)
})

test('the API shows neither the reviews nor the average of a hidden vineyard', async () => {
  const { vineyard_id, visit: arrive } = await makeVisits(sql)
  for (let n = 0; n < 3; n++) await makeReview(sql, await arrive())
  const shown = async () => (await visit(`/api/reviews/shown?vineyard_id=${vineyard_id}`)).json()
  expect(await shown()).toMatchObject({ rating: { reviews: 3 }, items: [{}, {}, {}] })
  await sql`update vineyards set is_visible = false where id = ${vineyard_id}`
  expect(await shown()).toEqual({ rating: null, items: [] })
})

test('for a day, a guest can restore a removed picture as it was, but only an admin restores a picture that an admin removed', async () => {
  app.now = new Date(visitEnd.getTime() + hour)
  const { visit: arrive } = await makeVisits(sql)
  const booking = await arrive()
  const id = await makeReview(sql, booking)
  const page = `/booking/${booking}/review`
  await upload(booking, await pictures.png())
  const shown_at = new Date(visitEnd)
  const [{ id: picture }] = await sql<[{ id: string }]>`
    update review_pictures set shown_at = ${shown_at} where review_id = ${id} returning id`
  const stored = async () => {
    const [row] =
      await sql`select shown_at, removed_at is not null as removed from review_pictures where id = ${picture}`
    return row
  }
  const asAdmin = async (is_shown: boolean | null) => (await setPictureShown(picture, admin, is_shown)).status
  const asGuest = async (what: 'remove' | 'restore') => {
    const answer = await submit(page, { [what]: picture })
    return answer.headers.get('Location') ?? answer.status
  }

  expect(await asGuest('restore')).toBe(409)
  expect(await asGuest('remove')).toBe(`${page}?saved=removed&picture=${picture}`)
  expect(await pageOf(`${page}?saved=removed&picture=${picture}`)).toContain('name="restore"')
  expect(await asAdmin(null)).toBe(404)
  expect(await asGuest('restore')).toBe(`${page}?saved=restored`)
  expect(await stored()).toEqual({ shown_at, removed: false })

  await asGuest('remove')
  app.now = new Date(app.now.getTime() + 24 * hour)
  expect(await asGuest('restore')).toBe(409)
  await sql`update review_pictures set removed_at = null where id = ${picture}`

  expect(await asAdmin(false)).toBe(200)
  expect(await asGuest('restore')).toBe(409)
  expect(await asAdmin(null)).toBe(200)
  expect(await stored()).toEqual({ shown_at, removed: false })
  await asAdmin(false)
  await submit(page, { intent: 'delete' })
  expect(await asAdmin(null)).toBe(404)
})
