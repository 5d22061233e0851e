import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { ownDatabase } from '../../../test/database.ts'
import { makeWinemaker } from '../../../test/make.ts'
import { makeReview, makeVisits, moderator, visitEnd } from '../../../test/reviews.ts'
import { race, untilWaiting } from '../../../test/race.ts'
import { addReviewPicture, deleteReview } from './review.server.ts'
import { answerReview, moderateReview } from './staff-review.server.ts'

const sql = await ownDatabase()
const hour = 3_600_000
const soon = new Date(visitEnd.getTime() + hour)
const by = moderator

async function makeOne() {
  const { vineyard_id, visit } = await makeVisits(sql)
  const booking = await visit()
  return { vineyard_id, booking, id: await makeReview(sql, booking, { now: soon }) }
}
const picture = () => {
  const id = randomUUID()
  const address = `/media/review-${id.replaceAll('-', '')}-640x480.webp`
  return { id, address, width: 640, height: 480, bytes: 9 }
}
const auditOf = (id: string) => sql`
  select noun, before, after from audit_trail where noun_id = ${id} order by happened_at, length(id), id`

test('an answer that waited for the deletion of its review is refused', async () => {
  const { booking, id } = await makeOne()
  const outcomes = await race<unknown>(
    sql,
    (holder) => holder`select from reviews where id = ${id} for update`,
    [
      () => deleteReview(sql, booking, soon),
      async () => {
        await untilWaiting(sql, 1)
        return answerReview(sql, id, 'Thank you.', { by, seen: null }, soon)
      },
    ],
  )
  expect(outcomes).toEqual([true, { ok: false, problem: 'absent' }])
})

test('the deletion of a review waits for a picture that is being added, and removes the picture', async () => {
  const { booking, id } = await makeOne()
  await race<unknown>(sql, (holder) => holder`select from reviews where id = ${id} for update`, [
    () => addReviewPicture(sql, booking, picture(), soon),
    async () => {
      await untilWaiting(sql, 1)
      return deleteReview(sql, booking, soon)
    },
  ])
  expect([...(await sql`select removed_at from review_pictures where review_id = ${id}`)]).toEqual([
    { removed_at: soon },
  ])
})

test('deleting a review removes its pictures and reports, and deleting it again has no effect', async () => {
  const { vineyard_id, booking, id } = await makeOne()
  const [earlier, shown] = [picture(), picture()]
  for (const each of [earlier, shown]) await addReviewPicture(sql, booking, each, soon)
  await sql`update review_pictures set shown_at = ${soon} where review_id = ${id}`
  await sql`update review_pictures set removed_at = ${visitEnd} where id = ${earlier.id}`
  await sql`select report_review(${id}, ${vineyard_id}, 3, ${soon})`
  expect(await deleteReview(sql, booking, soon)).toBe(true)
  const later = new Date(soon.getTime() + hour)
  expect(await deleteReview(sql, booking, later)).toBe(false)
  await sql`select erase_bookings(${[booking]}::uuid[], ${later})`
  const rows =
    await sql`select id, shown_at, removed_at from review_pictures where review_id = ${id} order by removed_at`
  expect([...rows]).toEqual([
    { id: earlier.id, shown_at: null, removed_at: visitEnd },
    { id: shown.id, shown_at: null, removed_at: soon },
  ])
  expect(await sql`select from review_reports where review_id = ${id}`).toHaveLength(0)
  expect([...(await sql`select erased_at from reviews where id = ${id}`)]).toEqual([{ erased_at: soon }])
})

test('only reviews shown on the vineyard’s page can be reported, and an admin’s decision settles the reports', async () => {
  const { vineyard_id, booking, id } = await makeOne()
  const report = async (of = vineyard_id, now = soon) => {
    const [row] = await sql<[{ known: boolean }]>`select report_review(${id}, ${of}, 3, ${now}) as known`
    return row.known
  }
  const later = new Date(soon.getTime() + hour)
  expect([await report(), await report(randomUUID()), await report(vineyard_id, later)]).toEqual([
    true,
    false,
    true,
  ])
  const reports = () => sql`select rule, times, reported_at from review_reports where review_id = ${id}`
  expect([...(await reports())]).toEqual([{ rule: 3, times: 2, reported_at: later }])
  // The admin decides that the review breaks no rule.
  await moderateReview(sql, id, null, { by }, soon)
  expect(await reports()).toHaveLength(0)
  await moderateReview(sql, id, 3, { by }, soon)
  expect(await report()).toBe(false)
  await moderateReview(sql, id, null, { by }, soon)
  await deleteReview(sql, booking, soon)
  expect([await report(), await reports()]).toEqual([false, []])
  expect(await moderateReview(sql, id, 3, { by }, soon)).toEqual({ ok: false, problem: 'absent' })
})

test('hiding a review sends no email if the guest’s booking emails are switched off', async () => {
  const { booking, id } = await makeOne()
  await sql`delete from emails where booking_id = ${booking}`
  await sql`update bookings set emails_guest = false where id = ${booking}`
  await moderateReview(sql, id, 3, { by }, soon)
  expect(await sql`select from emails where booking_id = ${booking} and email_type like 'review%'`).toEqual(
    [],
  )
})

test('the audit log records answers and hidden reviews, and sending the same answer again changes nothing', async () => {
  const { id } = await makeOne()
  const answer = (words: string, now: Date, seen: string | null = null) =>
    answerReview(sql, id, words, { by, seen }, now)
  const stored = async () => [...(await sql`select answer, answered_at from reviews where id = ${id}`)][0]
  await answer('Thank you.', soon)
  const last = new Date(soon.getTime() + 24 * hour - 1)
  expect(await answer('Thank you!', last, 'an old version')).toEqual({ ok: false, problem: 'changed' })
  await answer('Thank you!', last)
  const late = new Date(soon.getTime() + 24 * hour)
  expect(await answer('Thank you!', late, 'an old version')).toEqual({ ok: true, value: undefined })
  expect(await answer('Thanks.', late)).toEqual({ ok: false, problem: 'closed' })
  expect(await stored()).toEqual({ answer: 'Thank you!', answered_at: soon })
  await moderateReview(sql, id, 6, { by }, soon)
  await moderateReview(sql, id, 6, { by }, soon)
  expect([...(await auditOf(id))]).toEqual([
    { noun: 'review', before: { answer: '' }, after: { answer: 'Thank you.' } },
    { noun: 'review', before: { hidden_by_rule: null }, after: { hidden_by_rule: 6 } },
    { noun: 'review', before: { answer: 'Thank you.' }, after: { answer: 'Thank you!' } },
  ])
})

test('only staff who work at the vineyard can answer its reviews', async () => {
  const { vineyard_id, id } = await makeOne()
  const stranger = await makeWinemaker(sql)
  const answerFor = (of: string) => {
    const winemaker = { actor: 'winemaker', actor_id: stranger.id, vineyard_id: of } as const
    return answerReview(sql, id, 'Hello.', { by: winemaker, seen: null }, soon)
  }
  expect(await answerFor(stranger.vineyard_id)).toEqual({ ok: false, problem: 'absent' })
  await expect(answerFor(vineyard_id)).rejects.toMatchObject({ code: 'CV002' })
  expect([...(await sql`select answer from reviews where id = ${id}`)]).toEqual([{ answer: '' }])
})
