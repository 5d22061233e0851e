import { randomBytes, randomUUID } from 'node:crypto'

import { erasureRequestNoun } from '../app/bookings/customers/erasure-request.server.ts'
import { customerNoteNoun, customerTagNoun } from '../app/bookings/notes/notes.server.ts'
import { changeBookingStatus } from '../app/bookings/booking.server.ts'
import { queueEmail } from '../app/mail/queue-email.server.ts'
import { addRow, changeRow } from '../app/people/accounts/staff-edit.server.ts'
import { storeClaim } from '../app/moving-in/claims/claim.server.ts'
import { storeOpeningAlert } from '../app/explore/opening-alerts/opening-alert.server.ts'
import { readConfig } from '../app/platform/config.server.ts'
import type { Sql } from '../app/platform/database/database.server.ts'
import { createLog } from '../app/platform/log.server.ts'
import { storeContactMessage } from '../app/content/messages/message.server.ts'
import { book, makeDailyExperience } from './book.ts'
import { forAYear, makeReseller, makeWinemaker } from './make.ts'

const admin = { actor: 'admin', actor_id: randomUUID() } as const

/**
 * Creates a person with every kind of personal data: bookings, messages, claims, itineraries, staff accounts of a vineyard
 * and of the site. Each text contains the marker. The visits are on `days`, and the second visit is called off. The
 * bookings are made at `now`.
 */
export async function markPerson(sql: Sql, marker: string, days: string[], now: Date) {
  const email = `${marker}@example.com`
  const market = await makeDailyExperience(sql, { experience: forAYear })
  const { vineyard_id } = market.experience

  const bookings: string[] = []
  for (const day of days) bookings.push(await book(sql, market.experience, market.on(day), 3, now))
  const guest = {
    guest_name: `${marker} Name`,
    guest_email: email.toUpperCase().replace('@EXAMPLE.COM', '@example.com'),
    guest_phone: `${marker} 01632`,
    special_requests: `${marker} request`,
    customer_notes: `${marker} note`,
    staff_notes: `${marker} staff note`,
    tags: ['allergy', `${marker} tag`],
  }
  await sql`update bookings set ${sql(guest)} where id = any (${bookings})`
  for (const id of bookings) await changeBookingStatus(sql, id, 'confirmed', { by: admin }, now)
  await sql`
    insert into booking_event_messages (event_id, booking_id, message)
    select max(id), booking_id, ${`${marker} sorry`} from booking_events where booking_id = any (${bookings})
    group by booking_id`
  await sql`update emails set to_address = ${email}, last_error = ${`550 no ${email}`}, payload = payload || ${sql.json({ guest_name: marker })}
    where booking_id = any (${bookings})`
  for (const id of bookings) {
    await noteAudit(sql, 'booking', id, guest, now)
    const discount = {
      entry: 'discount',
      amount: 1,
      reason: `${marker} discount`,
      idempotency_key: randomUUID(),
    }
    await sql`select record_payment(${id}, null, ${sql.json(discount)}, 'admin', ${admin.actor_id}, ${now})`
  }

  await reviewVisit(sql, bookings[0] ?? '', marker, now)
  await addResellerDetails(sql, bookings[0] ?? '', marker, email, now)
  const { guest_email, guest_name, guest_phone } = guest
  await holdForGroup(sql, vineyard_id, marker, guest_email, now)
  await waitForLink(sql, bookings[0] ?? '', { guest_email, guest_name, guest_phone })

  await sql`
    with b as (
      update bookings set called_off_at = ${now}, called_off_reason = 'other', called_off_message = ${`${marker} message`}
      where id = ${bookings[1] ?? null} returning id
    )
    select note_booking_event(b.id, 'called_off', 'admin', null, '{}', 'called_off', ${now}) from b`

  await keepAsCustomer(sql, vineyard_id, marker, email, now)

  await queueEmail(
    sql,
    { email_type: 'sign_in', to_address: email, payload: { name: marker }, once_key: `sign-in ${email}` },
    now,
  )
  await queueEmail(
    sql,
    { email_type: 'told_staff', to_address: 'staff@example.com', payload: { from: email, words: marker } },
    now,
  )
  const words = { name: `${marker} Name`, email, message: `${marker} message`, form_key: randomUUID() }
  await storeContactMessage(sql, { ...words, subject: `${marker} subject` })
  await sql`update contact_messages set answer = ${`${marker} answer`} where email = ${email}`
  const context = { sql, config: readConfig({ NODE_ENV: 'test' }), log: createLog('silent') }
  await storeClaim(context, { id: vineyard_id, name: 'Windover' }, { ...words, role: `${marker} role` }, now)
  const mill = {
    id: null,
    name: `${marker} Mill`,
    location: marker,
    website: `https://${marker}.example`,
  } as const
  await storeClaim(context, mill, { ...words, role: `${marker} role` }, now)
  await sql`update vineyard_claims set state = 'refused', refusal = ${`${marker} refusal`} where email = ${email}`
  await storeOpeningAlert(context, { id: vineyard_id, name: 'Windover' }, email, now)
  await noteAudit(sql, 'contact_message', randomUUID(), { email, message: marker }, now)
  await makeReseller(sql, { email })

  // An itinerary without an account belongs to the guest who books its visits.
  await makeItinerary(sql, `${marker} day out`, { key_hash: randomBytes(32) }, bookings[0])
  await visitor(sql, marker, email, vineyard_id)
  await pastStaff(sql, marker, email, vineyard_id)
  return { email, bookings, market }
}

