import { addDays } from '../market-time.ts'
import { removeStartOfCancelled } from './edit-operations.ts'
import type { Answer } from './site.ts'
import type { Slot, Turn } from './turn.ts'

// Bookings of visitors and of staff, and their changes.

const minute = 60_000

/** Few people, so that some of them book again. */
function guest(turn: Turn) {
  const n = turn.draw.whole(1, 14)
  return {
    guest_name: `Guest ${n}`,
    guest_email: `guest${n}@example.com`,
    guest_phone: `01632 9600${String(n).padStart(2, '0')}`,
  }
}

const party = (turn: Turn) => turn.draw.one([1, 2, 2, 3, 3, 4, 5, 7, 9])

/** Remembers what was tried, so that later operations choose the same visit whether or not it was booked. */
export function remember(
  turn: Turn,
  { experience }: Slot,
  email: string,
  { status, body }: Answer,
  id = body?.id,
) {
  const isBooked = (status === 201 || status === 200) && typeof id === 'string'
  turn.market.visits.push({ id: isBooked ? id : null, reference: body?.reference ?? null, experience, email })
}

/** The specification's insert. */
export function bookingOf({ experience, day, start_time }: Slot, number_of_guests: number) {
  return {
    vineyard_id: experience.vineyard_id,
    experience_id: experience.id,
    booking_date: day,
    start_time: `${start_time.slice(0, 5)}:00`,
    number_of_guests,
    total_price: Math.round(experience.price_per_person * number_of_guests * 100) / 100,
  }
}

async function bookSlot(
  turn: Turn,
  slot: Slot,
  number_of_guests = party(turn),
  by = guest(turn),
): Promise<Answer> {
  const request = { ...bookingOf(slot, number_of_guests), ...by }
  if (turn.draw.percent(4)) request.total_price += 1
  const answer = await turn.call('book', 'visitor', 'POST', '/api/bookings', request)
  remember(turn, slot, by.guest_email, answer)
  return answer
}

export async function book(turn: Turn): Promise<void> {
  await bookSlot(turn, await turn.slot())
}

export async function bookByForm(turn: Turn): Promise<void> {
  const slot = await turn.slot()
  const { experience, day } = slot
  const { site } = turn.market
  const guests = party(turn)
  const { guest_email, ...by } = guest(turn)
  const path = `/book-now/${experience.vineyard_id}?experience=${experience.id}`
  const key = `11111111-1111-4111-8111-${String(site.now.getTime()).slice(-12).padStart(12, '0')}`
  const { status, location } = await site.submit(path, {
    date: day,
    slot: slot.id,
    guests: String(guests),
    ...by,
    guest_email,
    intent: 'book',
    price_per_person: String(experience.price_per_person),
    idempotency_key: key,
  })
  turn.note('book by form', { path, slot: slot.id, guests, guest_email }, { location }, status)
  const id = status === 302 ? location?.match(/[0-9a-f-]{36}/)?.[0] : undefined
  remember(turn, slot, guest_email, { status: id ? 201 : 409, body: { id }, location: null })
}

/** The fourth overlapping booking of one address is held until its link is used. */
export async function bookOften(turn: Turn): Promise<void> {
  const slot = await turn.slot(undefined, true)
  const by = guest(turn)
  for (let n = 0; n < 4; n++) {
    const { status } = await bookSlot(turn, slot, 1, by)
    if (status === 202) return confirmByLink(turn, slot, by.guest_email)
  }
}

async function confirmByLink(turn: Turn, slot: Slot, email: string): Promise<void> {
  const { site } = turn.market
  if (turn.draw.percent(30)) turn.passMinutes(31)
  const [held] = await site.sql<{ id: string }[]>`select id from holds order by id desc limit 1`
  const { status, location } = await site.submit(`/booking/${held?.id}/confirm`, {})
  turn.note('confirm by link', { id: held?.id }, { location }, status)
  const isBooked = status === 302
  remember(turn, slot, email, { status: isBooked ? 201 : 409, body: { id: held?.id }, location })
}

