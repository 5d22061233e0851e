import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { makeDailyExperience } from '../../../test/book.ts'
import { race } from '../../../test/race.ts'
import { makeVisitor, signedIn } from '../../../test/make.ts'
import { findBookingFacts } from '../emails/booking-emails.server.ts'
import { cancelBookingAsGuest } from '../booking.server.ts'
import { type BookingPayload, guestEmails, toGuest } from '../emails/emails.ts'
import { planDays } from '../../../test/planned-days.ts'
import { releaseExpiredHolds } from '../scheduled-jobs.server.ts'
import { bookingsMade } from '../booking-metrics.server.ts'
import { confirmByLink } from './unverified-booking.server.ts'
import { at, day, nextDay, somebody, statuses, unverifiedGuests } from '../../../test/unverified-guests.ts'

const app = await startApp({ env: { LIMIT_BOOKING_EMAILS: '6' } })
const { sql, visit, submit } = app
const { post, sendForm, linksTo, makeHeld } = unverifiedGuests(app)
const { makeOffer, bookADay, stopsOf } = planDays(app)

const site = { site_url: 'http://site.test', mail_from: 'bookings@site.test' }

test('the fourth overlapping booking is only held, and its page reveals neither the reason nor other bookings', async () => {
  const market = await makeDailyExperience(sql, { capacity: 20 })
  const guest = somebody()
  for (const _ of [1, 2, 3]) expect((await sendForm(market, guest)).status).toBe(302)
  const key = randomUUID()
  const held = await sendForm(market, guest, key)
  const page = await held.text()
  expect(held.status).toBe(202)
  expect(page).toContain('Your visit is not booked yet')
  expect(page).not.toContain('Check your spam folder')
  expect(page).toContain('10:30 AM')
  expect(page).not.toMatch(/CV-|three|overlap/)
  const again = await sendForm(market, guest, key)
  expect([again.status, (await linksTo(guest.guest_email)).length]).toEqual([202, 1])
  const [link = ''] = await linksTo(guest.guest_email)
  expect(page).not.toContain(link.split('/')[2])
  const [{ held: places }] = await sql<[{ held: number }]>`
    select held from slots where version > 0 and pattern_id = ${market.pattern.id}`
  expect(places).toBe(2)
})

test('the API answers 202 with the end of the hold, and 422 when the idempotency key is used for another request', async () => {
  const market = await makeDailyExperience(sql, { capacity: 20 })
  const guest = somebody()
  for (const _ of [1, 2, 3]) await post(market, guest)
  const key = randomUUID()
  const answer = await post(market, guest, day, key)
  expect(answer).toMatchObject({
    status: 202,
    body: { status: 'held', held_until: at(30).toISOString(), message: expect.any(String) },
  })
  expect(await post(market, guest, day, key)).toEqual(answer)
  expect(await post(market, guest, nextDay(1), key)).toMatchObject({ status: 422 })
})

test('a telephone number counts as the same number in every spelling, with or without an extension', async () => {
  const market = await makeDailyExperience(sql, { capacity: 20 })
  const { guest_phone: phone } = somebody()
  const significant = phone.slice(1)
  const spellings = [phone, `+44 (0)${significant}`, `0044 ${significant}`, `${phone.replace(' ', '-')} x 4`]
  const answers = []
  for (const guest_phone of spellings) answers.push(await post(market, { ...somebody(), guest_phone }))
  expect(statuses(answers)).toEqual([201, 201, 201, 202])
})

test('ten bookings at different times are booked, and the eleventh open booking is held', async () => {
  const first = await makeDailyExperience(sql, { capacity: 50 })
  const guest = somebody()
  const answers = []
  for (let n = 0; n < 11; n += 1) {
    app.now = at(n * 11)
    answers.push(await post(first, { ...guest, guest_email: `ten.${n}@example.com` }, nextDay(n)))
  }
  expect(statuses(answers)).toEqual([...Array(10).fill(201), 202])
  const [{ id }] = await sql<[{ id: string }]>`
    select id from bookings where guest_phone = ${guest.guest_phone} and booking_date = ${day}`
  await cancelBookingAsGuest(sql, id, app.now)
  expect(await post(first, { ...guest, guest_email: 'ten.11@example.com' }, nextDay(12))).toMatchObject({
    status: 201,
  })
})

