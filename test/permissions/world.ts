import { randomBytes, randomUUID } from 'node:crypto'

import type { KeyActorAt } from '../../app/people/sign-in/actor.ts'
import { addException } from '../../app/bookings/sessions/closure.server.ts'
import { reserve } from '../../app/partners/octo/octo-booking-changes.server.ts'
import type { Sql } from '../../app/platform/database/database.server.ts'
import { book, hold, makeDailyExperience } from '../book.ts'
import {
  makeAdmin,
  makeApiKey,
  makePattern,
  makeReseller,
  makeVineyard,
  makeVisitor,
  makeWinemaker,
} from '../make.ts'
import { mergeAnother } from '../customers.ts'
import { makeSessionMove } from '../session-moves.ts'
import { reviewRows } from '../reviews.ts'
import { makeWebhook } from '../webhooks.ts'
import { staffRows } from './staff-rows.ts'

/** The ids of one row of every kind, at one vineyard and for a visitor who booked there. */
export type RowIds = Record<
  | 'vineyards'
  | 'experiences'
  | 'hosts'
  | 'pictures'
  | 'availability_patterns'
  | 'availability_exceptions'
  | 'bookings'
  | 'reviews'
  | 'review_pictures'
  | 'holds'
  | 'group_holds'
  | 'sales'
  | 'payments'
  | 'emails'
  | 'call_offs'
  | 'session_moves'
  | 'calendar_feeds'
  | 'calendar_sources'
  | 'api_keys'
  | 'resellers'
  | 'octo_bookings'
  | 'webhooks'
  | 'webhook_deliveries'
  | 'customers'
  | 'other_customer'
  | 'customer_contacts'
  | 'customer_merges'
  | 'customer_notes'
  | 'customer_tags'
  | 'erasure_requests'
  | 'favourites'
  | 'itineraries'
  | 'blog_posts'
  | 'contact_messages'
  | 'vineyard_claims'
  | 'winemakers'
  | 'team'
  | 'sessions'
  | 'refresh_token'
  | 'winemaker_email'
  | 'winemaker_token'
  | 'blog_slug'
  | 'received_mail',
  string
> & { empty_vineyard: string }

export type Caller = { token: string | null; own: RowIds; foreign: RowIds }

/**
 * Makes two vineyards with a row of every kind, and callers of every kind. Rows belong to the caller (`own`) or to
 * somebody else (`foreign`). For a caller who owns no rows, `own` contains the rows of the first vineyard.
 */
export async function makeWorld(sql: Sql, now: Date) {
  const guest = await makeVisitor(sql)
  const [a, b] = [await makeEstate(sql, guest, now), await makeEstate(sql, await makeVisitor(sql), now)]
  const test = await makeTestKey(sql, a.own.vineyards, now)
  await makeApiKey(sql, { vineyard_id: b.own.vineyards, is_test: true })
  const admin = await makeAdmin(sql)
  const absent = Object.fromEntries(Object.keys(a.own).map((noun) => [noun, randomUUID()])) as RowIds
  // A token that no caller ever had.
  absent.winemaker_token = 'A'.repeat(43)
  absent.refresh_token = 'A'.repeat(43)
  absent.winemaker_email = 'nobody@example.com'
  absent.sales = absent.payments = '999999999'
  absent.blog_slug = 'never-written'
  absent.received_mail = a.own.received_mail.replaceAll(a.own.bookings, absent.bookings)

  const as = (token: string | null, own: RowIds, foreign: RowIds): Caller => ({ token, own, foreign })
  const callers: Record<string, Caller> = {
    nobody: as(null, a.own, b.own),
    guest: as(guest.token, a.own, b.own),
    'winemaker A': as(a.token, a.own, b.own),
    'winemaker B': as(b.token, b.own, a.own),
    manager: as(a.manager_token, a.own, b.own),
    gate: as(a.gate_token, a.own, b.own),
    disabled: as(a.disabled_token, a.own, b.own),
    'API key': as(a.key, a.own, b.own),
    'reseller key': as(a.reseller_key, { ...a.own, octo_bookings: a.reseller_booking }, b.own),
    'test key': as(test.key, { ...a.own, ...test.own }, b.own),
    admin: as(admin.token, a.own, b.own),
  }
  return { callers, absent }
}