async function bookForGuest(turn: Turn, slot: Slot, overbook: boolean, guests = party(turn)): Promise<void> {
  const { guest_email, guest_phone, guest_name } = guest(turn)
  const contact = turn.draw.percent(70) ? { guest_email } : { guest_phone }
  const request = {
    experience_id: slot.experience.id,
    slot: slot.id,
    number_of_guests: guests,
    overbook,
  }
  const body = { ...request, guest_name, ...contact }
  remember(turn, slot, guest_email, await turn.staff('book as staff', 'POST', '/api/bookings/by_staff', body))
}

export async function bookByStaff(turn: Turn): Promise<void> {
  await bookForGuest(turn, await turn.slot(), turn.draw.percent(20))
}

/** Staff fill a slot, are refused one more, and overbook it on purpose. */
export async function overbook(turn: Turn): Promise<void> {
  const slot = await turn.slot(undefined, true)
  const found = (await turn.slots(slot.experience)).find(({ id }) => id === slot.id)
  if (found && found.remaining > 0) await bookForGuest(turn, slot, false, found.remaining)
  await bookForGuest(turn, slot, false, 2)
  await bookForGuest(turn, slot, true, 2)
}

export async function walkIn(turn: Turn): Promise<void> {
  const { draw } = turn
  const slot = await turn.slotOfToday()
  const body = {
    experience_id: slot.experience.id,
    slot: slot.id,
    number_of_guests: party(turn),
    overbook: draw.percent(30),
  }
  const answer = await turn.staff('walk-in', 'POST', '/api/bookings/walk-ins', body)
  remember(turn, slot, '', answer)
  if (answer.status !== 201 || draw.percent(50)) return
  if (draw.percent(30)) await turn.call('cancel', 'visitor', 'POST', `/api/bookings/${answer.body.id}/cancel`)
  const undo = { booking: answer.body.reference }
  await turn.staff('undo walk-in', 'POST', '/api/bookings/walk-ins/undo', undo)
}

/** To another slot of the same experience, with or without another party. */
async function wanted(turn: Turn, experience: Slot['experience']) {
  const { id: slot } = await turn.slot(experience)
  return { slot, ...(turn.draw.percent(40) && { number_of_guests: party(turn) }) }
}

export async function moveAsGuest(turn: Turn): Promise<void> {
  const { id, experience } = turn.visit()
  await turn.call('move', 'visitor', 'POST', `/api/bookings/${id}/move`, await wanted(turn, experience))
}

export async function moveAsStaff(turn: Turn): Promise<void> {
  const { id, experience } = turn.visit()
  const move = { ...(await wanted(turn, experience)), overbook: turn.draw.percent(40) }
  await turn.staff('move as staff', 'POST', `/api/bookings/${id}/move`, move)
}

export async function changeParty(turn: Turn): Promise<void> {
  const { id } = turn.visit()
  const move = { number_of_guests: party(turn) }
  if (turn.draw.percent(60))
    await turn.call('change party', 'visitor', 'POST', `/api/bookings/${id}/move`, move)
  else {
    const body = { ...move, overbook: turn.draw.percent(50) }
    await turn.staff('change party as staff', 'POST', `/api/bookings/${id}/move`, body)
  }
}

export async function cancel(turn: Turn): Promise<void> {
  await turn.call('cancel', 'visitor', 'POST', `/api/bookings/${turn.visit().id}/cancel`)
}

export async function setStatus(turn: Turn): Promise<void> {
  const { draw } = turn
  const status = draw.one(['pending', 'confirmed', 'confirmed', 'cancelled', 'completed'])
  const seen = draw.one([undefined, 'pending', 'confirmed', 'cancelled'])
  const body = { status, ...(seen && { seen }), overbook: draw.percent(25) }
  await turn.staff('set status', 'POST', `/api/bookings/${turn.visit().id}/status`, body)
}

