import { randomUUID } from 'node:crypto'

import { changeBookingStatus } from '../app/bookings/booking.server.ts'
import { writeReview } from '../app/bookings/reviews/review.server.ts'
import type { Sql } from '../app/platform/database/database.server.ts'
import type { startApp } from './app.ts'
import { book, makeDailyExperience } from './book.ts'
import { signedIn } from './make.ts'

type TestApp = Awaited<ReturnType<typeof startApp>>

export const moderator = { actor: 'admin', actor_id: '00000000-0000-4000-8000-000000000001' } as const

/** The end of the visits of `makeVisits`, which start at 14:30 on 6 June 2026 in London and take 90 minutes. */
export const visitEnd = new Date('2026-06-06T15:00:00Z')

type Fields = NonNullable<Parameters<typeof makeDailyExperience>[1]>['experience']

/** Returns a function that makes a completed visit at one vineyard and returns the id of its booking. */
export async function makeVisits(sql: Sql, experience: Fields = {}) {
  const market = await makeDailyExperience(sql, { capacity: 500, experience })
  const { vineyard_id } = market.experience
  const visit = async (changes: Record<string, string | boolean | null> = {}) => {
    const made = new Date('2026-06-01T09:00:00Z')
    const id = await book(sql, market.experience, market.on('2026-06-06'), 2, made)
    await changeBookingStatus(sql, id, 'confirmed', { by: moderator }, made)
    await changeBookingStatus(sql, id, 'completed', { by: moderator }, visitEnd)
    if (Object.keys(changes).length > 0) await sql`update bookings set ${sql(changes)} where id = ${id}`
    return id
  }
  return { vineyard_id, visit }
}

/** Writes a review of a visit, an hour after the end of the visit or at `now`. Returns the id of the review. */
export async function makeReview(
  sql: Sql,
  booking_id: string,
  { stars = 5, words = 'Lovely.', now = new Date(visitEnd.getTime() + 3_600_000) } = {},
): Promise<string> {
  const written = await writeReview(sql, booking_id, { stars, words }, null, now)
  if (!written.ok) throw new Error(`refused: ${written.problem}`)
  const [row] = await sql<[{ id: string }]>`select id from reviews where booking_id = ${booking_id}`
  return row.id
}

/** Stores a review with a picture, even if the visit is not completed. Returns the ids of both rows. */
export async function reviewRows(sql: Sql, of: { booking_id: string; vineyard_id: string }, now: Date) {
  const [review] = await sql<[{ id: string }]>`
    insert into reviews ${sql({ ...of, stars: 4, words: 'Lovely.', created_at: now })} returning id`
  const picture = {
    id: randomUUID(),
    review_id: review.id,
    address: `/media/review-${randomUUID().replaceAll('-', '')}-640x480.webp`,
    bytes: 9,
    created_at: now,
  }
  await sql`insert into review_pictures ${sql(picture)}`
  return { reviews: review.id, review_pictures: picture.id }
}

/** Returns functions that call the API about reviews, read pages and send pictures. */
export function reviewCalls({ visit }: Pick<TestApp, 'visit'>) {
  const send = (method: string, path: string, who: { token: string }, body?: object, version = '*') =>
    visit(`/api/${path}`, {
      method,
      headers: {
        ...signedIn(who),
        ...(body && { 'Content-Type': 'application/json' }),
        ...(method === 'PUT' && { 'If-Match': version === '*' ? '*' : `"${version}"` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
  const call = (
    method: string,
    path: string,
    ...more: [who: { token: string }, body?: object, version?: string]
  ) => send(method, `reviews${path}`, ...more)
  const setPictureShown = (id: string, who: { token: string }, is_shown: boolean | null) =>
    send('PUT', `review_pictures/${id}`, who, { is_shown })
  const listOf = async (who: { token: string }, query = '') =>
    (await (await call('GET', query, who)).json()).items
  const pageOf = async (path: string) => (await visit(path)).text()
  const upload = async (id: string, bytes?: Uint8Array) => {
    const form = new FormData()
    if (bytes) form.append('file', new File([Uint8Array.from(bytes)], 'picture.jpg', { type: 'image/jpeg' }))
    return visit(`/booking/${id}/review`, { method: 'POST', body: form })
  }
  return { call, setPictureShown, listOf, pageOf, upload }
}

/** Returns the vineyard's rating from the schema.org data of its page, or undefined. */
export const ratingIn = (page: string) => {
  const [, json = '[]'] = /<script[^>]*application\/ld\+json[^>]*>(.*?)<\/script>/s.exec(page) ?? []
  const things: { '@type': string; aggregateRating?: unknown }[] = JSON.parse(json)['@graph'] ?? []
  return things.find((thing) => thing['@type'] === 'Winery')?.aggregateRating
}
