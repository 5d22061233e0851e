import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { ownDatabase } from '../../../test/database.ts'
import { makeReview, makeVisits, moderator, visitEnd } from '../../../test/reviews.ts'
import { race } from '../../../test/race.ts'
import type { MailRow } from '../../mail/email.ts'
import { writeMail } from '../../email-templates.server.ts'
import { makeApiKey, makeWinemaker } from '../../../test/make.ts'
import { sendDailySheets, thankGuests } from '../scheduled-jobs.server.ts'
import {
  addReviewPicture,
  deleteReview,
  findReviewPage,
  mayReview,
  removeReviewPicture,
  writeReview,
} from './review.server.ts'
import { writerOf } from './review.ts'
import { answerReview, moderateReview } from './staff-review.server.ts'

const sql = await ownDatabase()
const hour = 3_600_000
const after = (milliseconds: number) => new Date(visitEnd.getTime() + milliseconds)
const soon = after(hour)
const draft = { stars: 4, words: 'Good wine.' }

const outcome = async (id: string, now = soon, seen: Date | null = null, words = draft.words) => {
  const written = await writeReview(sql, id, { ...draft, words }, seen, now)
  return written.ok ? 'written' : written.problem
}
const mark = (id: string, attendance: string, now: Date, marked_at = now) => sql`
  select * from mark_attendance(${id}, null, null, ${attendance}, null, ${marked_at}, null, null, 'admin', ${moderator.actor_id}, ${now})`

test('a guest writes one review of a completed visit, whether or not attendance was marked', async () => {
  const { visit } = await makeVisits(sql)
  const id = await visit()
  expect(await mayReview(sql, id, soon)).toBe(true)
  expect(await outcome(id)).toBe('written')
  expect(await findReviewPage(sql, id, soon)).toMatchObject({
    refusal: null,
    review: { ...draft, may_edit: true, hidden_by_rule: null, pictures: [] },
  })
  const arrived = await visit()
  await mark(arrived, 'arrived', visitEnd)
  expect(await outcome(arrived)).toBe('written')
})

test('nobody can review a visit that is not completed yet, or was cancelled', async () => {
  const { visit } = await makeVisits(sql)
  expect(await outcome(await visit({ status: 'confirmed' }))).toBe('not_completed')
  expect(await outcome(await visit({ status: 'pending' }))).toBe('not_completed')
  expect(await outcome(await visit({ status: 'cancelled' }))).toBe('not_completed')
  // Staff may mark a visit as completed too early.
  expect(await outcome(await visit(), new Date('2026-06-06T13:29:59Z'))).toBe('not_completed')
  expect(await outcome(await visit(), new Date('2026-06-06T13:30:00Z'))).toBe('written')
  expect(await outcome(crypto.randomUUID())).toBe('absent')
})

test('a guest may write a review until the end of the sixtieth day after the visit, in London time', async () => {
  const { visit } = await makeVisits(sql)
  const id = await visit()
  expect(await findReviewPage(sql, id, soon)).toMatchObject({ last_day: '2026-08-05' })
  expect(await outcome(id, new Date('2026-08-05T23:00:00Z'))).toBe('late')
  expect(await outcome(id, new Date('2026-08-05T22:59:59.999Z'))).toBe('written')
  // A visit that ends at midnight counts for the day on which it took place.
  const late = await visit()
  await sql`update bookings set ends_at = '2026-06-06T23:00:00Z' where id = ${late}`
  expect(await findReviewPage(sql, late, soon)).toMatchObject({ last_day: '2026-08-05' })
})

test('a no-show mark prevents the party from writing a review only if it was made within a day of the visit', async () => {
  const { visit } = await makeVisits(sql)
  const [intime, late, backdated, undone] = [await visit(), await visit(), await visit(), await visit()]
  await mark(intime, 'no_show', after(24 * hour))
  expect(await outcome(intime, after(25 * hour))).toBe('no_show')
  await mark(late, 'no_show', after(24 * hour + 1))
  expect(await outcome(late, after(25 * hour))).toBe('written')
  // The time that a device sends with its mark does not count.
  await mark(backdated, 'no_show', after(48 * hour), after(0))
  expect(await outcome(backdated, after(49 * hour))).toBe('written')
  await mark(undone, 'no_show', after(hour))
  await mark(undone, 'arrived', after(2 * hour))
  expect(await outcome(undone, after(3 * hour))).toBe('written')
})

test('a party may write a review if its last no-show mark came late, but not if it is a no-show without a recorded mark', async () => {
  const { visit } = await makeVisits(sql)
  const [again, unmarked] = [await visit(), await visit()]
  await mark(again, 'no_show', after(hour))
  await mark(again, 'arrived', after(2 * hour))
  await mark(again, 'no_show', after(30 * hour))
  expect(await outcome(again, after(31 * hour))).toBe('written')
  await sql`update bookings set attendance = 'no_show' where id = ${unmarked}`
  expect(await outcome(unmarked)).toBe('no_show')
})

