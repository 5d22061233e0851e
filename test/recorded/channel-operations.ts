import { importCalendar } from '../../app/calendar-feeds/import-calendar.server.ts'
import { calendarOf } from '../calendar.ts'
import { listOf, rowOf } from '../import-bookings.ts'
import { addDays } from '../market-time.ts'
import { bookingOf, remember } from './booking-operations.ts'
import type { Slot, Turn } from './turn.ts'

// Holds, resellers, keys and imports.

const contact = { guest_name: 'Holly Held', guest_email: 'held@example.com' }

async function holdSlot(turn: Turn, slot: Slot, minutes: number): Promise<string | null> {
  const request = {
    experience_id: slot.experience.id,
    slot: slot.id,
    number_of_guests: turn.draw.whole(1, 4),
    minutes,
  }
  const answer = await turn.staff('hold', 'POST', '/api/holds', request)
  const id = answer.status === 201 ? answer.body.id : null
  turn.market.holds.push(id)
  return id
}

async function bookHeld(turn: Turn, id: string, slot: Slot): Promise<void> {
  const answer = await turn.staff('book hold', 'POST', `/api/holds/${id}/book`, contact)
  remember(turn, slot, contact.guest_email, answer)
}

/** A hold, which stays, is booked or is released. */
export async function hold(turn: Turn): Promise<void> {
  const slot = await turn.slot()
  const id = await holdSlot(turn, slot, turn.draw.one([5, 30, 60]))
  if (id === null) return
  const end = turn.draw.whole(0, 4)
  if (end === 0) await turn.staff('release hold', 'DELETE', `/api/holds/${id}`)
  if (end === 1 || end === 2) await bookHeld(turn, id, slot)
}

/** A hold expires. Sometimes others take its places, and sometimes it is booked all the same. */
export async function holdExpires(turn: Turn): Promise<void> {
  const { draw } = turn
  const slot = await turn.slot(undefined, true)
  const id = await holdSlot(turn, slot, draw.whole(1, 4))
  turn.passMinutes(4)
  if (id === null) return
  turn.note('hold expired', { id })
  if (draw.percent(50)) {
    const found = (await turn.slots(slot.experience)).find((one) => one.id === slot.id)
    const request = {
      experience_id: slot.experience.id,
      slot: slot.id,
      number_of_guests: found?.remaining || 1,
    }
    const body = { ...request, ...contact, overbook: false }
    remember(
      turn,
      slot,
      contact.guest_email,
      await turn.call('book as staff', 'admin', 'POST', '/api/bookings/by_staff', body),
    )
  }
  if (draw.percent(60)) await bookHeld(turn, id, slot)
}

const reservation = (id: string, starts_at: string, guests: number) => ({
  productId: id,
  optionId: 'DEFAULT',
  availabilityId: starts_at,
  unitItems: Array.from({ length: guests }, () => ({ unitId: 'guest' })),
})

/** A reseller reserves and confirms, or lets the reservation expire. */
export async function resell(turn: Turn): Promise<void> {
  const { draw, market } = turn
  const { experience } = await turn.slot()
  const slot = draw.one((await turn.slots(experience)).slice(0, 6))
  if (!slot) return
  const base = `/octo/${experience.vineyard_id}`
  // OCTO names a slot by its local start with the offset.
  const asked = { productId: experience.id, optionId: 'DEFAULT', localDate: slot.day }
  const found = await turn.call('ask OCTO', 'reseller', 'POST', `${base}/availability`, asked)
  const ids: { id: string; utcCutoffAt: string }[] = found.status === 200 ? found.body : []
  const wanted = ids.find(({ id }) => Date.parse(id) === Date.parse(slot.starts_at))
  const who = experience.vineyard_id === market.vineyards[0] && draw.percent(30) ? 'key' : 'reseller'
  const body = reservation(experience.id, wanted?.id ?? `${slot.day}T01:30:00+00:00`, draw.whole(1, 5))
  const reserved = await turn.call('reserve', who, 'POST', `${base}/bookings`, {
    ...body,
    expirationMinutes: draw.one([5, 30]),
  })
  const uuid = reserved.body.uuid
  if (reserved.status !== 200) return remember(turn, slot, '', reserved, null)
  if (draw.percent(20))
    await turn.call('extend', who, 'POST', `${base}/bookings/${uuid}/extend`, { expirationMinutes: 40 })
  if (draw.percent(25)) turn.passMinutes(31)
  if (draw.percent(80)) {
    const confirmation = { contact: { fullName: 'Rhea Sold', emailAddress: 'sold@example.com' } }
    const answer = await turn.call(
      'confirm OCTO',
      who,
      'POST',
      `${base}/bookings/${uuid}/confirm`,
      confirmation,
    )
    remember(turn, slot, '', answer, answer.status === 200 ? uuid : null)
  }
}

