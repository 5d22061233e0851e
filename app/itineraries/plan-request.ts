import type { Near } from '../search/search-url.ts'
import { type Day, isDay, isTime, type Time, formatTime } from '../platform/days.ts'
import { type PlanPace, paces } from './plan.ts'
import type { Minutes } from './day-times.ts'
import { isId } from '../platform/ids.ts'
import { timesGuests } from '../platform/money.ts'
import type { ProposedDay } from './proposal.server.ts'
import type { VisitProblem } from './book-visits.server.ts'

/** A plan for one to three days: near a place or in a region, for a party, between two times of day. */
export type PlanRequest = {
  near: Near | null
  region: string | null
  date: Day
  guests: number
  from: Minutes
  until: Minutes
  pace: PlanPace
  days: number
}

/** The hours offered for setting out and for being back. */
export const hours = { from: [9, 10, 11, 12, 13, 14], until: [14, 15, 16, 17, 18, 19, 20, 21] } as const
export const mostDays = 3
const defaults = { from: 10, until: 18, guests: 2, pace: 'steady', days: 1 } as const
const mostGuests = 100

/** The form's fields as sent, with defaults. */
export type PlanFields = Record<
  'near' | 'region' | 'date' | 'guests' | 'from' | 'until' | 'pace' | 'days',
  string
>
export type PlanProblems = Partial<Record<keyof PlanFields, string>>

export function planFields(params: URLSearchParams): PlanFields {
  const text = (name: keyof PlanFields, fallback: string) =>
    (params.get(name) ?? '').trim().slice(0, 100) || fallback
  return {
    near: text('near', ''),
    region: text('region', ''),
    date: text('date', ''),
    guests: text('guests', String(defaults.guests)),
    from: text('from', String(defaults.from)),
    until: text('until', String(defaults.until)),
    pace: text('pace', defaults.pace),
    days: text('days', String(defaults.days)),
  }
}

/** The request in the form, or a problem per field. `near` is the place found for the field of that name. */
export function readPlanRequest(
  fields: PlanFields,
  { near, regions, today }: { near: Near | null; regions: string[]; today: Day },
): { ok: true; value: PlanRequest } | { ok: false; problem: PlanProblems } {
  const problems: PlanProblems = {}
  const region = regions.find((known) => known.toLowerCase() === fields.region.toLowerCase()) ?? null
  if (fields.near !== '' && !near)
    problems.near = 'We couldn’t find that place. Try a town or postcode nearby.'
  if (fields.region !== '' && !region) problems.region = 'There are no vineyards listed in that region.'
  if (fields.near === '' && fields.region === '')
    problems.near = 'Please enter a town, a postcode or a region.'

  if (fields.date === '') problems.date = 'Please choose a day.'
  else if (!isDay(fields.date)) problems.date = 'That isn’t a valid date.'
  else if (fields.date < today) problems.date = 'That day has passed. Please choose another.'

  const guests = wholeNumber(fields.guests)
  if (guests === null || guests < 1 || guests > mostGuests)
    problems.guests = `Please enter the number of guests, from 1 to ${mostGuests}.`
  const from = wholeNumber(fields.from)
  if (from === null || from > 23) problems.from = 'Please choose a start time.'
  const until = wholeNumber(fields.until)
  if (until === null || until > 24) problems.until = 'Please choose an end time.'
  else if (from !== null && until <= from) problems.until = 'The end time must be after the start time.'
  if (!isPace(fields.pace)) problems.pace = 'Please choose a pace.'
  const days = wholeNumber(fields.days)
  if (days === null || days < 1 || days > mostDays) problems.days = `A plan can have 1 to ${mostDays} days.`

  if (Object.keys(problems).length > 0) return { ok: false, problem: problems }
  return {
    ok: true,
    value: {
      near,
      region,
      date: fields.date,
      guests: guests ?? defaults.guests,
      from: (from ?? defaults.from) * 60,
      until: (until ?? defaults.until) * 60,
      pace: isPace(fields.pace) ? fields.pace : defaults.pace,
      days: days ?? defaults.days,
    },
  }
}

function isPace(text: string): text is PlanPace {
  return Object.hasOwn(paces, text)
}

function wholeNumber(text: string): number | null {
  return /^\d{1,4}$/.test(text) ? Number(text) : null
}

/** A visit as the form carries it. Everything is checked again when the form is sent. */
type OfferedVisit = {
  day: number
  vineyard_id: string
  experience_id: string
  slot: string
  start_time: Time
  price_per_person: number
}