test('opening a link books nothing, and the button on its page books the visit even if the guest has reached a limit', async () => {
  const market = await makeDailyExperience(sql, { capacity: 20 })
  const { guest, link, id } = await makeHeld(market)
  const page = await (await visit(link)).text()
  expect(page).toContain('Confirm your booking')
  expect(page).toContain(guest.special_requests)
  expect([...(await sql`select from bookings where id = ${id}`)]).toEqual([])
  app.now = at(29)
  const counted = async () =>
    (await bookingsMade.get()).values.find(({ labels }) => labels.channel === 'public')?.value ?? 0
  const before = await counted()
  const confirmed = await submit(link, { intent: 'confirm' })
  expect([confirmed.status, confirmed.headers.get('Location')]).toEqual([302, `/booking/${id}`])
  expect((await submit(link, { intent: 'confirm' })).status).toBe(302)
  expect(await counted(), 'the second press made no booking').toBe(before + 1)
  expect((await visit(link)).headers.get('Location')).toBe(`/booking/${id}`)
  const [booking] = await sql`
    select b.guest_name, b.special_requests, b.number_of_guests, b.channel, b.status, is_unverified(b) as is_unverified,
      (select array_agg(m.email_type) from emails m where m.booking_id = b.id) as emails
    from bookings b where b.id = ${id}`
  expect(booking).toEqual({
    guest_name: guest.guest_name,
    special_requests: guest.special_requests,
    number_of_guests: 2,
    channel: 'public',
    status: 'pending',
    is_unverified: false,
    emails: ['received'],
  })
  const [row] = await sql`select request from guest_holds where id = ${id}`
  expect(row).toEqual({ request: {} })
})

test('after 30 minutes the link has expired, its places are free and the data of its guest are deleted', async () => {
  const market = await makeDailyExperience(sql, { capacity: 8 })
  const { guest, link } = await makeHeld(market)
  expect(await post(market, somebody())).toMatchObject({ status: 409 })
  app.now = at(30)
  const late = await submit(link, { intent: 'confirm' })
  expect([late.status, await late.text()]).toEqual([
    404,
    expect.stringContaining('This link no longer works'),
  ])
  expect(await post(market, somebody())).toMatchObject({ status: 201 })
  await releaseExpiredHolds(sql, app.now)
  expect([
    ...(await sql`select from guest_holds where request ->> 'guest_email' = ${guest.guest_email}`),
  ]).toEqual([])
})

test('anyone who has the link can release the places', async () => {
  const market = await makeDailyExperience(sql, { capacity: 8 })
  const { link } = await makeHeld(market)
  expect((await submit(link, { intent: 'release' })).status).toBe(404)
  expect((await visit(link)).status).toBe(404)
  expect(await post(market, somebody())).toMatchObject({ status: 201 })
})

test('after the price has changed, a link books nothing and releases the places', async () => {
  const market = await makeDailyExperience(sql, { capacity: 20 })
  const { link, id } = await makeHeld(market)
  await sql`update experiences set price_per_person = 99 where id = ${market.experience.id}`
  expect((await submit(link, { intent: 'confirm' })).status).toBe(404)
  expect([...(await sql`select outcome from holds where id = ${id}`)]).toEqual([{ outcome: 'released' }])
})

/** Plans a day whose only visit is held, because its guest has three bookings on the day. */
async function planHeldDay() {
  const offer = await makeOffer(`Hill ${randomUUID()}`, '14:30', 20)
  const guest = { ...somebody(), guest_email: `${randomUUID()}@example.com` }
  for (const _ of [1, 2, 3]) await post(offer, guest)
  const { id, path } = await bookADay(offer, day, guest)
  const [link = ''] = await linksTo(guest.guest_email)
  return { id, path, link, booking_id: link.split('/')[2] }
}

test('when the guest confirms a held visit of a planned day, the visit is linked to its stop', async () => {
  const { id, path, link, booking_id } = await planHeldDay()
  expect(path).toContain('&held=yes')
  expect(await (await visit(path)).text()).toContain('Places are held until the guest confirms this visit.')
  expect(await stopsOf(id)).toMatchObject([{ booking_id: null, start_time: '14:30:00' }])
  const before = await versionOf(id)
  expect((await submit(link, { intent: 'confirm' })).status).toBe(302)
  expect(await stopsOf(id)).toMatchObject([{ booking_id, start_time: '14:30:00' }])
  expect(await versionOf(id)).toBe(before + 1)
  expect(await (await visit(path)).text()).toContain(`href="/booking/${booking_id}`)
})