test('refuses reviews of test bookings, demonstration estates and walk-ins, and by guests whom we do not email', async () => {
  const { visit } = await makeVisits(sql)
  expect(await outcome(await visit({ emails_guest: false }))).toBe('uninvited')
  expect(await outcome(await visit({ guest_email: null }))).toBe('uninvited')
  expect(await outcome(await visit({ channel: 'walk_in' }))).toBe('uninvited')
  expect(await outcome(await visit({ channel: 'import', emails_guest: false }))).toBe('uninvited')
  expect(await outcome(await visit({ channel: 'import' }))).toBe('written')
  const tried = await visit()
  const key = await makeApiKey(sql, { is_test: true })
  await sql`update bookings set is_test = true, api_key_id = ${key.id}, channel = 'reseller' where id = ${tried}`
  expect(await outcome(tried)).toBe('uninvited')
  for (const flag of ['is_demo', 'is_sandbox']) {
    const { vineyard_id, visit: come } = await makeVisits(sql)
    const id = await come()
    await sql`update vineyards set is_sandbox = false`
    await sql`update vineyards set is_visible = false, ${sql(flag)} = true where id = ${vineyard_id}`
    expect(await outcome(id), flag).toBe('uninvited')
  }
})

test('a guest can change a review within 24 hours, unless another window has changed it meanwhile', async () => {
  const { visit } = await makeVisits(sql)
  const id = await visit()
  await makeReview(sql, id, { ...draft, now: soon })
  const edge = new Date(soon.getTime() + 24 * hour)
  expect(await outcome(id, edge, soon, 'Too late.')).toBe('closed')
  const last = new Date(edge.getTime() - 1)
  expect(await outcome(id, last, null, 'From an old window.')).toBe('changed')
  expect(await outcome(id, last, soon, 'Better.')).toBe('written')
  expect(await outcome(id, last, soon, 'From an old window.')).toBe('changed')
  // Sending the same form twice changes the review once.
  expect(await outcome(id, edge, soon, 'Better.')).toBe('written')
  // Other stars with the same words are a change.
  expect(await writeReview(sql, id, { stars: 1, words: 'Better.' }, last, last)).toMatchObject({ ok: true })
  expect(await sql`select stars, words, edited_at from reviews where booking_id = ${id}`).toEqual([
    { stars: 1, words: 'Better.', edited_at: last },
  ])
})

/** Adds a picture to the review of a booking. Returns its id, or why it was refused. */
async function add(booking: string, now = soon): Promise<string> {
  const name = randomUUID()
  const address = `/media/review-${name.replaceAll('-', '')}-640x480.webp`
  const picture = { id: name, address, width: 640, height: 480, bytes: 9 }
  const added = await addReviewPicture(sql, booking, picture, now)
  return added.ok ? name : added.problem
}

test('for 24 hours, a guest can add pictures: at most three in the review, and at most ten including removed pictures', async () => {
  const { visit } = await makeVisits(sql)
  const [id, other] = [await visit(), await visit()]
  expect(await add(id)).toBe('absent')
  await makeReview(sql, id, { now: soon })
  const edge = new Date(soon.getTime() + 24 * hour)
  expect(await add(id, edge)).toBe('closed')
  for (let n = 0; n < 9; n++) await removeReviewPicture(sql, id, await add(id), soon)
  expect(await add(id, new Date(edge.getTime() - 1))).toHaveLength(36)
  expect(await add(id)).toBe('full')
  await makeReview(sql, other, { now: soon })
  for (let n = 0; n < 3; n++) expect(await add(other)).toHaveLength(36)
  expect(await add(other)).toBe('full')
  await deleteReview(sql, id, soon)
  expect(await add(id)).toBe('absent')
})

test('of two pictures that are added at the same time, only one becomes the third picture of a review', async () => {
  const { visit } = await makeVisits(sql)
  const id = await visit()
  const review = await makeReview(sql, id, { now: soon })
  for (let n = 0; n < 2; n++) await add(id)
  const both = await race(sql, (holder) => holder`select from reviews where id = ${review} for update`, [
    () => add(id),
    () => add(id),
  ])
  expect(both.filter((answer) => answer === 'full')).toHaveLength(1)
})

test('stores only one of two concurrent forms with different words', async () => {
  const { visit } = await makeVisits(sql)
  const id = await visit()
  const both = await race(sql, (holder) => holder`select from bookings where id = ${id} for update`, [
    () => outcome(id, soon, null, 'One.'),
    () => outcome(id, soon, null, 'Two.'),
  ])
  expect(both.toSorted()).toEqual(['changed', 'written'])
  expect(await sql`select from reviews where booking_id = ${id}`).toHaveLength(1)
})

