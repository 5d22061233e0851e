import type { bookingApi } from '../../bookings/booking.api.ts'
import type { CallOffReason } from '../../bookings/sessions/call-off.ts'
import { partiesSentence } from '../../bookings/sessions/session.ts'
import type { CalledOff, MovedSession, Reopened } from '../../bookings/sessions/session.shapes.ts'
import type { callOffApi } from '../../bookings/sessions/call-off.api.ts'
import type { sessionMoveApi } from '../../bookings/sessions/session-move.api.ts'
import { closuresAt, type ListedException, toldSentence } from '../../bookings/sessions/closure-actions.tsx'
import { findVineyardsToChoose } from '../../bookings/new-bookings/components/choose-vineyard.tsx'
import { loadActiveExperiences } from '../../catalogue/experiences/experience-actions.tsx'
import { readHosts } from '../../catalogue/hosts/host-actions.tsx'
import { loadGroupHolds } from '../../bookings/group-holds/group-hold-actions.tsx'
import type { partyApi, sessionApi } from '../../bookings/sessions/session.api.ts'
import { countOf } from '../../platform/text/counts.ts'
import { addDays, type Day, isDay } from '../../platform/days.ts'
import { readFormText, toActionResult, ifEmailed } from '../../staff-client/action-result.tsx'
import { resultOf } from '../../staff-client/call.ts'
import { load, loadResult, vineyardAt, vineyardOf } from '../../staff-client/load.ts'
import { apiFor, type StaffArea, staffAreaOf } from '../../staff-client/staff-area.ts'
import { vineyardsAt } from '../../catalogue/vineyards/vineyard-save.tsx'
import { daysOfView, readView } from './calendar-view.ts'
import type { guestMessageApi } from './guest-message.api.ts'

const callOffsFor = (area: StaffArea) => apiFor<typeof callOffApi>(area, '/api/call_offs')

const movesFor = (area: StaffArea) => apiFor<typeof sessionMoveApi>(area, '/api/session_moves')

const messagesFor = (area: StaffArea) => apiFor<typeof guestMessageApi>(area, '/api/guest_messages')

/**
 * Returns the calendar of a vineyard. An admin who has not chosen a vineyard gets the sessions of one day at the first vineyards
 * that have any and match the search. `others` are matching vineyards without sessions on that day.
 */
export async function loadCalendar(request: Request) {
  const area = staffAreaOf(request.url)
  const { searchParams } = new URL(request.url)
  const chosenVineyard = searchParams.get('vineyard_id') ?? undefined
  if (area === 'admin' && chosenVineyard === undefined) return loadAllSessions(request, searchParams)

  const vineyard_id = await vineyardAt(request, chosenVineyard)
  const sessionsFor = apiFor<typeof sessionApi>(area, '/api/sessions')
  const { today } = await load(request, sessionsFor.index.$get({ query: { vineyard_id } }))
  const view = readView(searchParams, today)
  const span = { vineyard_id, ...daysOfView(view) }
  const day = { query: { vineyard_id, day: view.on } }
  const ofDay = view.view === 'day'
  const [
    { items: sessions },
    { items: exceptions },
    parties,
    callOffs,
    moves,
    messages,
    groupHolds,
    hosts,
    experiences,
    vineyard,
  ] = await Promise.all([
    load(request, sessionsFor.index.$get({ query: span })),
    load(request, closuresAt(area).index.$get({ query: { ...span, limit: '100' } })),
    ofDay ? load(request, apiFor<typeof partyApi>(area, '/api/parties').index.$get(day)) : { items: [] },
    ofDay ? load(request, callOffsFor(area).index.$get(day)) : { items: [] },
    ofDay ? load(request, movesFor(area).index.$get(day)) : { items: [] },
    ofDay ? load(request, messagesFor(area).index.$get(day)) : [],
    ofDay ? loadGroupHolds(request, vineyard_id) : [],
    ofDay ? loadResult(request, readHosts(area, vineyard_id)) : { items: [] },
    ofDay ? loadActiveExperiences(request, vineyard_id) : [],
    load(request, vineyardsAt(area)[':id'].$get({ param: { id: vineyard_id } })),
  ])
  const closures = exceptions.filter(isClosedAllDay)
  return {
    kind: 'calendar' as const,
    area,
    chosenVineyard,
    vineyard_id,
    /** The name of the vineyard, or null for winemakers, who have only one vineyard. */
    vineyardName: area === 'admin' ? vineyard.name : null,
    isHidden: !vineyard.is_visible,
    today,
    ...view,
    sessions,
    closed: closedDays(closures, span),
    closure: closures.find(includes(view.on)),
    closedHours: exceptions.filter((each) => isClosedForHours(each) && includes(view.on)(each)),
    undoable: exceptions.filter(({ undo }) => undo),
    parties: parties.items,
    callOffs: callOffs.items,
    moves: moves.items,
    messages,
    hosts: hosts.items,
    experiences,
    /** The group holds that have a session on the day. */
    groupHolds: groupHolds.filter(({ sessions }) => sessions.some(({ slot_date }) => slot_date === view.on)),
  }
}

