import { redirect } from 'react-router'

import type { experienceApi } from '../experiences/experience.api.ts'
import { toActionResult } from '../staff-client/action-result.tsx'
import { resultOf } from '../staff-client/call.ts'
import { apiFor, staffAreaOf } from '../staff-client/staff-area.ts'
import { vineyardAt } from '../staff-client/staff-vineyard.tsx'
import { answered } from '../staff-client/guard.tsx'
import { isDay } from '../platform/days.ts'
import type { bookingApi } from './booking.api.ts'
import { bookingLink } from './booking-links.tsx'
import { overbookRefusal } from './components/overbook-anyway.tsx'
import type { sessionApi } from './session.api.ts'
import type { Session } from './session.ts'
import { vineyardsToChoose } from './vineyards-to-choose.tsx'

/**
 * What can be booked at the vineyard, and the starts of the experience and the day that the address names. A day alone
 * leads to the first experience with places on it. An admin who named no vineyard chooses one first.
 */
export async function loadNewBooking(request: Request) {
  const area = staffAreaOf(request.url)
  const { searchParams } = new URL(request.url)
  const vineyardId = searchParams.get('vineyard_id') ?? undefined
  const asked = searchParams.get('day') ?? ''
  const kept: Record<string, string> = { new: '1', ...(isDay(asked) && { day: asked }) }
  if (area === 'admin' && vineyardId === undefined)
    return { kind: 'where' as const, area, kept, ...(await vineyardsToChoose(request)) }

  const vineyard_id = await vineyardAt(area, request, vineyardId)
  const api = apiFor<typeof experienceApi>(area, '/api/experiences')
  const query = { vineyard_id, is_active: 'true', sort: 'title', limit: '100' } as const
  const { items: experiences } = await answered(request, resultOf(api.index.$get({ query })))
  const on = isDay(asked) ? { from: asked } : {}
  const meant = experiences.find(({ id }) => id === searchParams.get('experience_id'))
  const sessions = apiFor<typeof sessionApi>(area, '/api/sessions').index
  const whose = meant === undefined ? { vineyard_id } : { experience_id: meant.id }
  const { today, items } = await answered(request, resultOf(sessions.$get({ query: { ...whose, ...on } })))
  const chosen = meant ?? firstFree(experiences, items) ?? experiences[0]
  return {
    kind: 'new' as const,
    area,
    vineyard_id,
    experiences,
    chosen,
    day: isDay(asked) ? asked : today,
    sessions: items.filter(({ experience_id }) => experience_id === chosen?.id),
    slot: searchParams.get('slot'),
  }
}

/** The experience of the day's first session with places, else of its first session that is held. */
function firstFree<Some extends { id: string }>(experiences: Some[], sessions: Session[]): Some | undefined {
  const held = sessions.filter(
    ({ capacity, experience_id }) => capacity !== null && experiences.some(({ id }) => id === experience_id),
  )
  const first = held.find(({ remaining }) => remaining > 0) ?? held[0]
  return experiences.find(({ id }) => id === first?.experience_id)
}

/** Takes the booking down, and goes to it. What stands in the way is said, and everything typed stays. */
export async function takeBooking(request: Request, form: FormData) {
  const area = staffAreaOf(request.url)
  const text = (name: string) => String(form.get(name) ?? '')
  const api = apiFor<typeof bookingApi>(area, '/api/bookings')
  const json = {
    experience_id: text('experience_id'),
    slot: text('slot'),
    number_of_guests: Number(text('number_of_guests')),
    guest_name: text('guest_name'),
    guest_email: text('guest_email').trim(),
    guest_phone: text('guest_phone').trim(),
    special_requests: text('special_requests'),
    overbook: form.get('overbook') === 'on',
  }
  const header = { 'Idempotency-Key': text('idempotency_key') }
  const taken = await resultOf(api.by_staff.$post({ json }, { headers: header }))
  if (taken.ok) throw redirect(bookingLink(area, taken.value.id))
  const act = toActionResult(request, taken, '')
  return { ...act, overbooking: overbookRefusal(act, form) }
}