/** Merges a guest who left only a telephone number into the marked person, as a customer. */
export async function mergeMarkedPerson(
  sql: Sql,
  {
    market,
    bookings,
    marker,
  }: Pick<Awaited<ReturnType<typeof markPerson>>, 'market' | 'bookings'> & { marker: string },
  now: Date,
) {
  const id = await book(sql, market.experience, market.on('2026-06-01'), 1, now)
  const guest = {
    guest_name: `${marker} Name`,
    guest_phone: '01632 960555',
    guest_email: null,
    channel: 'staff',
  }
  await sql`update bookings set ${sql(guest)} where id = ${id}`
  await sql`delete from emails where booking_id = ${id}`
  await sql`
    select merge_customers(a.contact_id, b.contact_id, null, 'admin', ${admin.actor_id}, ${now})
    from bookings a, bookings b where a.id = ${bookings[0] ?? null} and b.id = ${id}`
}

/** Adds a review of a visit with an answer, a picture and a report. */
async function reviewVisit(sql: Sql, id: string, marker: string, now: Date) {
  const [review] = await sql<[{ id: string }]>`
    insert into reviews (booking_id, vineyard_id, stars, words, created_at, answer, answered_at)
    select id, vineyard_id, 4, ${`${marker} words`}, ${now}, ${`${marker} answer`}, ${now} from bookings where id = ${id}
    returning id`
  const address = `/media/review-${randomBytes(16).toString('hex')}-640x480.webp`
  await sql`
    insert into review_pictures (id, review_id, address, bytes, created_at, shown_at)
    values (${randomUUID()}, ${review.id}, ${address}, 9, ${now}, ${now})`
  await sql`insert into review_reports (review_id, rule, reported_at) values (${review.id}, 1, ${now})`
  await noteAudit(
    sql,
    'review',
    review.id,
    { answer: `${marker} answer`, guest_email: `${marker}@example.com` },
    now,
  )
}

