import fc from 'fast-check'
import { expect, test } from 'vitest'

import { ownDatabase } from '../../../test/database.ts'
import { makeVisits, moderator, visitEnd } from '../../../test/reviews.ts'
import { ratingOf } from './rating.ts'
import { deleteReview, listShownReviews, readRatings, writeReview } from './review.server.ts'
import { moderateReview } from './staff-review.server.ts'

const sql = await ownDatabase()
const now = new Date(visitEnd.getTime() + 3_600_000)

const guest = fc.nat(5)
const stars = fc.integer({ min: 1, max: 5 })
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ act: fc.constant('write' as const), guest, stars }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('hide' as const), guest, stars }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('show' as const), guest, stars }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('delete' as const), guest, stars }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('erase' as const), guest, stars }) },
)
type Step = { act: 'write' | 'hide' | 'show' | 'delete' | 'erase'; guest: number; stars: number }
type Model = Map<number, { stars: number; is_hidden: boolean; is_erased: boolean }>

/** Applies to the model the change that a step should cause. */
function expectAfter(model: Model, { act, guest, stars }: Step): void {
  const review = model.get(guest)
  if (act === 'write' && !review) model.set(guest, { stars, is_hidden: false, is_erased: false })
  if (!review || review.is_erased) return
  if (act === 'write') review.stars = stars
  if (act === 'hide') review.is_hidden = true
  if (act === 'show') review.is_hidden = false
  if (act === 'delete' || act === 'erase') review.is_erased = true
}

/** Returns the average of the model's shown reviews. The site calculates the average in another way. */
function averageOf(model: Model) {
  const shown = [...model.values()].filter((review) => !review.is_hidden && !review.is_erased)
  const sum = shown.reduce((total, review) => total + review.stars, 0)
  if (shown.length < 3) return null
  const tenths = Math.floor((20 * sum + shown.length) / (2 * shown.length))
  return { average: `${Math.floor(tenths / 10)}.${tenths % 10}`, reviews: shown.length }
}

test('after writing, editing, hiding, showing, deleting and erasing, average and list equal those of a plain model', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const { vineyard_id, visit } = await makeVisits(sql)
      const bookings = await Promise.all(Array.from({ length: 6 }, () => visit()))
      const model: Model = new Map()
      for (const [n, each] of steps.entries()) {
        const booking = bookings[each.guest] ?? ''
        const [review] = await sql<{ id: string; seen: Date }[]>`
          select id, coalesce(edited_at, created_at) as seen from reviews where booking_id = ${booking}`
        const draft = { stars: each.stars, words: `Words ${n}.` }
        if (each.act === 'write') await writeReview(sql, booking, draft, review?.seen ?? null, now)
        if (each.act === 'hide' && review) await moderateReview(sql, review.id, 1, { by: moderator }, now)
        if (each.act === 'show' && review) await moderateReview(sql, review.id, null, { by: moderator }, now)
        if (each.act === 'delete') await deleteReview(sql, booking, now)
        if (each.act === 'erase' && review) await sql`select erase_bookings(${[booking]}::uuid[], ${now})`
        expectAfter(model, each)
        const totals = (await readRatings(sql, [vineyard_id])).get(vineyard_id)
        const { text: _, ...rating } = (totals && ratingOf(totals)) ?? { text: '' }
        expect(rating).toEqual(averageOf(model) ?? {})
      }
      const listed = await listShownReviews(sql, vineyard_id, { from: 0, most: 50 })
      const shown = [...model.values()].filter((review) => !review.is_hidden && !review.is_erased)
      expect(listed.map(({ stars }) => stars).toSorted()).toEqual(shown.map(({ stars }) => stars).toSorted())
      expect([...(await sql`select * from rating_faults()`)]).toEqual([])
    }),
    { numRuns: 12 },
  )
})

test('the consistency check names a rating that differs from its reviews', async () => {
  const { vineyard_id, visit } = await makeVisits(sql)
  const id = await visit()
  await writeReview(sql, id, { stars: 3, words: 'Fine.' }, null, now)
  await sql`update vineyard_ratings set stars = 5 where vineyard_id = ${vineyard_id}`
  expect([...(await sql`select noun_id, detail from rating_faults()`)]).toEqual([
    { noun_id: vineyard_id, detail: 'counts 1 reviews with 5 stars, but has 1 reviews with 3 stars' },
  ])
})
