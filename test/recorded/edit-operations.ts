import {
  cancelUnanswered,
  completeVisits,
  releaseExpiredHolds,
} from '../../app/bookings/scheduled-jobs.server.ts'
import { addDays } from '../market-time.ts'
import { addDrawnException, addLegacySlot, drawnStart, learnPatterns } from './market.ts'
import type { Turn } from './turn.ts'

// Edits of plans, closures, experiences and hosts, and time that passes.

async function addClosure(
  turn: Turn,
  fixed: Parameters<typeof addDrawnException>[1],
): Promise<{ id: string | null; request: Record<string, unknown> }> {
  const { request, answer } = await addDrawnException(turn.market, fixed)
  turn.note(request.capacity === null ? 'close' : 'cut', request, answer.body, answer.status)
  const id = answer.status === 201 ? answer.body.id : null
  turn.market.closures.push(id)
  return { id, request }
}

export async function close(turn: Turn): Promise<void> {
  const bookings = turn.draw.one([undefined, 'keep', 'cancel'] as const)
  await addClosure(turn, { capacity: null, ...(bookings && { bookings }) })
}

/** A closure that cancelled bookings is undone: at once, too late, or after others booked or cancelled. */
export async function undoClosure(turn: Turn): Promise<void> {
  const { draw, market } = turn
  const { id, request } = await addClosure(turn, { capacity: null, bookings: 'cancel' })
  if (id === null) return
  turn.passMinutes(1 / 12)
  const between = draw.whole(0, 5)
  if (between === 0) turn.passMinutes(0.5)
  if (between === 1)
    for (const visit of market.visits.slice(-4))
      if (visit.id) await turn.call('cancel', 'visitor', 'POST', `/api/bookings/${visit.id}/cancel`)
  if (between === 2) await removeStartOfCancelled(turn)
  if (between === 3) {
    const { bookings: _, ...span } = request
    await addClosure(turn, { ...span, capacity: 0 })
  }
  await turn.call('undo closure', 'admin', 'POST', `/api/availability_exceptions/${id}/undo`)
}

export async function lift(turn: Turn): Promise<void> {
  const { sql } = turn.market.site
  const rows = await sql<{ id: string }[]>`select id from availability_exceptions order by id`
  const found = turn.draw.one([...rows])
  if (found) await turn.staff('lift', 'DELETE', `/api/availability_exceptions/${found.id}`)
}

export async function cut(turn: Turn): Promise<void> {
  await addClosure(turn, { capacity: turn.draw.whole(0, 3) })
}

/** A session or a day is called off. Its guests choose another time, cancel, or do not answer until the start. */
export async function callOff(turn: Turn): Promise<void> {
  const { draw, market } = turn
  const { experience } = turn.visit()
  const slot = await turn.slot(experience)
  const slots = draw.percent(60) ? [slot.id] : null
  const request = { vineyard_id: slot.experience.vineyard_id, day: slot.day, slots, reason: 'weather' }
  const answer = await turn.staff('call off', 'POST', '/api/call_offs', request)
  if (answer.status !== 201) return
  const rows = await market.site.sql<{ id: string }[]>`
    select id from bookings where called_off_at is not null and status in ('pending', 'confirmed') order by id`
  for (const { id } of rows.slice(0, 3)) {
    const choice = draw.whole(0, 3)
    if (choice === 0) await turn.call('cancel', 'visitor', 'POST', `/api/bookings/${id}/cancel`)
    if (choice === 1) {
      const other = await turn.slot(experience, true)
      await turn.call('move', 'visitor', 'POST', `/api/bookings/${id}/move`, { slot: other.id })
    }
    if (choice === 2) await turn.staff('told', 'PUT', `/api/bookings/${id}/told`, { told: true })
  }
}

/** Changes one of the starts of a plan or adds one, after a preview. */
export async function savePlan(turn: Turn): Promise<void> {
  const { draw, market } = turn
  const experience = draw.one(market.experiences.slice(0, 4))
  const path = `/api/availability_plans/${experience?.id}`
  const plan = await market.site.ask('GET', path, undefined, market.tokens.admin)
  const starts: Record<string, unknown>[] = plan.body.patterns
  const changed = draw.whole(0, starts.length)
  const { days_of_week, start_time, capacity } = drawnStart(market)
  const change = draw.one([{ capacity }, { start_time }, { days_of_week }, { start_time, capacity }])
  const kept = starts.map((start, n) => (n === changed ? { ...start, ...change } : start))
  const patterns = changed === starts.length ? [...kept, { id: null, ...drawnStart(market) }] : kept
  const from = turn.day()
  const span = { from, until: addDays(from, 4) }
  await turn.call('preview', 'admin', 'POST', `${path}/preview`, { patterns, ...span })
  await turn.staff('save plan', 'PATCH', path, { patterns })
  await learnPatterns(market)
}