async function loadAllSessions(request: Request, searchParams: URLSearchParams) {
  const on = searchParams.get('on') ?? ''
  const api = apiFor<typeof sessionApi>('admin', '/api/sessions')
  const search = searchParams.get('search')?.trim() ?? ''
  const query = { ...(isDay(on) && { day: on }), ...(search && { search }) }
  const [{ today, items, vineyards: total }, matching] = await Promise.all([
    load(request, api.by_vineyard.$get({ query })),
    search ? findVineyardsToChoose(request) : { vineyards: [] },
  ])
  // Of a longer list, only the first vineyards with sessions are known.
  const others =
    total > items.length
      ? []
      : matching.vineyards.filter(({ id }) => items.every((listed) => listed.id !== id))
  return { kind: 'all' as const, today, on: isDay(on) ? on : today, search, vineyards: items, total, others }
}

/** Returns whether an exception closes the whole vineyard for whole days. */
const isClosedAllDay = ({ capacity, experience_id, from_time }: ListedException) =>
  capacity === null && experience_id === null && from_time === null

/** Returns whether staff closed the whole vineyard for some hours. */
const isClosedForHours = ({ capacity, experience_id, from_time, source }: ListedException) =>
  capacity === null && experience_id === null && from_time !== null && source === 'staff'

const includes =
  (day: Day) =>
  ({ starts_on, ends_on }: ListedException) =>
    starts_on <= day && day <= ends_on

/** Returns the days on which the vineyard is closed, each with the reason. */
function closedDays(closures: ListedException[], span: { from: Day; until: Day }): [Day, string][] {
  const days: [Day, string][] = []
  for (let day = span.from; day <= span.until; day = addDays(day, 1)) {
    const closure = closures.find(includes(day))
    if (closure) days.push([day, closure.reason ?? ''])
  }
  return days
}

/** Emails the guests of a day or of one of its sessions. The intent `preview` only shows what would be sent. */
export async function emailFromCalendar(request: Request, form: FormData) {
  const area = staffAreaOf(request.url)
  const vineyard = await vineyardOf(area, new URL(request.url).searchParams.get('vineyard_id') ?? undefined)
  if (!vineyard.ok) return { ...toActionResult(request, vineyard, ''), preview: null }
  const [experience_id, start_time] = String(form.get('session')).split(' ')
  const json = {
    vineyard_id: vineyard.value,
    day: String(form.get('day')),
    message: String(form.get('message')),
    ...(experience_id && { experience_id }),
    ...(start_time && { start_time }),
  }
  if (form.get('intent') === 'preview') {
    const seen = await resultOf(messagesFor(area).preview.$post({ json }))
    return { ...toActionResult(request, seen, ''), preview: seen.ok ? seen.value : null }
  }
  const id = String(form.get('id'))
  const sent = await resultOf(messagesFor(area).index.$post({ json: { ...json, id } }))
  const count = sent.ok ? sent.value.mails : 0
  const message = `${countOf(count, 'party is', 'parties are')} being emailed.`
  return { ...toActionResult(request, sent, ifEmailed(message)), preview: null }
}

/** Calls off a whole day or some of its sessions. */
async function callOffFromCalendar(request: Request, form: FormData) {
  const area = staffAreaOf(request.url)
  const vineyard = await vineyardOf(area, new URL(request.url).searchParams.get('vineyard_id') ?? undefined)
  if (!vineyard.ok) return toActionResult(request, vineyard, '')
  const { day, slots } = JSON.parse(String(form.get('call_off'))) as { day: Day; slots: string[] | null }
  const json = {
    vineyard_id: vineyard.value,
    day,
    slots,
    reason: String(form.get('reason')) as CallOffReason,
    message: String(form.get('message') ?? ''),
  }
  const done = await resultOf(callOffsFor(area).index.$post({ json }))
  if (!done.ok) return toActionResult(request, done, '')
  const { id } = done.value
  const result = toActionResult(request, done, calledOffSentence(done.value), id ? { reopen: id } : null)
  return { ...result, ...(id && { about: id }) }
}