/** Adds the details that a reseller sends with a booking. */
async function addResellerDetails(sql: Sql, id: string, marker: string, email: string, now: Date) {
  const [key] = await sql<[{ id: string }]>`
    insert into api_keys (vineyard_id, name, permissions, key_hash, ending, created_at)
    select vineyard_id, 'Reseller', '{bookings:write}', ${randomBytes(32)}, 'x7Qk', ${now} from bookings where id = ${id}
    returning id`
  await sql`
    insert into holds (
      id, vineyard_id, experience_id, slot_id, pattern_id, slot_date, start_time, end_time, starts_at, ends_at,
      number_of_guests, price_per_person, currency, actor, actor_id, created_at, expires_at, ended_at, outcome
    )
    select id, vineyard_id, experience_id, slot_id, pattern_id, booking_date, start_time, end_time, starts_at, ends_at,
      number_of_guests, price_per_person, 'GBP', 'key', ${key.id}, ${now}, ${now}::timestamptz + interval '1 minute', ${now}, 'booked'
    from bookings where id = ${id}`
  const octo = {
    api_key_id: key.id,
    details: sql.json({ contact: { fullName: marker, emailAddress: email }, notes: `${marker} notes` }),
    cancellation_reason: `${marker} reason`,
    request_hash: randomBytes(32),
    updated_at: now,
  }
  await sql`
    insert into octo_bookings (id, vineyard_id, unit_items, api_key_id, details, cancellation_reason, request_hash, updated_at)
    select id, vineyard_id, array[id], ${octo.api_key_id}, ${octo.details}, ${octo.cancellation_reason},
      ${octo.request_hash}, ${octo.updated_at}
    from bookings where id = ${id}`
}

/** Adds a group hold with the person as its contact. */
async function holdForGroup(sql: Sql, vineyard_id: string, marker: string, email: string, now: Date) {
  const group = {
    id: randomUUID(),
    vineyard_id,
    name: `${marker} party`,
    guest_email: email,
    guest_phone: `01632 ${marker}`,
    note: `${marker} note`,
    number_of_guests: 2,
    actor: 'admin',
    actor_id: randomUUID(),
    created_at: now,
    expires_at: new Date(now.getTime() + 86_400_000),
  }
  await sql`insert into group_holds ${sql(group)}`
}

/** Adds a booking request that waits for its emailed link, on the reseller's hold with this id. */
async function waitForLink(sql: Sql, id: string, request: Record<string, string>) {
  await sql`
    insert into guest_holds (id, request, idempotency_key, request_hash)
    values (${id}, ${sql.json(request)}, ${randomUUID()}, ${randomBytes(32)})`
}

/** Adds a note about the guest, a tag and a declined erasure request, each with its audit entries. */
async function keepAsCustomer(sql: Sql, vineyard_id: string, marker: string, email: string, now: Date) {
  const by = {
    actor: 'winemaker',
    actor_id: (await makeWinemaker(sql, { vineyard_id })).id,
    vineyard_id,
  } as const
  const of = { vineyard_id, email, created_at: now.toISOString() }
  const note = { ...of, note: `${marker} note`, actor: by.actor, actor_id: by.actor_id }
  const request = { ...of, reason: `${marker} reason`, requested_by: by.actor_id }
  await addRow(sql, customerNoteNoun, note, { by }, now)
  const tag = { ...of, tag: `${marker} tag`, agreed: true, actor: by.actor, actor_id: by.actor_id }
  await addRow(sql, customerTagNoun, tag, { by }, now)
  const added = await addRow(sql, erasureRequestNoun, request, { by }, now)
  if (!added.ok) throw new Error('The request was not stored.')
  const refusal = { refusal: `${marker} refusal`, declined_at: now.toISOString() }
  await changeRow(sql, erasureRequestNoun, added.value.id, refusal, { by: admin, seen: null }, now)
}