/** Staff cancel and undo it: at once, too late, after the guest cancelled too, or after others took the places. */
export async function undoCancellation(turn: Turn): Promise<void> {
  const { draw } = turn
  const { id, experience } = turn.visit()
  const cancelled = { status: 'cancelled', ...(draw.percent(50) && { cancellation: { reason: 'illness' } }) }
  await turn.call('cancel as staff', 'admin', 'POST', `/api/bookings/${id}/status`, cancelled)
  const between = draw.whole(0, 7)
  turn.passMinutes(1 / 12)
  if (between === 0) turn.passMinutes(0.5)
  if (between === 1) await turn.call('cancel', 'visitor', 'POST', `/api/bookings/${id}/cancel`)
  if (between === 2 || between === 3) {
    const booking = await turn.market.site.ask(
      'GET',
      `/api/bookings/${id}`,
      undefined,
      turn.market.tokens.admin,
    )
    const found = (await turn.slots(experience)).find(
      ({ starts_at }) => Date.parse(starts_at) === Date.parse(booking.body.starts_at),
    )
    if (found && found.remaining > 0) await bookForGuest(turn, found, true, found.remaining)
  }
  if (between === 4) await removeStartOfCancelled(turn)
  await turn.call('undo', 'admin', 'POST', `/api/bookings/${id}/undo`, { seen: 'cancelled' })
}

export async function confirmAll(turn: Turn): Promise<void> {
  const ids = turn.market.visits.slice(-6).flatMap(({ id }) => id ?? [])
  if (ids.length > 0) await turn.staff('confirm', 'POST', '/api/bookings/confirmations', { ids })
}

export async function attend(turn: Turn): Promise<void> {
  const attendance = turn.draw.one(['arrived', 'arrived', 'no_show', null])
  await turn.staff('attendance', 'POST', `/api/bookings/${turn.visit().id}/attendance`, { attendance })
}

export async function pay(turn: Turn): Promise<void> {
  const { draw } = turn
  const body = { booking: turn.visit().id, ...draw.one([{}, { amount: 10 }]) }
  const entry = draw.one([
    { entry: 'payment', kind: 'card' },
    { entry: 'discount', reason: 'Friends', amount: 5 },
    { entry: 'refund', kind: 'card' },
  ])
  await turn.staff('pay', 'POST', '/api/payments', { ...body, ...entry })
}

/** Books in the last instant before the cut-off and at the cut-off. Time then goes on from there. */
export async function bookAtCutoff(turn: Turn): Promise<void> {
  const { site, experiences } = turn.market
  const upcoming: { at: number; slot: Slot }[] = []
  for (const experience of experiences)
    for (const slot of await turn.slots(experience))
      if (slot.remaining > 1)
        upcoming.push({ at: Date.parse(slot.starts_at) - experience.booking_cutoff_minutes * minute, slot })
  const [next] = upcoming.toSorted((a, b) => a.at - b.at)
  if (!next || next.at <= site.now.getTime()) return
  for (const at of [next.at - 1, next.at]) {
    site.now = new Date(at)
    turn.note('at', site.now)
    await bookSlot(turn, next.slot, 1)
    const { id } = next.slot.experience
    const day = { experience_id: id, from: next.slot.day, until: addDays(next.slot.day, 1) }
    await turn.call('slots', 'visitor', 'GET', `/api/slots?${new URLSearchParams(day)}`)
  }
}

/** Cancels and moves in the last instant in which guests may, and at the cut-off. */
export async function cancelAtCutoff(turn: Turn): Promise<void> {
  const { site, tokens, visits } = turn.market
  const due: { at: number; id: string }[] = []
  for (const { id, experience } of visits) {
    if (id === null) continue
    const { body } = await site.ask('GET', `/api/bookings/${id}`, undefined, tokens.admin)
    if (['pending', 'confirmed'].includes(body.status) && body.starts_at)
      due.push({ at: Date.parse(body.starts_at) - experience.cancellation_cutoff_minutes * minute, id })
  }
  const upcoming = due.filter(({ at }) => at > site.now.getTime()).toSorted((a, b) => a.at - b.at)
  for (const { id, at } of upcoming.slice(0, 1)) {
    const isLate = turn.draw.percent(60)
    site.now = new Date(isLate ? at : at - 1)
    turn.note('at', site.now)
    await turn.call('move', 'visitor', 'POST', `/api/bookings/${id}/move`, { number_of_guests: 1 })
    await turn.call('cancel', 'visitor', 'POST', `/api/bookings/${id}/cancel`)
  }
}