function calledOffSentence(done: CalledOff): string {
  if (!done.bookings) return 'Called off. Nobody was booked.'
  return `Called off: ${partiesSentence(done)}.${toldSentence(done)}`
}

/** Undoes a call-off. If this would overbook a host, nothing changes and `over` is true. */
async function reopenFromCalendar(request: Request, form: FormData) {
  const id = String(form.get('reopen'))
  const api = callOffsFor(staffAreaOf(request.url))[':id']
  const done = await resultOf(api.reopen.$post({ param: { id }, json: { overbook: form.has('overbook') } }))
  const over = !done.ok && done.problem.kind === 'refused' && Number(done.problem.body.over) > 0
  return { ...toActionResult(request, done, done.ok ? reopenedSentence(done.value) : ''), over, about: id }
}

function reopenedSentence({ bookings, guests, emailed, to_call }: Reopened): string {
  const parties = bookings === 0 ? '' : ` for ${partiesSentence({ bookings, guests })}`
  const told = [
    emailed > 0 && ` ${ifEmailed(`${countOf(emailed, 'party is', 'parties are')} being emailed.`)}`,
    to_call > 0 && ` Please call ${countOf(to_call, 'party', 'parties')}.`,
    bookings > 0 && emailed + to_call === 0 && ' Nobody had been told.',
  ]
  return [`Opened again${parties}.`, ...told].filter(Boolean).join('')
}

/**
 * Moves a whole session. With `preview`, moves nothing and returns what would move, or why the session does not fit. If `past`
 * is true in the result, staff must confirm that the new time has already passed.
 */
export async function moveSessionFromCalendar(request: Request, form: FormData) {
  type NewMove = Parameters<ReturnType<typeof movesFor>['index']['$post']>[0]['json']
  const json = JSON.parse(String(form.get('move_session'))) as NewMove
  const done = await resultOf(movesFor(staffAreaOf(request.url)).index.$post({ json }))
  const past = !done.ok && done.problem.kind === 'refused' && done.problem.body.past === true
  const about = done.ok ? done.value.id : null
  const message = done.ok ? movedSentence(done.value, json.into_past === true) : ''
  const result = toActionResult(request, done, message, about ? { undo_move: about } : null)
  return { ...result, past, ...(about && { about }) }
}

function movedSentence(moved: MovedSession, isPast: boolean): string {
  const groups = moved.held > 0 ? `, with ${countOf(moved.held, 'held place')}` : ''
  return `Moved: ${partiesSentence(moved)}${groups}.${isPast ? ' Nobody is emailed.' : toldSentence(moved)}`
}

/** Undoes the move of a whole session. */
async function undoMoveFromCalendar(request: Request, form: FormData) {
  const param = { id: String(form.get('undo_move')) }
  const done = await resultOf(movesFor(staffAreaOf(request.url))[':id'].undo.$post({ param }))
  const back = done.ok ? partiesSentence(done.value) : ''
  return { ...toActionResult(request, done, `The move is undone for ${back}.`), about: param.id }
}

/** Gives one session a host of its own, or the host of its experience if none is chosen. */
async function setHostFromCalendar(request: Request, form: FormData) {
  const json = {
    experience_id: readFormText(form, 'experience_id'),
    slot: readFormText(form, 'session'),
    host_id: readFormText(form, 'session_host') || null,
  }
  const sessions = apiFor<typeof sessionApi>(staffAreaOf(request.url), '/api/sessions')
  const changed = await resultOf(sessions.host.$put({ json }))
  return toActionResult(request, changed, 'The host of this session is changed.')
}

/** Records whether staff have phoned a guest whose session was called off, reopened or moved. */
async function setInformedFromCalendar(request: Request, form: FormData) {
  const api = apiFor<typeof bookingApi>(staffAreaOf(request.url), '/api/bookings')[':id']
  const param = { id: String(form.get('informed_booking')) }
  const done = await resultOf(
    api.informed.$put({ param, json: { informed: form.get('informed') === 'yes' } }),
  )
  return toActionResult(request, done, '')
}

/** The actions of the calendar's forms. Each key is a field that only the form of its action has. */
const actions = {
  call_off: callOffFromCalendar,
  move_session: moveSessionFromCalendar,
  undo_move: undoMoveFromCalendar,
  session_host: setHostFromCalendar,
  reopen: reopenFromCalendar,
  informed_booking: setInformedFromCalendar,
}

/** Returns the action of a form of the calendar, or undefined if the form belongs to another part of the page. */
export function findCalendarAction(form: FormData) {
  return Object.entries(actions).find(([field]) => form.has(field))?.[1]
}