/** The reseller changes the party or the time of a booking, or cancels it. */
export async function changeResold(turn: Turn): Promise<void> {
  const { draw, market } = turn
  const { sql } = market.site
  const rows = await sql<{ id: string; vineyard_id: string; experience_id: string; starts_at: Date }[]>`
    select b.id, b.vineyard_id, b.experience_id, b.starts_at from bookings b join api_keys k on k.id = b.api_key_id
    where k.reseller_id is not null order by b.id`
  const booking = draw.one([...rows])
  if (!booking) return resell(turn)
  const path = `/octo/${booking.vineyard_id}/bookings/${booking.id}`
  if (draw.percent(40)) {
    await turn.call('cancel OCTO', 'reseller', 'POST', `${path}/cancel`, { reason: 'Changed plans' })
    return
  }
  const experience = market.experiences.find(({ id }) => id === booking.experience_id)
  const asked = { productId: booking.experience_id, optionId: 'DEFAULT', localDate: turn.day() }
  const found = await turn.call(
    'ask OCTO',
    'reseller',
    'POST',
    `/octo/${booking.vineyard_id}/availability`,
    asked,
  )
  const [slot] = found.status === 200 ? found.body : []
  const units = Array.from({ length: draw.whole(1, 4) }, () => ({ unitId: 'guest' }))
  const change = { ...(slot && draw.percent(70) && { availabilityId: slot.id }), unitItems: units }
  await turn.call('change OCTO', 'reseller', 'PATCH', path, experience ? change : {})
}

/** A program with a key books through the API. */
export async function bookWithKey(turn: Turn): Promise<void> {
  const slot = await turn.slot(turn.market.experiences[turn.draw.whole(0, 2)])
  const by = { guest_name: 'Kay Guest', guest_email: 'kay@example.com', guest_phone: '01632 960999' }
  const who = turn.draw.one(['key', 'reseller', 'test'] as const)
  const request = { ...bookingOf(slot, turn.draw.whole(1, 4)), ...by }
  remember(
    turn,
    slot,
    by.guest_email,
    await turn.call('book with a key', who, 'POST', '/api/bookings', request),
  )
}

/** A list of bookings from another system: of a full and an open slot, or at no start at all. */
export async function importList(turn: Turn): Promise<void> {
  const { draw, market } = turn
  const rows: string[] = []
  const wanted: { slot: Slot; email: string }[] = []
  const first = market.experiences.filter(({ vineyard_id }) => vineyard_id === market.vineyards[0])
  for (let n = 1; n <= 3; n++) {
    const slot = await turn.slot(draw.one(first))
    const email = `listed${n}@example.com`
    const [year, month, day] = slot.day.split('-')
    const changes = {
      item: slot.experience.title,
      date: `${day}/${month}/${year}`,
      time: slot.start_time.slice(0, 5),
    }
    rows.push(
      rowOf(`L${market.site.now.getTime()}${n}`, {
        ...changes,
        pax: String(draw.whole(1, 5)),
        email,
        name: `Listed ${n}`,
      }),
    )
    wanted.push({ slot, email })
  }
  const content = new TextEncoder().encode(listOf(...rows)).toBase64()
  // Lines count from 1, the header's.
  const overbook = draw.percent(40) ? [2, 3, 4] : []
  const list = { vineyard_id: market.vineyards[0], name: 'bookings.csv', content, date_order: 'day_month' }
  const { tokens, site } = market
  const path = '/api/booking_imports'
  let answer = await site.ask('POST', path, { ...list, overbook }, tokens.admin)
  if (answer.status === 422)
    answer = await site.ask('POST', path, { ...list, date_order: undefined, overbook }, tokens.admin)
  turn.note('import a list', { rows, overbook }, answer.body, answer.status)
  const imported: { id: string | null }[] = answer.body.rows ?? []
  for (const [n, { slot, email }] of wanted.entries()) remember(turn, slot, email, answer, imported[n]?.id)
}

/** A calendar closes some hours or days. Read again, it is the same or has changed. */
export async function importFeed(turn: Turn): Promise<void> {
  const { draw, market } = turn
  const { site, experiences } = market
  const known = draw.one(market.calendars)
  const experience = draw.one(experiences)
  let id = known
  if (id === undefined) {
    const row = {
      vineyard_id: experience?.vineyard_id ?? '',
      experience_id: draw.percent(50) ? (experience?.id ?? null) : null,
      url: 'https://calendar.example/feed.ics',
      added_at: site.now,
      next_check_at: site.now,
    }
    const [source] = await site.sql<
      [{ id: string }]
    >`insert into calendar_sources ${site.sql(row)} returning id`
    id = source.id
    market.calendars.push(id)
  }
  const entries = Array.from({ length: draw.whole(1, 3) }, (_, n) => {
    const day = turn.day().replaceAll('-', '')
    const whole = [
      `DTSTART;VALUE=DATE:${day}`,
      `DTEND;VALUE=DATE:${addDays(turn.day(), 1).replaceAll('-', '')}`,
    ]
    const hours = [`DTSTART:${day}T003000Z`, `DTEND:${day}T${draw.one(['013000', '110000', '233000'])}Z`]
    return [`UID:busy${n}@example.com`, ...(draw.percent(30) ? whole.slice(0, 1) : hours)]
  })
  const text = calendarOf(...entries)
  const fetch = async () => ({
    ok: true as const,
    value: { changed: true as const, text, etag: null, last_modified: null },
  })
  for (let times = draw.whole(1, 2); times > 0; times--) {
    const outcome = await importCalendar(site.sql, id, { now: site.now, own: 'site.test', chance: 0, fetch })
    turn.note('import a calendar', { id, entries }, outcome)
  }
}
