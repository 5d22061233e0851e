import type { Near } from '../search/search-url.ts'
import { type Day, isDay } from '../platform/days.ts'
import { type PlanPace, paces } from './plan.ts'
import type { Minutes } from './visiting-day.ts'

/** What somebody wants of a day, or of a few in a row: around a place or in a region, for a party, between two hours. */
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

/** Whole hours one may set out at, and be done by. */
export const hours = { from: [9, 10, 11, 12, 13, 14], until: [14, 15, 16, 17, 18, 19, 20, 21] } as const
export const mostDays = 3
const usual = { from: 10, until: 18, guests: 2, pace: 'steady', days: 1 } as const
const mostGuests = 100

/** The fields of the form as they were sent, or as they stand at first. */
export type PlanFields = Record<
  'near' | 'region' | 'date' | 'guests' | 'from' | 'until' | 'pace' | 'days',
  string
>
export type PlanProblems = Partial<Record<keyof PlanFields, string>>

export function planFields(params: URLSearchParams): PlanFields {
  const said = (name: keyof PlanFields, otherwise: string) =>
    (params.get(name) ?? '').trim().slice(0, 100) || otherwise
  return {
    near: said('near', ''),
    region: said('region', ''),
    date: said('date', ''),
    guests: said('guests', String(usual.guests)),
    from: said('from', String(usual.from)),
    until: said('until', String(usual.until)),
    pace: said('pace', usual.pace),
    days: said('days', String(usual.days)),
  }
}

/** Reads the form; `near` is the place its words were found to be. The first wrong field of each kind is told. */
export function readPlanRequest(
  fields: PlanFields,
  { near, regions, today }: { near: Near | null; regions: string[]; today: Day },
): { ok: true; value: PlanRequest } | { ok: false; problem: PlanProblems } {
  const problems: PlanProblems = {}
  const region = regions.find((known) => known.toLowerCase() === fields.region.toLowerCase()) ?? null
  if (fields.near !== '' && !near)
    problems.near = 'We know no place of that name. A town or a postcode nearby may be known.'
  if (fields.region !== '' && !region) problems.region = 'No vineyard is listed in that region.'
  if (fields.near === '' && fields.region === '')
    problems.near = 'Please say where: a town, a postcode, or a region.'

  if (fields.date === '') problems.date = 'Please choose a day.'
  else if (!isDay(fields.date)) problems.date = 'That is not a day in the calendar.'
  else if (fields.date < today) problems.date = 'That day has passed. Please choose another.'

  const guests = wholeNumber(fields.guests)
  if (guests === null || guests < 1 || guests > mostGuests)
    problems.guests = `Please say how many of you are coming, from 1 to ${mostGuests}.`
  const from = wholeNumber(fields.from)
  if (from === null || from > 23) problems.from = 'That is no hour to begin at.'
  const until = wholeNumber(fields.until)
  if (until === null || until > 24) problems.until = 'That is no hour to end at.'
  else if (from !== null && until <= from) problems.until = 'The day ends before it begins.'
  if (!isPace(fields.pace)) problems.pace = 'Please choose how full the day may be.'
  const days = wholeNumber(fields.days)
  if (days === null || days < 1 || days > mostDays) problems.days = `A plan holds one to ${mostDays} days.`

  if (Object.keys(problems).length > 0) return { ok: false, problem: problems }
  return {
    ok: true,
    value: {
      near,
      region,
      date: fields.date,
      guests: guests ?? usual.guests,
      from: (from ?? usual.from) * 60,
      until: (until ?? usual.until) * 60,
      pace: isPace(fields.pace) ? fields.pace : usual.pace,
      days: days ?? usual.days,
    },
  }
}

function isPace(text: string): text is PlanPace {
  return Object.hasOwn(paces, text)
}

function wholeNumber(text: string): number | null {
  return /^\d{1,4}$/.test(text) ? Number(text) : null
}
