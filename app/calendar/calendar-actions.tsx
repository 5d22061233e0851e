import { toActionResult } from '../staff-client/action-result.tsx'
import { resultOf } from '../staff-client/call.ts'
import { apiFor, type StaffArea, staffAreaOf } from '../staff-client/staff-area.ts'
import { vineyardAt, vineyardOf } from '../staff-client/staff-vineyard.tsx'
import { answered } from '../staff-client/guard.tsx'
import { addDays, type Day } from '../platform/days.ts'
import { ok } from '../platform/result.ts'
import type { vineyardApi } from '../vineyards/vineyard.api.ts'
import { findVineyardsToChoose } from '../bookings/components/choose-vineyard.tsx'
import { daysOfView, viewAsked } from './calendar-view.ts'
import type { closureApi } from '../bookings/closure.api.ts'
import type { guestMessageApi } from './guest-message.api.ts'
import type { partyApi, sessionApi } from '../bookings/session.api.ts'
import { ifEmailed } from '../ui/sends-email.ts'

/** What the calendar shows of a vineyard; an admin who named none chooses one first. */
export async function loadCalendar(request: Request) {
  const area = staffAreaOf(request.url)
  const { searchParams } = new URL(request.url)
  const vineyardId = searchParams.get('vineyard_id') ?? undefined
  if (area === 'admin' && vineyardId === undefined)
    return { kind: 'choose' as const, ...(await findVineyardsToChoose(request)) }

  const vineyard_id = await vineyardAt(area, request, vineyardId)
  const sessionsAt = apiFor<typeof sessionApi>(area, '/api/sessions')
  const { today } = await answered(request, resultOf(sessionsAt.index.$get({ query: { vineyard_id } })))
  const shown = viewAsked(searchParams, today)
  const span = daysOfView(shown)
  const [{ items: sessions }, closed, parties, messages, whose] = await Promise.all([
    answered(request, resultOf(sessionsAt.index.$get({ query: { vineyard_id, ...span } }))),
    closedDays(request, area, { vineyard_id, ...span }),
    shown.view === 'day' ? partiesOn(request, area, vineyard_id, shown.on) : [],
    shown.view === 'day' ? messagesOn(request, area, vineyard_id, shown.on) : [],
    area === 'admin' ? answered(request, nameOf(vineyard_id)) : null,
  ])
  const what = { sessions, closed, parties, messages }
  return { kind: 'calendar' as const, area, named: vineyardId, vineyard_id, whose, today, ...shown, ...what }
}

/** To an admin, whose calendar could be any vineyard's. */
async function nameOf(id: string) {
  const vineyards = apiFor<typeof vineyardApi>('admin', '/api/vineyards')
  const one = await resultOf(vineyards[':id'].$get({ param: { id } }))
  return one.ok ? ok(one.value.name) : one
}

type Span = { vineyard_id: string; from: Day; until: Day }

/** Days on which the whole vineyard is closed, each with its reason. */
async function closedDays(request: Request, area: StaffArea, span: Span): Promise<[Day, string][]> {
  const closures = apiFor<typeof closureApi>(area, '/api/availability_exceptions')
  const query = { ...span, limit: '100' } as const
  const { items } = await answered(request, resultOf(closures.index.$get({ query })))
  const whole = items.filter(
    ({ capacity, experience_id, from_time }) =>
      capacity === null && experience_id === null && from_time === null,
  )
  const days: [Day, string][] = []
  for (let day = span.from; day <= span.until; day = addDays(day, 1)) {
    const closure = whole.find(({ starts_on, ends_on }) => starts_on <= day && day <= ends_on)
    if (closure) days.push([day, closure.reason ?? ''])
  }
  return days
}

async function partiesOn(request: Request, area: StaffArea, vineyard_id: string, day: Day) {
  const parties = apiFor<typeof partyApi>(area, '/api/parties')
  return (await answered(request, resultOf(parties.index.$get({ query: { vineyard_id, day } })))).items
}

function messagesOn(request: Request, area: StaffArea, vineyard_id: string, day: Day) {
  const api = apiFor<typeof guestMessageApi>(area, '/api/guest_messages')
  return answered(request, resultOf(api.index.$get({ query: { vineyard_id, day } })))
}

/** Writes to everybody of the day that the address names, or of one of its sessions. */
export async function writeFromCalendar(request: Request) {
  const area = staffAreaOf(request.url)
  const { searchParams } = new URL(request.url)
  const form = await request.formData()
  const whose = await vineyardOf(area, searchParams.get('vineyard_id') ?? undefined)
  if (!whose.ok) return toActionResult(request, whose, '')
  const [experience_id, start_time] = String(form.get('session')).split(' ')
  const api = apiFor<typeof guestMessageApi>(area, '/api/guest_messages')
  const json = {
    id: String(form.get('id')),
    vineyard_id: whose.value,
    day: String(form.get('day')),
    message: String(form.get('message')),
    ...(experience_id && { experience_id }),
    ...(start_time && { start_time }),
  }
  const sent = await resultOf(api.index.$post({ json }))
  const mails = sent.ok ? sent.value.mails : 0
  const said = mails === 1 ? '1 guest is being emailed.' : `${mails} guests are being emailed.`
  return toActionResult(request, sent, ifEmailed(said))
}