/** Holds two places through OCTO with a key. */
async function reserveByOcto(
  sql: Sql,
  api_key_id: string,
  { id, vineyard_id }: { id: string; vineyard_id: string },
  now: Date,
): Promise<string> {
  const key = { actor_id: api_key_id, vineyard_id, is_test: true } as KeyActorAt
  const wanted = {
    productId: id,
    optionId: 'DEFAULT',
    availabilityId: '2026-06-06T14:30:00+01:00',
    expirationMinutes: 60,
    notes: undefined,
    unitItems: [{ unitId: 'guest' }, { unitId: 'guest' }] as never,
  }
  const reserved = await reserve(sql, key, wanted, now)
  if (!reserved.ok) throw new Error(reserved.problem.errorMessage)
  return reserved.value
}

/** Makes a test key of a vineyard with its own rows: the sandbox, an experience in the sandbox, and a booking. */
async function makeTestKey(sql: Sql, vineyard_id: string, now: Date) {
  const key = await makeApiKey(sql, { vineyard_id, is_test: true, last_used_at: now })
  const [{ vineyards }] = await sql<[{ vineyards: string }]>`select require_sandbox(${now}) as vineyards`
  const [{ experiences }] = await sql<[{ experiences: string }]>`
    select id as experiences from experiences where vineyard_id = ${vineyards} and max_group_size = 8`
  // A database has only one sandbox, which all worlds share.
  const [planned] = await sql`
    select from availability_patterns where experience_id = ${experiences} and start_time = '14:30'`
  if (!planned) await makePattern(sql, { experience_id: experiences })
  const experience = { id: experiences, vineyard_id: vineyards }
  const octo_bookings = await reserveByOcto(sql, key.id, experience, now)
  return { key: key.token, own: { vineyards, experiences, octo_bookings } }
}