async function visitor(sql: Sql, marker: string, email: string, vineyard_id: string) {
  const [user] = await sql<[{ id: string }]>`insert into users (email) values (${email}) returning id`
  await sql`insert into favourites (user_id, vineyard_id) values (${user.id}, ${vineyard_id})`
  await sql`
    insert into user_sessions (token_hash, user_id, browser)
    values (${randomBytes(32)}, ${user.id}, ${`${marker} browser`})`
  await sql`
    insert into one_time_links (token_hash, purpose, email, expires_at)
    values (${randomBytes(32)}, 'visitor', ${email}, now())`
  await sql`insert into booking_lists (link_hash, email, expires_at) values (${randomBytes(32)}, ${email}, now())`
  await sql`
    insert into passkeys (user_id, credential_id, public_key, counter, name)
    values (${user.id}, ${randomBytes(16)}, ${randomBytes(77)}, 0, ${`${marker} passkey`})`
  await makeItinerary(sql, `${marker} kept day`, { user_id: user.id })
}

async function makeItinerary(
  sql: Sql,
  words: string,
  whose: { user_id: string } | { key_hash: Buffer },
  booking_id: string | null = null,
) {
  const [itinerary] = await sql<[{ id: string }]>`
    insert into itineraries ${sql({
      ...whose,
      title: words,
      summary: `${words} summary`,
      stay: `${words} stay`,
      stay_latitude: 51,
      stay_longitude: 0.1,
    })}
    returning id`
  await sql`
    insert into itinerary_answers (itinerary_id, key_hash, name, is_coming, needs, created_at, answered_at)
    values (${itinerary.id}, ${randomBytes(32)}, ${`${words} friend`}, true, ${`${words} needs`}, now(), now())`
  await sql`
    insert into itinerary_keys (key_hash, itinerary_id, created_at) values (${randomBytes(32)}, ${itinerary.id}, now())`
  await sql`
    insert into itinerary_stops (itinerary_id, place, name, note, booking_id)
    values (${itinerary.id}, 1, ${`${words} stop`}, ${`${words} note`}, ${booking_id})`
}

/** Makes two disabled staff accounts of the person: one as a winemaker, one as an admin. */
async function pastStaff(sql: Sql, marker: string, email: string, vineyard_id: string) {
  const left = { email, is_active: false }
  const [winemaker] = await sql<[{ id: string }]>`
    insert into winemakers ${sql({ ...left, name: `${marker} Winemaker`, vineyard_id, position: `${marker} hand` })}
    returning id`
  await sql`
    insert into winemaker_sessions (token_hash, winemaker_id, browser)
    values (${randomBytes(32)}, ${winemaker.id}, ${`${marker} tablet`})`
  const [admin] = await sql<[{ id: string }]>`
    insert into admins ${sql({ ...left, name: `${marker} Admin` })} returning id`
  const [session] = await sql<[{ id: string }]>`
    insert into admin_sessions (admin_id, seed, browser)
    values (${admin.id}, ${randomBytes(32)}, ${`${marker} laptop`}) returning id`
  const hashes = { refresh_hash: randomBytes(32), access_hash: randomBytes(32) }
  await sql`insert into admin_tokens ${sql({ ...hashes, session_id: session.id, access_expires_at: '2026-06-01T09:00:00Z' })}`
  await sql`insert into admin_recovery_codes ${sql({ admin_id: admin.id, code_hash: randomBytes(32) })}`
  for (const owner of [{ winemaker_id: winemaker.id }, { admin_id: admin.id }])
    await sql`
      insert into known_callers ${sql({ ...owner, caller_hash: randomBytes(32), kind: 'address', last_used_at: '2026-05-01T09:00:00Z' })}`
  await noteAudit(sql, 'winemaker', winemaker.id, { name: marker, email }, new Date('2026-05-01T09:00:00Z'))
}

async function noteAudit(
  sql: Sql,
  noun: string,
  id: string,
  words: Record<string, string | string[]>,
  now: Date,
) {
  const before = { ...words, ...(words.message ? { message: `${words.message} before` } : {}) }
  await sql`select note_audit('admin', ${admin.actor_id}, ${noun}, ${id}, null, ${sql.json(before)}, null, ${now})`
  await sql`select note_audit('admin', ${admin.actor_id}, ${noun}, ${id}, null, null, ${sql.json(words)}, ${now})`
}
