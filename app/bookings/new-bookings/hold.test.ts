import { beforeEach, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { book, guestBookingRequest, hold, makeDailyExperience, makeLegacySlot } from '../../../test/book.ts'
import { makeExperience, makePattern, makeWinemaker, signedIn } from '../../../test/make.ts'
import { nobody } from '../../people/sign-in/actor.ts'
import { removePattern } from '../../availability/plan.server.ts'
import { findSlots } from '../../availability/slot.server.ts'
import { findInconsistencies } from '../../operations/consistency-checks/consistency-check.server.ts'
import { changeBookingStatus, moveBooking } from '../booking.server.ts'
import { createBooking } from './create-booking.server.ts'
import { bookHold, findHold, holdPlaces, releaseHold } from './hold.server.ts'
import { createStaffBooking } from './staff-booking.server.ts'

const app = await startApp()
const { sql, visit } = app
const start = Date.parse('2026-06-01T09:00:00Z')
const at = (minutes: number) => new Date(start + minutes * 60_000)
const day = '2026-06-06'
const by = { actor: 'admin', actor_id: '00000000-0000-4000-8000-000000000001' } as const
const guest = {
  guest_name: 'Ada Lovelace',
  guest_email: 'ada@example.com',
  guest_phone: '01632 960123',
  special_requests: '',
}
beforeEach(() => {
  app.now = at(0)
})

const tenMinutes: [Date, Date] = [at(0), at(10)]

const remainingAt = async ({ id }: { id: string }, minutes: number) =>
  (await findSlots(sql, id, day, at(minutes)))[0]?.remaining

async function staffOf({ vineyard_id }: { vineyard_id: string }) {
  const as = signedIn(await makeWinemaker(sql, { vineyard_id }))
  const call = async (method: string, path: string, body?: object) => {
    const answer = await visit(`/api/holds${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', ...as },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return [answer.status, text === '' ? null : JSON.parse(text)]
  }
  return call
}

test('staff hold places, book them at the price of the hold, and get the same booking when they repeat the request', async () => {
  const { experience, pattern } = await makeDailyExperience(sql, { capacity: 4 })
  const call = await staffOf(experience)
  const slot = `${pattern.id}-${day}`
  const request = { experience_id: experience.id, slot, number_of_guests: 3, minutes: 10 }
  const [status, { id, expires_at }] = await call('POST', '', request)
  expect([status, expires_at]).toEqual([201, '2026-06-01T09:10:00.000Z'])
  expect(await call('POST', '', request)).toMatchObject([409, { remaining: 1 }])
  expect(await call('POST', '', { ...request, minutes: 61 })).toMatchObject([422, {}])
  expect(await remainingAt(experience, 0)).toBe(1)

  await sql`update experiences set price_per_person = 99 where id = ${experience.id}`
  const { special_requests: _, ...body } = guest
  expect(await call('POST', `/${id}/book`, body)).toMatchObject([201, { id }])
  expect(await call('POST', `/${id}/book`, body)).toMatchObject([201, { id }])
  expect(await call('GET', `/${id}`)).toMatchObject([
    200,
    { outcome: 'booked', ended_at: at(0).toISOString() },
  ])
  expect(await call('DELETE', `/${id}`)).toMatchObject([409, {}])
  const booked = await sql`
    select id, status, price_per_person, number_of_guests from bookings where experience_id = ${experience.id}`
  expect([...booked]).toEqual([{ id, status: 'confirmed', price_per_person: 18.5, number_of_guests: 3 }])
  expect(await remainingAt(experience, 20)).toBe(1)
})

test('staff book a hold with a name and an email address or phone number, and are refused without either', async () => {
  const { experience, on } = await makeDailyExperience(sql, { capacity: 8 })
  const call = await staffOf(experience)
  const { guest_name, guest_email, guest_phone } = guest
  for (const contact of [{ guest_email }, { guest_phone }]) {
    const id = await hold(sql, experience, on(day), 2, tenMinutes)
    expect(await call('POST', `/${id}/book`, { guest_name, ...contact })).toEqual([201, { id }])
    const [booked] =
      await sql`select guest_email, guest_phone, channel, status from bookings where id = ${id}`
    expect(booked).toEqual({
      guest_email: null,
      guest_phone: null,
      channel: 'staff',
      status: 'confirmed',
      ...contact,
    })
  }
  const id = await hold(sql, experience, on(day), 2, tenMinutes)
  expect(await call('POST', `/${id}/book`, { guest_name })).toMatchObject([
    422,
    { fields: [{ field: 'guest_phone', message: 'Please enter a phone number or an email address.' }] },
  ])
  expect((await call('POST', `/${id}/book`, { guest_phone }))[0]).toBe(422)
  expect(await findInconsistencies(sql, at(0))).toEqual([])
})

test('a released hold frees its places at once, stays readable and cannot be booked', async () => {
  const { experience, on } = await makeDailyExperience(sql, { capacity: 4 })
  const id = await hold(sql, experience, on(day), 4, tenMinutes)
  const call = await staffOf(experience)
  expect(await call('DELETE', `/${id}`)).toEqual([204, null])
  expect(await call('DELETE', `/${id}`)).toEqual([204, null])
  expect(await remainingAt(experience, 0)).toBe(4)
  const { special_requests: _, ...body } = guest
  expect(await call('POST', `/${id}/book`, body)).toMatchObject([409, {}])
  expect(await call('GET', `/${id}`)).toMatchObject([200, { outcome: 'released', number_of_guests: 4 }])
})

// ASVS 2.3.2
test('an expired hold can be booked while its places are free, but not after they are sold', async () => {
  const { experience, on } = await makeDailyExperience(sql, { capacity: 6 })
  const [first, second] = [
    await hold(sql, experience, on(day), 3, tenMinutes),
    await hold(sql, experience, on(day), 3, tenMinutes),
  ]
  const call = await staffOf(experience)
  const { special_requests: _, ...body } = guest
  app.now = at(10)
  expect(await call('POST', `/${first}/book`, body)).toMatchObject([201, { id: first }])
  await book(sql, experience, on(day), 1, at(10))
  expect(await call('POST', `/${second}/book`, body)).toMatchObject([409, { remaining: 2 }])
  expect(await findHold(sql, first, { by })).toMatchObject({ outcome: 'booked' })
  expect(await findHold(sql, second, { by })).toMatchObject({ outcome: 'expired', ended_at: at(10) })
})

// Negative control: without release_expired_holds in take_places, the sales below fail.
test('an expired hold that nobody released does not prevent guests or staff from booking, moving or restoring', async () => {
  const sales: Record<string, (market: Awaited<ReturnType<typeof makeDailyExperience>>) => Promise<unknown>> =
    {
      'by guests': ({ experience, on }) => book(sql, experience, on(day), 4, at(10)),
      'by staff': async ({ experience, on }) => {
        const request = { ...guest, experience_id: experience.id, slot: on(day), number_of_guests: 4 }
        const key = { idempotency_key: crypto.randomUUID() }
        expect(
          await createStaffBooking(sql, { ...request, ...key }, { by, overbook: false }, at(10)),
        ).toMatchObject({
          ok: true,
        })
      },
      moved: async ({ experience, on }) => {
        const id = await book(sql, experience, on('2026-06-07'), 4, at(0))
        expect(await moveBooking(sql, id, { slot: on(day) }, { by }, at(10))).toMatchObject({ ok: true })
      },
      held: async ({ experience, on }) => {
        const request = {
          experience_id: experience.id,
          slot: on(day),
          number_of_guests: 4,
          expires_at: at(70),
        }
        expect(await holdPlaces(sql, request, { by }, at(10))).toMatchObject({ ok: true })
      },
    }
  for (const [name, sell] of Object.entries(sales)) {
    const market = await makeDailyExperience(sql, { capacity: 4 })
    await hold(sql, market.experience, market.on(day), 3, tenMinutes)
    expect(await remainingAt(market.experience, 9), name).toBe(1)
    expect(await remainingAt(market.experience, 10), name).toBe(4)
    await sell(market)
    expect(await remainingAt(market.experience, 10), name).toBe(0)
  }

  const { experience, on } = await makeDailyExperience(sql, { capacity: 4 })
  const id = await book(sql, experience, on(day), 2, at(0))
  await hold(sql, experience, on(day), 2, tenMinutes)
  expect(await moveBooking(sql, id, { number_of_guests: 4 }, { by }, at(9))).toMatchObject({ ok: false })
  expect(await moveBooking(sql, id, { number_of_guests: 4 }, { by }, at(10))).toMatchObject({ ok: true })
  await changeBookingStatus(sql, id, 'cancelled', { by }, at(10))
  await holdPlaces(
    sql,
    { experience_id: experience.id, slot: on(day), number_of_guests: 3, expires_at: at(20) },
    { by },
    at(10),
  )
  expect(await changeBookingStatus(sql, id, 'confirmed', { by }, at(19))).toMatchObject({ ok: false })
  expect(await changeBookingStatus(sql, id, 'confirmed', { by }, at(20))).toMatchObject({ ok: true })
  expect(await findInconsistencies(sql, at(90))).toEqual([])
})

// Negative controls: this test fails if host_guests ignores holds, or if take_places ignores the host.
test('until a hold expires, it uses capacity of the session’s host in every experience of that host', async () => {
  const first = await makeDailyExperience(sql, { capacity: 8 })
  const { vineyard_id } = first.experience
  const second = await makeExperience(sql, { vineyard_id, max_group_size: null })
  const { id: pattern_id } = await makePattern(sql, { experience_id: second.id, capacity: 8 })
  const [host] = await sql<[{ id: string }]>`
    insert into hosts ${sql({ vineyard_id, name: 'Guide', capacity: 8 })} returning id`
  await sql`update experiences set host_id = ${host.id} where vineyard_id = ${vineyard_id}`
  const id = await hold(sql, first.experience, first.on(day), 5, tenMinutes)
  await sql`update hosts set capacity = 4 where id = ${host.id}`
  expect(await bookHold(sql, id, guest, { by }, at(1))).toEqual({
    ok: false,
    problem: { kind: 'full', remaining: 4 },
  })
  await sql`update hosts set capacity = 8 where id = ${host.id}`
  expect(await remainingAt(second, 9)).toBe(3)
  const request = (guests: number, minutes: number) =>
    createBooking(
      sql,
      second,
      guestBookingRequest(second, { pattern_id, slot_date: day }, guests),
      at(minutes),
    )
  expect(await request(4, 9)).toMatchObject({ ok: false, problem: { kind: 'full', remaining: 3 } })
  expect(await remainingAt(second, 10)).toBe(8)
  expect(await request(8, 10)).toMatchObject({ ok: true })
  expect(await findInconsistencies(sql, at(90))).toEqual([])
})

test('the places left in a legacy slot exclude held places', async () => {
  const experience = await makeExperience(sql, { max_group_size: null })
  const slot = await makeLegacySlot(sql, experience, `${day}T10:00:00Z`, 4)
  await hold(sql, experience, slot, 4, tenMinutes)
  const list = async (minutes: number) => {
    app.now = at(minutes)
    const query = `experience_id=${experience.id}&from=${day}&until=${day}`
    const { items } = await (await visit(`/api/availability?${query}`)).json()
    return items.map(({ available_slots }: { available_slots: number }) => available_slots)
  }
  expect([await list(9), await list(10)]).toEqual([[], [4]])
})

test('a booking moves into the places held for it, which count as taken for everybody else', async () => {
  const { experience, on } = await makeDailyExperience(sql, { capacity: 4 })
  const [moving, other] = [
    await book(sql, experience, on('2026-06-07'), 3, at(0)),
    await book(sql, experience, on('2026-06-07'), 1, at(0)),
  ]
  const request = { experience_id: experience.id, slot: on(day), number_of_guests: 3, expires_at: at(10) }
  expect(
    await holdPlaces(sql, request, { by: nobody }, at(0)).catch((error: Error) => error.message),
  ).toMatch('guests_hold_for_a_booking')
  const held = await holdPlaces(sql, { ...request, for_booking_id: moving }, { by: nobody }, at(0))
  const id = held.ok ? held.value.id : ''
  await book(sql, experience, on(day), 1, at(1))
  expect(await moveBooking(sql, other, { slot: on(day) }, { by }, at(1))).toMatchObject({
    ok: false,
    problem: { kind: 'full', remaining: 0 },
  })
  expect(await moveBooking(sql, moving, { slot: on(day) }, { by }, at(1))).toMatchObject({ ok: true })
  expect(await findHold(sql, id, { by })).toMatchObject({ outcome: 'booked', for_booking_id: moving })
  expect(await remainingAt(experience, 1)).toBe(0)
  expect(await releaseHold(sql, id, { by }, at(1))).toEqual({ ok: false, problem: 'booked' })
  expect(await findInconsistencies(sql, at(90))).toEqual([])
})

test('a pattern that has a hold is deactivated instead of deleted, and its experience cannot be deleted', async () => {
  const { experience, pattern, on } = await makeDailyExperience(sql)
  await hold(sql, experience, on(day), 2, tenMinutes)
  expect(await removePattern(sql, pattern.id, { by }, at(0))).toMatchObject({
    ok: true,
    value: { deleted: false },
  })
  const answer = await visit(`/api/experiences/${experience.id}`, {
    method: 'DELETE',
    headers: signedIn(await makeWinemaker(sql, { vineyard_id: experience.vineyard_id })),
  })
  expect(answer.status).toBe(409)
})

// ASVS 2.3.2
test('a hold lasts at most an hour', async () => {
  const { experience, on } = await makeDailyExperience(sql)
  await expect(hold(sql, experience, on(day), 2, [at(0), at(61)])).rejects.toThrow(
    'a_hold_lasts_no_longer_than_its_kind',
  )
})

test('an extension never shortens a hold, revives it, or makes it last longer than an hour in total', async () => {
  const { experience, on } = await makeDailyExperience(sql)
  const id = await hold(sql, experience, on(day), 2, tenMinutes)
  const extend = async (until: Date, now: Date) => {
    const [{ problem }] = await sql<[{ problem: string | null }]>`
      select problem from extend_hold(${id}, ${until}, null, ${now})`
    return [problem, (await findHold(sql, id, { by }))?.expires_at]
  }
  expect(await extend(at(20), at(1))).toEqual([null, at(20)])
  expect(await extend(at(15), at(2))).toEqual([null, at(20)])
  expect(await extend(at(90), at(19))).toEqual([null, at(60)])
  expect(await extend(at(90), at(60))).toEqual(['ended', at(60)])
})

test('staff of a hidden vineyard cannot hold further places, but can book the places that they already hold', async () => {
  const { experience, on } = await makeDailyExperience(sql)
  const id = await hold(sql, experience, on(day), 2, tenMinutes)
  await sql`update vineyards set is_visible = false where id = ${experience.vineyard_id}`
  await expect(hold(sql, experience, on(day), 2, tenMinutes)).rejects.toThrow('gone')
  expect(await bookHold(sql, id, guest, { by }, at(1))).toMatchObject({ ok: true })
})