test('a held visit is booked but not linked to its stop if the day of the stop has changed', async () => {
  const { id, link, booking_id } = await planHeldDay()
  await sql`update itineraries set visit_date = visit_date + 1 where id = ${id}`
  expect((await submit(link, { intent: 'confirm' })).headers.get('Location')).toBe(`/booking/${booking_id}`)
  expect(await stopsOf(id)).toMatchObject([{ booking_id: null }])
})

async function versionOf(id: string) {
  const [{ version }] = await sql<
    [{ version: number }]
  >`select version::int from itineraries where id = ${id}`
  return version
}

// Negative control: without lock_idempotency_key and lock_hold in confirm_by_link, one request is refused.
test('a link that is used twice at the same time books once', async () => {
  const market = await makeDailyExperience(sql, { capacity: 20 })
  const { id } = await makeHeld(market)
  const outcomes = await race(
    sql,
    (tx) => tx`select from slots where version > 0 and pattern_id = ${market.pattern.id} for update`,
    [() => confirmByLink(sql, id, app.now), () => confirmByLink(sql, id, app.now)],
  )
  expect(outcomes).toEqual([
    { ok: true, value: undefined },
    { ok: true, value: undefined },
  ])
})

test('guests who are signed in with the mailbox of the booking are exempt from the limits of overlapping bookings and emails', async () => {
  const market = await makeDailyExperience(sql, { capacity: 50 })
  const guest = somebody()
  const visitor = await makeVisitor(sql, { email: guest.guest_email })
  const answers = []
  for (let n = 0; n < 8; n += 1)
    answers.push(
      await post(
        market,
        { ...guest, guest_email: guest.guest_email.replace('@', '+me@') },
        day,
        randomUUID(),
        signedIn(visitor),
      ),
    )
  expect(new Set(statuses(answers))).toEqual(new Set([201]))
  const others = []
  for (const _ of [1, 2, 3, 4])
    others.push(await post(market, somebody(), day, randomUUID(), signedIn(visitor)))
  expect(new Set(statuses(others))).toEqual(new Set([201]))
})

test('emails contain typed text only if the guest is signed in with the address', async () => {
  const market = await makeDailyExperience(sql, { capacity: 50, experience: { is_instant: true } })
  const guest = { ...somebody(), guest_name: 'Winner Visit-Gold-Example' }
  const visitor = await makeVisitor(sql, { email: somebody().guest_email })
  const own = { ...guest, guest_email: visitor.email, guest_phone: '01632 970001' }
  const unverified = await post(market, guest)
  const verified = await post(market, own, day, randomUUID(), signedIn(visitor))
  const texts = await Promise.all([unverified, verified].map(({ body }) => textsOf(body.id)))
  expect(texts[0]).not.toMatch(/Winner|gold/)
  expect(texts[1]).toMatch(/Winner/)
  expect(texts[1]).toMatch(/gold/)
})

/** Returns the texts of all emails that a booking's guest can get. */
async function textsOf(id: string) {
  const facts = await findBookingFacts(sql, { booking_id: id }, site)
  const [{ payload }] = await sql<[{ payload: BookingPayload }]>`
    select payload from emails where booking_id = ${id} and to_address = payload ->> 'guestEmail'`
  return JSON.stringify(
    Object.values(guestEmails).map((write) => facts && toGuest(payload, facts, write(payload, facts))),
  )
}

test('a query for the open bookings of a person uses the index of mailboxes or the index of telephone numbers', async () => {
  const plan = async (same: string) => {
    const lines = await sql.unsafe(`
      set enable_seqscan = off;
      explain select from bookings b
      where ${same} and b.channel in ('public', 'widget') and b.status in ('pending', 'confirmed') and b.ends_at > now()`)
    return JSON.stringify(lines)
  }
  expect(await plan(`mailbox_of(b.guest_email) = 'a'`)).toMatch(/Cond: \(\(lower\(regexp_replace/)
  expect(await plan(`phone_key(b.guest_phone) = '0'`)).toMatch(/Cond: \(\(regexp_replace/)
})
