import { setTimeout as sleep } from 'node:timers/promises'

import { addDays, dayOf } from '../../../app/platform/days.ts'
import type { Random } from '../../../server/simulate/random.ts'
import { type Client, openClient } from './client.ts'
import type { Journal } from './journal.ts'
import type { Estate, World } from './world.ts'

const clients = 8
/** The tasks of the clients. Each client draws one task after another. */
const tasks = [guest, guest, guest, hold, hold, gate, gate, reseller, reseller, staff] as const

type TaskContext = Client & {
  world: World
  estate: Estate
  random: Random
  day: string
  today: string
  journal: Journal
}

/**
 * Lets clients book, hold, change, mark and pay until `stop` is called. `stop` resolves when all clients have their answers.
 */
export function startLoad(base: string, world: World, journal: Journal, random: Random, cycle: number) {
  let stopped = false
  let done = 0
  const today = dayOf(new Date())
  const work = async () => {
    while (!stopped) {
      const estate = random.pick(world.estates)
      // In one cycle, all clients book on the same two days, so that they compete for the places.
      const day = addDays(today, 3 + ((cycle * 2 + random.whole(0, 1)) % 350))
      const client = openClient(base, journal)
      await random.pick(tasks)({ ...client, world, estate, random, day, today, journal })
      done++
      await sleep(random.whole(50, 300))
    }
  }
  const all = Promise.all(Array.from({ length: clients }, work))
  return {
    stop: async () => {
      stopped = true
      await all
      return done
    },
  }
}

const person = { guest_name: 'Ada Lovelace', guest_email: 'ada@example.com', guest_phone: '01632 960123' }

/** Books as a guest, who may then cancel or move. */
async function guest({ call, settle, estate, random, day, journal }: TaskContext): Promise<void> {
  const { tour, vineyard_id } = estate
  const key = random.id()
  const guests = random.whole(1, 4)
  const answer = await call('POST', '/api/bookings', {
    key,
    fact: { fact: 'sent', key },
    body: {
      ...person,
      vineyard_id,
      experience_id: tour.experience_id,
      booking_date: day,
      start_time: '14:30',
      number_of_guests: guests,
      total_price: tour.price * guests,
    },
  })
  if (!settle(answer, key, guests)) return
  const { id } = answer.body
  const what = random.whole(0, 9)
  if (what < 3) {
    const cancelled = await call('POST', `/api/bookings/${id}/cancel`)
    // A lost attempt may have cancelled the booking, so the answer to a repeated attempt does not matter.
    if (cancelled.status === 200 || cancelled.attempts > 1)
      journal.note({ fact: 'state', key, status: 'cancelled' })
  } else if (what < 5) {
    const to = addDays(day, 1)
    const moved = await call('POST', `/api/bookings/${id}/move`, {
      body: { slot: `${tour.pattern_id}-${to}` },
    })
    if (moved.status === 200) journal.note({ fact: 'state', key, date: to })
    else if (moved.attempts === 1) journal.note({ fact: 'state', key, date: day })
  } else journal.note({ fact: 'state', key, date: day })
}

/** Holds places as staff, who book, release or forget the hold. */
async function hold({ call, settle, estate, random, day, journal }: TaskContext): Promise<void> {
  const { tour, owner } = estate
  const guests = random.whole(1, 4)
  const held = await call('POST', '/api/holds', {
    token: owner,
    body: {
      experience_id: tour.experience_id,
      slot: `${tour.pattern_id}-${day}`,
      number_of_guests: guests,
      minutes: 1,
    },
  })
  if (held.status !== 201) return
  const { id } = held.body
  journal.note({ fact: 'held', id })
  await sleep(random.whole(0, 400))
  const what = random.whole(0, 9)
  if (what < 6) {
    const booking = { token: owner, body: person, fact: { fact: 'sent', key: id } as const }
    const booked = await call('POST', `/api/holds/${id}/book`, booking)
    if (settle(booked, id, guests)) await call('POST', `/api/holds/${id}/book`, booking)
  } else if (what < 8) {
    const released = await call('DELETE', `/api/holds/${id}`, { token: owner })
    if (released.status === 204) journal.note({ fact: 'released', id })
  }
}