async function makeEstate(sql: Sql, visitor: { id: string; email: string }, now: Date) {
  const market = await makeDailyExperience(sql)
  const { id: experience_id, vineyard_id } = market.experience
  const winemaker = await makeWinemaker(sql, { vineyard_id })
  const manager = await makeWinemaker(sql, { vineyard_id, role: 'manager' })
  const gate = await makeWinemaker(sql, { vineyard_id, role: 'gate' })
  const disabled = await makeWinemaker(sql, { vineyard_id })
  await sql`update winemakers set is_active = false where id = ${disabled.id}`
  const booking = await book(sql, market.experience, market.on('2026-06-06'), 2, now)
  await sql`update bookings set user_id = ${visitor.id}, guest_email = ${visitor.email} where id = ${booking}`
  const closed = await addException(
    sql,
    { vineyard_id, starts_on: '2026-12-24', ends_on: '2026-12-26', capacity: null },
    { by: { actor: 'system' } },
    now,
  )
  if (!closed.ok) throw new Error('The closure was not made.')

  const call_offs = randomUUID()
  await sql`update availability_exceptions set call_off_id = ${call_offs} where id = ${closed.value.id}`

  // These keys count as just used. The use of a key is recorded only every five minutes, so reading changes no row.
  const key = await makeApiKey(sql, { vineyard_id, last_used_at: now })
  const reseller = await makeReseller(sql, {}, [vineyard_id])
  const reseller_key = await makeApiKey(sql, { reseller_id: reseller.id, last_used_at: now })
  // Only verified vineyards are sold through OCTO.
  await sql`update vineyards set is_verified = true where id = ${vineyard_id}`
  await sql`update experiences set is_instant = true, sold_by_resellers = true where id = ${experience_id}`

  const webhook = await makeWebhook(sql, vineyard_id, 'https://hooks.example.com/', ['booking.created'])
  const make = async (table: string, row: Record<string, string | number | boolean | Date>) => {
    const [made] = await sql<[{ id: string }]>`insert into ${sql(table)} ${sql(row)} returning id`
    return made.id
  }
  const person = { name: 'Ada', email: visitor.email, message: 'Hello.', form_key: randomUUID() }
  const { id: empty_vineyard } = await makeVineyard(sql)
  await sql`insert into favourites ${sql({ user_id: visitor.id, vineyard_id })}`
  const [customer] = await sql<[{ id: string }]>`
    select customer_id(vineyard_id, guest_email) as id from bookings where id = ${booking}`
  const merge = await mergeAnother(sql, market, customer.id, now)
  const [mail] = await sql<[{ payload: unknown }]>`select email_payload(${booking}, 'received') as payload`
  const blog_slug = `post-${randomUUID()}`

  const inAnHour = new Date(now.getTime() + 3_600_000)
  const own: RowIds = {
    ...(await reviewRows(sql, { booking_id: booking, vineyard_id }, now)),
    ...(await staffRows(sql, market, { booking_id: booking, to_address: visitor.email }, now)),
    vineyards: vineyard_id,
    experiences: experience_id,
    hosts: await make('hosts', { vineyard_id, name: 'Guide', capacity: 20 }),
    pictures: await make('pictures', {
      vineyard_id,
      shown_as: 'more',
      address: `/media/${randomUUID().replaceAll('-', '')}-640x480.webp`,
    }),
    availability_patterns: market.pattern.id,
    availability_exceptions: closed.value.id,
    bookings: booking,
    holds: await hold(sql, market.experience, market.on('2026-06-06'), 2, [now, inAnHour]),
    call_offs,
    session_moves: await makeSessionMove(sql, market.experience, now),
    calendar_feeds: await make('calendar_feeds', {
      vineyard_id,
      secret_hash: randomBytes(16).toString('hex'),
      renewed_at: now,
    }),
    // A loopback address, which the fetcher rejects.
    calendar_sources: await make('calendar_sources', {
      vineyard_id,
      url: 'https://127.0.0.1/bookings.ics',
      added_at: now,
      next_check_at: now,
    }),
    api_keys: key.id,
    resellers: reseller.id,
    octo_bookings: await reserveByOcto(sql, key.id, market.experience, now),
    webhooks: webhook.id,
    webhook_deliveries: await make('webhook_deliveries', {
      webhook_id: webhook.id,
      event_type: 'booking.created',
      subject_id: booking,
      payload: sql.json({
        type: 'booking.created',
        timestamp: now.toISOString(),
        data: { reference: 'CV-2345-67' },
      }) as never,
      state: 'failed',
      attempts: 20,
      created_at: now,
      next_attempt_at: now,
      give_up_at: now,
    }),
    customers: customer.id,
    customer_contacts: merge.contact_id,
    customer_merges: merge.merge_id,
    customer_notes: await make('customer_notes', {
      vineyard_id,
      email: visitor.email,
      note: 'Likes the terrace.',
      actor: 'winemaker',
      actor_id: winemaker.id,
      created_at: now,
    }),
    customer_tags: await make('customer_tags', {
      vineyard_id,
      email: visitor.email,
      tag: 'regular',
      agreed: false,
      actor: 'winemaker',
      actor_id: winemaker.id,
      created_at: now,
    }),
    erasure_requests: await make('erasure_requests', {
      vineyard_id,
      email: visitor.email,
      requested_by: winemaker.id,
      created_at: now,
      declined_at: now,
      refusal: 'A bill is open.',
    }),
    favourites: vineyard_id,
    itineraries: await make('itineraries', { user_id: visitor.id, title: 'My day' }),
    blog_posts: await make('blog_posts', { slug: blog_slug, title: 'Chalk', published_at: now }),
    contact_messages: await make('contact_messages', { ...person, subject: 'Hello' }),
    vineyard_claims: await make('vineyard_claims', {
      ...person,
      form_key: randomUUID(),
      vineyard_id,
      role: 'Owner',
    }),
    winemakers: winemaker.id,
    team: manager.id,
    sessions: winemaker.session_id,
    refresh_token: (await makeAdmin(sql)).refresh_token,
    winemaker_email: winemaker.email,
    winemaker_token: winemaker.token,
    blog_slug,
    received_mail: JSON.stringify(mail.payload),
    empty_vineyard,
  }
  return {
    own,
    token: winemaker.token,
    manager_token: manager.token,
    gate_token: gate.token,
    disabled_token: disabled.token,
    key: key.token,
    reseller_key: reseller_key.token,
    reseller_booking: await reserveByOcto(sql, reseller_key.id, market.experience, now),
  }
}