test('a deletion that is concurrent with an answer also deletes the answer', async () => {
  const { vineyard_id, visit } = await makeVisits(sql)
  const id = await visit()
  const review = await makeReview(sql, id, { now: soon })
  const by = { ...moderator, vineyard_id }
  await race(sql, (holder) => holder`select from reviews where id = ${review} for update`, [
    () => deleteReview(sql, id, soon),
    () => answerReview(sql, review, 'Thank you.', { by, seen: null }, soon).then(({ ok }) => ok),
  ])
  expect([...(await sql`select words, answer from reviews where id = ${review}`)]).toEqual([
    { words: '', answer: '' },
  ])
  expect(await findReviewPage(sql, id, soon)).toMatchObject({ refusal: 'deleted', review: null })
  expect(await mayReview(sql, id, soon)).toBe(false)
})

test.each([
  ['Grace Hopper', 'Grace'],
  ['Hopper, Grace Brewster', 'Grace'],
  ['Dr. Zoë-Anne O’Neill', 'Zoë-Anne'],
  ['MRS Grace', 'Grace'],
  ['grace.hopper@example.org', 'A guest'],
  ['+44 7700 900123', 'A guest'],
  ['Grace2 🍇', 'A guest'],
])('a review by %s names the writer %s and the month', (guest_name, shown) => {
  expect(writerOf({ guest_name, booking_date: '2026-06-06' })).toBe(`${shown}, June 2026`)
})

test('a hidden review stays hidden after a change, and its writer is emailed the rule', async () => {
  const { visit } = await makeVisits(sql)
  const id = await visit()
  const review = await makeReview(sql, id, { ...draft, now: soon })
  expect(await moderateReview(sql, review, 3, { by: moderator }, soon)).toMatchObject({ ok: true })
  expect(await moderateReview(sql, review, 3, { by: moderator }, soon)).toMatchObject({ ok: true })
  expect(await outcome(id, soon, soon, 'Changed.')).toBe('written')
  expect(await sql`select words, hidden_by_rule from reviews where id = ${review}`).toEqual([
    { words: 'Changed.', hidden_by_rule: 3 },
  ])
  const mails = () => sql`
    select email_type, to_address, payload ->> 'rule' as rule from emails
    where booking_id = ${id} and email_type like 'review%' order by email_type`
  expect([...(await mails())]).toEqual([
    { email_type: 'review_changed', to_address: 'ada@example.com', rule: null },
    { email_type: 'review_hidden', to_address: 'ada@example.com', rule: '3' },
    { email_type: 'review_written', to_address: 'ada@example.com', rule: null },
  ])
  await moderateReview(sql, review, null, { by: moderator }, soon)
  expect((await mails()).map(({ email_type }) => email_type)).toEqual([
    'review_changed',
    'review_hidden',
    'review_shown',
    'review_written',
  ])
})

test('the email about today’s guests says how many reviews have no answer', async () => {
  const { vineyard_id, visit } = await makeVisits(sql)
  await makeWinemaker(sql, { vineyard_id })
  for (const words of ['One.', 'Two.', 'Hidden.', 'Answered.']) {
    const id = await makeReview(sql, await visit(), { words, now: visitEnd })
    if (words === 'Hidden.') await moderateReview(sql, id, 1, { by: moderator }, visitEnd)
    const by = { ...moderator, vineyard_id }
    if (words === 'Answered.') await answerReview(sql, id, 'Thank you.', { by, seen: null }, visitEnd)
  }
  await visit({ status: 'confirmed' })
  await sendDailySheets(sql, new Date('2026-06-06T06:00:00Z'))
  const sheet = async () => {
    const [row] = await sql<[MailRow]>`
      select * from emails where email_type = 'vineyard_daily_sheet' and payload ->> 'vineyardId' = ${vineyard_id}`
    const written = await writeMail(sql, row, { site_url: 'http://site.test', mail_from: 'a@site.test' })
    return written.ok ? written.value.text : ''
  }
  expect(await sheet()).toContain('Read and answer 2 reviews')
  await sql`update reviews set created_at = created_at - interval '61 days' where vineyard_id = ${vineyard_id}`
  expect(await sheet()).not.toContain('Read and answer')
})

test('guests marked as no-shows get no thank-you email, but unmarked guests do', async () => {
  const { visit } = await makeVisits(sql)
  const [came, absent] = [await visit(), await visit()]
  await mark(absent, 'no_show', after(hour))
  await thankGuests(sql, new Date('2026-06-07T09:00:00Z'))
  const thanked = await sql`select booking_id from emails where email_type = 'thank_you'`
  const ids = thanked.map(({ booking_id }) => booking_id)
  expect([ids.includes(came), ids.includes(absent)]).toEqual([true, false])
})