export async function changeStart(turn: Turn): Promise<void> {
  const { draw, market } = turn
  const drawn = drawnStart(market)
  if (draw.percent(30)) {
    const body = { ...drawn, experience_id: draw.one(market.experiences)?.id }
    await turn.staff('add start', 'POST', '/api/availability_patterns', body)
  } else {
    const keys = draw.some(
      ['days_of_week', 'start_time', 'capacity', 'valid_until', 'yearly_season'] as const,
      30,
    )
    const body = Object.fromEntries(keys.map((key) => [key, drawn[key]]))
    await turn.staff(
      'change start',
      'PATCH',
      `/api/availability_patterns/${draw.one(market.patterns)?.id}`,
      body,
    )
  }
  await learnPatterns(market)
}

export async function removeStart(turn: Turn): Promise<void> {
  const { market, draw } = turn
  await turn.staff('remove start', 'DELETE', `/api/availability_patterns/${draw.one(market.patterns)?.id}`)
  await learnPatterns(market)
}

/** Removes the weekly start of the booking that staff cancelled last, which then cannot be revived. */
export async function removeStartOfCancelled(turn: Turn): Promise<void> {
  const { market } = turn
  const [booking] = await market.site.sql<{ pattern_id: string }[]>`
    select b.pattern_id from bookings b join booking_events e on e.booking_id = b.id
    where b.status = 'cancelled' and b.pattern_id is not null order by e.id desc limit 1`
  if (booking)
    await turn.call('remove start', 'admin', 'DELETE', `/api/availability_patterns/${booking.pattern_id}`)
  await learnPatterns(market)
}

export async function changeExperience(turn: Turn): Promise<void> {
  const { draw, market } = turn
  const change = draw.one<Record<string, unknown>>([
    { duration_minutes: draw.one([30, 90, 240]) },
    { booking_cutoff_minutes: draw.one([0, 120, 1440]) },
    { booking_horizon_days: draw.one([3, 7, 60]) },
    { max_group_size: draw.one([4, null]) },
    { is_active: draw.percent(60) },
  ])
  const experience = draw.one(market.experiences.slice(0, 5))
  await turn.staff('change experience', 'PATCH', `/api/experiences/${experience?.id}`, change)
  if (experience && 'booking_cutoff_minutes' in change) Object.assign(experience, change)
}

export async function hide(turn: Turn): Promise<void> {
  const { draw, market } = turn
  const body = { is_visible: draw.percent(60) }
  await turn.call('hide', 'admin', 'PATCH', `/api/vineyards/${draw.one(market.vineyards.slice(0, 4))}`, body)
}

export async function changeHost(turn: Turn): Promise<void> {
  const { draw, market } = turn
  const host = draw.one(market.hosts)
  if (draw.percent(50)) {
    await turn.staff('change host', 'PATCH', `/api/hosts/${host}`, { capacity: draw.whole(1, 10) })
    return
  }
  const body = { host_id: draw.one([null, host ?? null]) }
  const experience = draw.one(market.experiences.slice(0, 4))
  await turn.staff('change host of experience', 'PATCH', `/api/experiences/${experience?.id}`, body)
}

/** The specification's table `availability` takes a row, another number of places, or loses a row. */
export async function changeLegacySlots(turn: Turn): Promise<void> {
  const { draw, market } = turn
  const { sql } = market.site
  const rows = await sql<{ id: string }[]>`select id from availability order by id`
  const row = draw.one([...rows])
  const act = draw.whole(0, 2)
  if (act === 0 || !row) turn.note('add legacy slot', await addLegacySlot(market))
  else if (act === 1) {
    const available_slots = draw.whole(0, 6)
    await sql`update availability set available_slots = ${available_slots} where id = ${row.id}`
    turn.note('change legacy slot', { id: row.id, available_slots })
  } else {
    const isBooked = await sql`
      select from bookings where availability_id = ${row.id} union all select from holds where availability_id = ${row.id}`
    if (isBooked.length === 0) await sql`delete from availability where id = ${row.id}`
    turn.note('delete legacy slot', { id: row.id, was_booked: isBooked.length > 0 })
  }
}

/** Minutes, hours or days pass, and the worker does what it does by the clock. */
export async function passTime(turn: Turn): Promise<void> {
  turn.passMinutes(turn.draw.one([1, 45, 300, 1440, 2000]))
  const { sql, now } = turn.market.site
  turn.note('time passes', now)
  if (turn.draw.percent(25)) return
  // In this order, because each changes what the next one finds.
  const done = {
    holds: await releaseExpiredHolds(sql, now),
    unanswered: await cancelUnanswered(sql, now),
    completed: await completeVisits(sql, now),
  }
  turn.note('the worker', now, done)
}
