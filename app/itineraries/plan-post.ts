import { isDay, isTime, type Time } from '../platform/days.ts'
import { isId } from '../platform/ids.ts'

/** A visit as the form of a plan carries it: everything that was offered, to be checked again when it comes back. */
export type OfferedVisit = {
  day: number
  vineyard_id: string
  experience_id: string
  slot: string
  start_time: Time
  price_per_person: number
}

/** What the form of a plan sends besides the guest. */
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

/** Reads it back; null where somebody made it up. */
export function readPlanPost(form: FormData): PlanPost | null {
  const text = (name: string) => String(form.get(name) ?? '')
  const visits = form.getAll('visit').map((visit) => readVisit(String(visit)))
  const party = Number(text('party'))
  const sound =
    isId(text('id')) &&
    /^[\w-]{43}$/.test(text('key')) &&
    isDay(text('visit_date')) &&
    Number.isInteger(party) &&
    party >= 1 &&
    party <= 100 &&
    visits.length >= 1 &&
    visits.length <= mostVisits &&
    /^[^\p{Cc}]{1,120}$/u.test(text('title'))
  const known = visits.filter((visit) => visit !== null)
  if (!sound || known.length < visits.length) return null
  return {
    id: text('id'),
    key: text('key'),
    title: text('title'),
    visit_date: text('visit_date'),
    party,
    visits: known,
  }
}

function readVisit(text: string): OfferedVisit | null {
  const [day = '', vineyard_id = '', experience_id = '', slot = '', start_time = '', price = '', ...rest] =
    text.split('|')
  const sound =
    /^[0-2]$/.test(day) &&
    isId(vineyard_id) &&
    isId(experience_id) &&
    slot.length <= 50 &&
    isTime(start_time) &&
    /^\d{1,8}(\.\d{1,2})?$/.test(price) &&
    rest.length === 0
  return sound
    ? { day: Number(day), vineyard_id, experience_id, slot, start_time, price_per_person: Number(price) }
    : null
}
