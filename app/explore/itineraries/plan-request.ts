import { type Day, isDay, formatTime } from '../../platform/days.ts'
import { type PlanPace, paces, type ProposedDay } from './plan-day.ts'
import type { Minutes } from './day-times.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import { bookingSentences } from '../../bookings/booking-sentences.ts'
import type { BookingProblem } from '../../bookings/new-bookings/create-booking.server.ts'
import type { Near } from '../search/near.ts'
import type { PlanPost } from './itinerary.shapes.ts'
import { isTravel, type Travelling } from './means-of-travel.ts'

/** A request to plan one to three days: near a location or in a region, for a party, between two times of day. */
export type PlanRequest = {
  near: Near | null
  region: string | null
  date: Day
  guests: number
  from: Minutes
  until: Minutes
  pace: PlanPace
  days: number
} & Travelling

/** The hours that the form offers for setting out and for being back */
export const hours = { from: [9, 10, 11, 12, 13, 14], until: [14, 15, 16, 17, 18, 19, 20, 21] } as const
export const mostDays = 3
const mostGuests = 100

/** The defaults of the form's fields, as text */
const defaults = {
  near: '',
  region: '',
  date: '',
  guests: '2',
  from: '10',
  until: '18',
  pace: 'steady',
  days: '1',
  travel: 'drive',
  stay: '',
}
export type PlanFields = typeof defaults
export type PlanProblems = Partial<PlanFields>

export function planFields(params: URLSearchParams): PlanFields {
  const texts = Object.entries(defaults).map(([name, fallback]) => [
    name,
    (params.get(name) ?? '').trim().slice(0, 100) || fallback,
  ])
  return Object.fromEntries(texts) as PlanFields
}

/** Returns the request in the form, or a problem per field. `near` and `stay` are the locations found for these fields. */
export function readPlanRequest(
  fields: PlanFields,
  { near, stay, regions, today }: { near: Near | null; stay: Near | null; regions: string[]; today: Day },
): Result<PlanRequest, PlanProblems> {
  const problems: PlanProblems = {}
  const region = regions.find((known) => known.toLowerCase() === fields.region.toLowerCase()) ?? null
  if (fields.near !== '' && !near)
    problems.near = 'We couldn’t find that place. Try a town, postcode or station nearby.'
  if (fields.region !== '' && !region) problems.region = 'There are no vineyards listed in that region.'
  if (fields.stay !== '' && !stay)
    problems.stay = 'We couldn’t find that place. Try a town, postcode or station nearby.'
  if (fields.near === '' && fields.region === '' && fields.stay === '')
    problems.near = 'Please enter a town, a postcode or a region.'

  if (fields.date === '') problems.date = 'Please choose a day.'
  else if (!isDay(fields.date)) problems.date = 'That isn’t a valid date.'
  else if (fields.date < today) problems.date = 'That day has passed. Please choose another.'

  // An invalid number becomes NaN, which fails every comparison.
  const [guests, from, until, days] = [fields.guests, fields.from, fields.until, fields.days].map((text) =>
    /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN,
  ) as [number, number, number, number]
  const { pace, travel } = fields
  if (!(guests >= 1 && guests <= mostGuests))
    problems.guests = `Please enter the number of guests, from 1 to ${mostGuests}.`
  if (!(from <= 23)) problems.from = 'Please choose a start time.'
  if (!(until <= 24)) problems.until = 'Please choose an end time.'
  else if (until <= from) problems.until = 'The end time must be after the start time.'
  if (!isPace(pace)) problems.pace = 'Please choose a pace.'
  if (!(days >= 1 && days <= mostDays)) problems.days = `A plan can have 1 to ${mostDays} days.`

  if (!isTravel(travel)) problems.travel = 'Please choose how you will travel.'
  if (!isPace(pace) || !isTravel(travel) || Object.keys(problems).length > 0) return refused(problems)
  // Without a location or a region, the days are planned around the location where the guests stay.
  const around = near ?? (region ? null : stay)
  return ok({
    near: around,
    region,
    date: fields.date,
    guests,
    from: from * 60,
    until: until * 60,
    pace,
    days,
    travel,
    stay,
  })
}