/** The plan in a sent form, without the guest. */
export type PlanPost = {
  id: string
  key: string
  title: string
  visit_date: string
  party: number
  visits: OfferedVisit[]
}

const mostVisits = 12

export function writeVisit({
  day,
  vineyard_id,
  experience_id,
  slot,
  start_time,
  price_per_person,
}: OfferedVisit): string {
  return [day, vineyard_id, experience_id, slot, start_time, price_per_person].join('|')
}

/** The plan in a sent form; null when a field is malformed. */
export function readPlanPost(form: FormData): PlanPost | null {
  const text = (name: string) => String(form.get(name) ?? '')
  const visits = form.getAll('visit').map((visit) => readVisit(String(visit)))
  const party = Number(text('party'))
  const isValid =
    isId(text('id')) &&
    /^[\w-]{43}$/.test(text('key')) &&
    isDay(text('visit_date')) &&
    Number.isInteger(party) &&
    party >= 1 &&
    party <= 100 &&
    visits.length >= 1 &&
    visits.length <= mostVisits &&
    /^[^\p{Cc}]{1,120}$/u.test(text('title'))
  const validVisits = visits.filter((visit) => visit !== null)
  if (!isValid || validVisits.length < visits.length) return null
  return {
    id: text('id'),
    key: text('key'),
    title: text('title'),
    visit_date: text('visit_date'),
    party,
    visits: validVisits,
  }
}

function readVisit(text: string): OfferedVisit | null {
  const [day = '', vineyard_id = '', experience_id = '', slot = '', start_time = '', price = '', ...rest] =
    text.split('|')
  const isValid =
    /^[0-2]$/.test(day) &&
    isId(vineyard_id) &&
    isId(experience_id) &&
    slot.length <= 50 &&
    isTime(start_time) &&
    /^\d{1,8}(\.\d{1,2})?$/.test(price) &&
    rest.length === 0
  return isValid
    ? { day: Number(day), vineyard_id, experience_id, slot, start_time, price_per_person: Number(price) }
    : null
}

/** 'A day near Dorking', 'Two days in Kent'. */
export function planTitle({ near, region, days }: Pick<PlanRequest, 'near' | 'region' | 'days'>): string {
  const length = ['A day', 'Two days', 'Three days'][days - 1] ?? `${days} days`
  return near ? `${length} near ${near.label}` : `${length} in ${region}`
}

/** Every visit of a plan as its form carries it. */
export function visitsOf(days: ProposedDay[]): OfferedVisit[] {
  return days.flatMap(({ visits }, day) =>
    visits.map(({ vineyard, experience, slot }) => ({
      day,
      vineyard_id: vineyard.id,
      experience_id: experience.id,
      slot: slot.id,
      start_time: slot.start_time,
      price_per_person: experience.price_per_person,
    })),
  )
}

/** The price of all visits for the party, in pounds. */
export function totalOf(days: ProposedDay[], guests: number): number {
  const pence = days
    .flatMap(({ visits }) => visits)
    .map(({ experience }) => Math.round(timesGuests(experience.price_per_person, guests) * 100))
  return pence.reduce((sum, price) => sum + price, 0) / 100
}

export const planSentences = {
  stale: 'This plan is out of date. Please plan the day again.',
  incomplete: 'Please tell us who’s coming so we can book the visits.',
  not_kept: 'We couldn’t save the plan just now. It’s still here; please try again.',
  not_planned: 'We couldn’t plan the day just now. Please try again in a moment.',
} as const

/** Why nothing was booked: which visit was not available, and that the page shows a new plan. */
export function visitSentence(
  { visit, problem }: VisitProblem,
  visits: OfferedVisit[],
  party: number,
): string {
  const start = visits[visit]?.start_time
  const which = start === undefined ? 'One of the visits' : `The visit at ${formatTime(start)}`
  const newPlan = 'Nothing was booked. Here is a new plan with what’s available now.'
  switch (problem.kind) {
    case 'slot':
      return problem.remaining > 0
        ? `${which} has only ${problem.remaining} ${problem.remaining === 1 ? 'place' : 'places'} left, and there are ${party} of you. ${newPlan}`
        : `${which} has just filled up. ${newPlan}`
    case 'price':
      return `${which} now has a different price. ${newPlan}`
    case 'group_size':
      return `${which} does not take a party of ${party}. ${newPlan}`
    case 'key_reused':
      return planSentences.stale
    case 'queue_full':
      return planSentences.not_kept
  }
}
