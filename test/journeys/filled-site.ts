import { book } from '../book.ts'
import { openSite, type Site } from '../faults/site.ts'
import { makeWorld, type RowIds } from '../permissions/world.ts'
import { hostileDocument, poison } from '../poison.ts'
import { adminSession } from './admin-session.ts'
import { expect, test as base } from './journey.ts'

type FilledSite = {
  address: string
  ids: RowIds
  /** The key and the value of a sign-in in the browser's local storage. */
  sessions: Record<'winemaker' | 'admin', readonly [key: string, value: string]>
}

const sharedDay = 'd0000000-0000-4000-8000-00000000da11'
const editKey = 'f'.repeat(43)
/** The paths of a shared itinerary with an answer and a vote, for its friends and for its maker. */
export const sharedDayPaths = [
  `/itinerary/${sharedDay}?share=${sharedDay}`,
  `/itinerary/${sharedDay}?key=${editKey}`,
]

/** Adds a row to every table, with hostile text in every text column and with bookings up to five days ahead. */
async function fillSite({ sql, port }: Site): Promise<FilledSite> {
  const { callers } = await makeWorld(sql, new Date('2026-06-01T12:00:00Z'))
  const [own, admin] = [callers['winemaker A'], callers.admin]
  if (!own?.token || !admin?.token) throw new Error('No session was created')
  const ids: RowIds = own.own
  const [experience] = await sql<[{ id: string; vineyard_id: string; price_per_person: number }]>`
    select id, vineyard_id, price_per_person from experiences where id = ${ids.experiences}`
  for (const days of [0, 1, 5]) {
    const slot_date = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const at = { pattern_id: ids.availability_patterns, slot_date }
    await book(sql, experience, at, 2, new Date(Date.now() - 3 * 86_400_000))
  }
  await sql`update vineyards set latitude = 51, longitude = 0.5, featured_at = now() where id = ${experience.vineyard_id}`
  await sql`update itineraries set is_curated = true, published_at = now() where id = ${ids.itineraries}`
  await sql`
    insert into itinerary_stops (itinerary_id, place, vineyard_id, name, note)
    values (${ids.itineraries}, 1, ${experience.vineyard_id}, 'A stop', 'A note')`
  const [other] = await sql<[{ id: string }]>`
    insert into itineraries (title, key_hash) values ('The other plan', ${Buffer.alloc(32)}) returning id`
  await sql`
    insert into itineraries (id, title, key_hash, share_id, other_plan_id)
    values (${sharedDay}, 'A shared day', sha256(${editKey}::bytea), ${sharedDay}, ${other.id})`
  await sql`
    insert into itinerary_stops (itinerary_id, place, vineyard_id, experience_id, name)
    values (${other.id}, 1, null, null, 'A stop'),
      (${sharedDay}, 1, ${experience.vineyard_id}, ${experience.id}, null)`
  await sql`
    insert into itinerary_answers (itinerary_id, key_hash, name, is_coming, needs, vote, created_at, answered_at)
    values (${sharedDay}, ${Buffer.alloc(32)}, 'Ada', true, 'Vegan', 'other', now(), now())`
  const written = await poison(sql)
  expect(written).toEqual(
    expect.arrayContaining([
      'vineyards.name',
      'vineyards.city',
      'vineyards.website',
      'vineyards.cover_image_url',
      'experiences.title',
      'bookings.guest_name',
      'bookings.special_requests',
      'blog_posts.title',
      'itinerary_stops.note',
      'itinerary_answers.name',
      'itinerary_answers.needs',
    ]),
  )
  // One post has the editor's own format, for the editor. Another post is malicious, for visitors.
  await sql`update blog_posts set body = ${sql.json(hostileDocument)} where id = ${ids.blog_posts}`
  // The customer's id is computed from the email address, which has changed.
  const [booking] = await sql<[{ id: string; customer: string }]>`
    select id, customer_id(vineyard_id, guest_email) as customer from bookings
    where vineyard_id = ${experience.vineyard_id} order by booking_date desc limit 1`
  return {
    address: `http://127.0.0.1:${port}`,
    ids: { ...ids, customers: booking.customer, bookings: booking.id, blog_slug: own.foreign.blog_slug },
    sessions: {
      winemaker: ['winemaker_session_token', own.token],
      admin: ['admin_session', adminSession({ token: admin.token })],
    },
  }
}

/** A test on a separate site with hostile text everywhere. Each Playwright worker opens the site once. */
export const test = base.extend<object, { filled: FilledSite }>({
  filled: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright requires a pattern.
    async ({}, use) => {
      const site = await openSite({ CONTACT_EMAIL: 'hello@example.com' })
      await use(await fillSite(site))
      await site.close()
    },
    { scope: 'worker' },
  ],
})