function isPace(text: string): text is PlanPace {
  return Object.hasOwn(paces, text)
}

/** A visit as the form submits it. The server checks everything again. */
export type OfferedVisit = PlanPost['visits'][number]

/** The index of the visit that could not be booked, and the reason. */
export type VisitProblem = { visit: number; problem: BookingProblem }

/** Returns a plan's title, such as 'A day near Dorking' or 'Two days in Kent'. */
export function planTitle({ near, region, days }: Pick<PlanRequest, 'near' | 'region' | 'days'>): string {
  const length = ['A day', 'Two days', 'Three days'][days - 1] ?? `${days} days`
  return near ? `${length} near ${near.label}` : `${length} in ${region}`
}

/** A visit to book, with the vineyard's name, and whether the booking is confirmed straight away. */
export type VisitToBook = { visit: OfferedVisit; vineyard: string; is_instant: boolean }

export function visitsOf(days: ProposedDay[]): VisitToBook[] {
  return days.flatMap(({ visits }, day) =>
    visits.map(({ vineyard, experience, slot }) => ({
      vineyard: vineyard.name,
      is_instant: experience.is_instant,
      visit: {
        day,
        vineyard_id: vineyard.id,
        experience_id: experience.id,
        slot: slot.id,
        start_time: slot.start_time,
        price_per_person: experience.price_per_person,
      },
    })),
  )
}

type Waiting = { is_confirmed: boolean; vineyard: string }

/** Returns how many bookings are confirmed, such as '2 confirmed, 1 still to be confirmed by Marl & Thistle'. */
export function confirmationSentence(bookings: Waiting[]): string {
  const confirmed = bookings.filter(({ is_confirmed }) => is_confirmed).length
  const waiting = bookings.length - confirmed
  const vineyards = [
    ...new Set(bookings.flatMap(({ is_confirmed, vineyard }) => (is_confirmed ? [] : [vineyard]))),
  ]
  const numbered = (count: number, state: string) =>
    count > 0 && (bookings.length === 1 ? state : `${count} ${state}`)
  return [
    numbered(confirmed, 'confirmed'),
    numbered(waiting, `still to be confirmed by ${list.format(vineyards)}`),
  ]
    .filter(Boolean)
    .join(', ')
}

const list = new Intl.ListFormat('en-GB')

export const planSentences = {
  stale: 'This plan is out of date. Please plan the day again.',
  incomplete: 'Please tell us who’s coming so we can book the visits.',
  changed:
    'This plan was changed in another window in the meantime. Nothing was booked. Below is the latest version.',
  not_kept: 'We couldn’t save the plan just now. It’s still here; please try again.',
  not_planned: 'We couldn’t plan the day just now. Please try again in a moment.',
} as const

/** Returns the sentence that says which visit was not available, and that nothing was booked. */
export function visitSentence(
  { visit, problem }: VisitProblem,
  visits: OfferedVisit[],
  party: number,
): string {
  const start = visits[visit]?.start_time
  const which = start === undefined ? 'One of the visits' : `The visit at ${formatTime(start)}`
  const whatNow = 'Nothing was booked. Below is what’s available now.'
  switch (problem.kind) {
    case 'full':
    case 'gone':
      return problem.remaining > 0
        ? `${which} has only ${problem.remaining} ${problem.remaining === 1 ? 'place' : 'places'} left, and there are ${party} of you. ${whatNow}`
        : `${which} has just filled up. ${whatNow}`
    case 'price':
      return `${which} now has a different price. ${whatNow}`
    case 'group_size':
      return `${which} does not take a party of ${party}. ${whatNow}`
    case 'key_reused':
      return planSentences.stale
    case 'queue_full':
    case 'emails':
    case 'held':
      return bookingSentences.failed
  }
}