/** Makes a walk-in or a booking at the gate, and then sends its mark and two payments, some of them repeatedly. */
async function gate({ call, settle, estate, random, today, journal }: TaskContext): Promise<void> {
  const { gate, owner } = estate
  const key = random.id()
  const guests = random.whole(2, 5)
  const slot = {
    experience_id: gate.experience_id,
    slot: `${gate.pattern_id}-${today}`,
    number_of_guests: guests,
  }
  const isWalkIn = random.share() < 0.6
  const taken_at = new Date().toISOString()
  const made = isWalkIn
    ? { path: '/api/bookings/walk-ins', body: { ...slot, taken_at } }
    : { path: '/api/bookings/by_staff', body: { ...slot, ...person } }
  const send = { token: owner, key, body: made.body, fact: { fact: 'sent', key } as const }
  const answer = await call('POST', made.path, send)
  if (!settle(answer, key, guests)) return
  const id = answer.body.id as string
  const reference = isWalkIn
    ? key
    : ((await call('GET', `/api/bookings/${id}`, { token: owner })).body.reference as string)

  const mark = random.id()
  const arrived_guests = guests - 1
  const entries = [
    {
      key: mark,
      path: '/api/today/marks',
      body: { reference, attendance: 'arrived', arrived_guests, marked_at: new Date().toISOString() },
    },
    {
      key: random.id(),
      path: '/api/payments',
      body: { booking: reference, entry: 'payment', kind: 'card', amount: 5, taken_at },
    },
    {
      key: random.id(),
      path: '/api/payments',
      body: { booking: reference, entry: 'payment', kind: 'cash', amount: 2.5 },
    },
  ]
  // Each entry is sent up to three times. Repeated entries come last, as from a device that got no answers.
  const queue = [...entries, ...entries.filter(() => random.share() < 0.6), ...entries.slice(1, 2)]
  if (random.share() < 0.3) await call('POST', made.path, send)
  for (const { key: once, path, body } of queue) {
    const { status } = await call('POST', path, { token: owner, key: once, body })
    if (status === 200) journal.note({ fact: 'marked', key: once, booking: key })
    if (status === 201) journal.note({ fact: 'paid', key: once, booking: key, amount: body.amount })
    if (status >= 400) journal.note({ fact: 'wrong', text: `${path} answered ${status}` })
  }
  journal.note({ fact: 'state', key, arrived: arrived_guests })
}

/** Holds places as a reseller with the reseller's own uuid, and confirms, cancels or forgets the hold. */
async function reseller({ call, settle, world, random, day, journal }: TaskContext): Promise<void> {
  // Only the first vineyard sells through resellers, so the others are left out.
  const [estate] = world.estates
  if (!estate) return
  const { tour, key: token, vineyard_id } = estate
  const uuid = random.id()
  const guests = random.whole(1, 3)
  const offered = await call('POST', `/octo/${vineyard_id}/availability`, {
    token,
    body: { productId: tour.experience_id, optionId: 'DEFAULT', localDate: day },
  })
  const availabilityId = offered.body?.[0]?.id
  if (!availabilityId) return
  const reserved = await call('POST', `/octo/${vineyard_id}/bookings`, {
    token,
    body: {
      uuid,
      productId: tour.experience_id,
      optionId: 'DEFAULT',
      availabilityId,
      expirationMinutes: 1,
      unitItems: Array.from({ length: guests }, () => ({ unitId: 'guest' })),
    },
  })
  if (reserved.status !== 200) return
  journal.note({ fact: 'held', id: uuid })
  const at = `/octo/${vineyard_id}/bookings/${uuid}`
  const what = random.whole(0, 9)
  if (what < 6) {
    const confirmation = {
      token,
      body: { contact: { fullName: 'Ada Lovelace' } },
      fact: { fact: 'sent', key: uuid } as const,
    }
    if (!settle(await call('POST', `${at}/confirm`, confirmation), uuid, guests)) return
    await call('POST', `${at}/confirm`, confirmation)
    if (what < 2) {
      const cancelled = await call('POST', `${at}/cancel`, { token, body: { reason: 'Rain' } })
      if (cancelled.status === 200) journal.note({ fact: 'state', key: uuid, status: 'cancelled' })
    }
  } else if (what < 8) {
    const cancelled = await call('POST', `${at}/cancel`, { token, body: {} })
    if (cancelled.status === 200) journal.note({ fact: 'released', id: uuid })
  }
}

/** Books for a caller as staff, who then cancel the booking and may undo the cancellation. */
async function staff({ call, settle, estate, random, day, journal }: TaskContext): Promise<void> {
  const { tour, owner: token } = estate
  const key = random.id()
  const guests = random.whole(1, 4)
  const answer = await call('POST', '/api/bookings/by_staff', {
    token,
    key,
    fact: { fact: 'sent', key },
    body: {
      ...person,
      experience_id: tour.experience_id,
      slot: `${tour.pattern_id}-${day}`,
      number_of_guests: guests,
    },
  })
  if (!settle(answer, key, guests)) return
  const at = `/api/bookings/${answer.body.id}`
  const cancelled = await call('POST', `${at}/status`, { token, body: { status: 'cancelled' } })
  if (cancelled.status !== 200) return
  if (random.share() < 0.5) return journal.note({ fact: 'state', key, status: 'cancelled' })
  const undone = await call('POST', `${at}/undo`, { token, body: { seen: 'cancelled' } })
  if (undone.status === 200) journal.note({ fact: 'state', key, status: 'confirmed' })
  else if (undone.attempts === 1) journal.note({ fact: 'state', key, status: 'cancelled' })
}
