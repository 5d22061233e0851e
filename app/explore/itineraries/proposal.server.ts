import { type Slot, slotId } from '../../availability/slot.ts'
import type { MeasureRoads } from '../../catalogue/stations/station.server.ts'
import { roughPositionOf } from '../../catalogue/vineyards/rough-position.ts'
import { hasPosition, kilometresBetween } from '../../catalogue/vineyards/position.ts'
import { noFilters } from '../search/filters.ts'
import { suitsParty } from '../search/matches.server.ts'
import { formatMiles, isNear, nearMiles } from '../search/near.ts'
import { searchVineyards } from '../search/search.server.ts'
import type { Sql } from '../../platform/database/database.server.ts'
import { addDays, type Day, formatDay } from '../../platform/days.ts'
import { minutesOf, passThrough, type Passing } from './day-times.ts'
import { lunchBetween, needsLunch, paces, planDay, type ProposedDay, type ProposedVisit } from './plan-day.ts'
import { countOf } from '../../platform/text/counts.ts'
import type { PlanRequest } from './plan-request.ts'
import { endsOfDay, readDayLegs } from './travel.server.ts'
import { unreachable, withUnreachable } from './travel.ts'

// A plan considers at most this many possible visits, those at the nearest vineyards, because more would take too long.
const mostCandidates = 12
const mostOfOneVineyard = 2

/** Plans each day from slots that have places now. A day may have no visits; no vineyard is visited on two days. */
export async function proposeDays(
  sql: Sql,
  request: PlanRequest,
  measure: MeasureRoads,
  now: Date,
): Promise<ProposedDay[]> {
  const days: ProposedDay[] = []
  const visited = new Set<string>()
  for (let n = 0; n < request.days; n++) {
    const day = await proposeDay(sql, request, addDays(request.date, n), visited, measure, now)
    for (const { vineyard } of day.visits) visited.add(vineyard.id)
    days.push(day)
  }
  return days
}

/** Returns a sentence for the visitor if a plan has a visit far from its location; otherwise an empty list. */
export function farSentences(
  days: ProposedDay[],
  { near, region }: Pick<PlanRequest, 'near' | 'region'>,
): string[] {
  if (near === null) return []
  const vineyards = days.flatMap(({ visits }) => visits.map(({ vineyard }) => vineyard)).filter(hasPosition)
  const far = vineyards.find((vineyard) => !isNear(kilometresBetween(vineyard, near)))
  if (!far) return []
  const distance = formatMiles(kilometresBetween(far, near))
  return [
    `Too few vineyards${region === null ? '' : ` in ${region}`} within ${nearMiles} miles of ${near.label} have places for you, so the plan goes further: ${far.name} is ${distance} away.`,
  ]
}

/** Returns a sentence for each day on which fewer visits fit than the pace asks for. */
export function paceSentences(days: ProposedDay[], { pace }: Pick<PlanRequest, 'pace'>): string[] {
  return days.flatMap(({ date, visits: { length } }) =>
    length === 0 || length >= paces[pace]
      ? []
      : [`Only ${countOf(length, 'visit')} ${length === 1 ? 'fits' : 'fit'} into ${formatDay(date)}.`],
  )
}

async function proposeDay(
  sql: Sql,
  request: PlanRequest,
  date: Day,
  visited: ReadonlySet<string>,
  measure: MeasureRoads,
  now: Date,
): Promise<ProposedDay> {
  const filters = { ...noFilters, region: request.region, date, guests: request.guests }
  const { hits } = await searchVineyards(sql, { search: '', filters, page: 1, near: request.near }, now)
  const near = hits.map(({ id }) => id).filter((id) => !visited.has(id))
  const open = near.length === 0 ? [] : await readVisitOptions(sql, near, date, request.guests, now)
  // A day that has more visits, but at another location, is not what the visitor asked for.
  const close = new Set(hits.flatMap(({ id, distance }) => (isNear(distance) ? id : [])))
  const openNearby = open.filter(({ vineyard }) => close.has(vineyard.id))
  const options = chooseOptions(
    openNearby.length > 0 ? openNearby : request.near ? aroundNearest(open, near) : open,
    near,
  )
  const positions = options.map(({ vineyard }) => roughPositionOf(vineyard))
  const { legs, ends } = await readDayLegs(sql, measure, request, positions)
  const candidates = options.map(({ vineyard, slots }) => ({
    vineyard_id: vineyard.id,
    lasts: minutesBetween(slots[0]),
    starts: slots.map(({ start_time }) => minutesOf(start_time)),
  }))
  const visits = planDay(
    candidates,
    ends ? withUnreachable(legs) : legs,
    { ...request, most: paces[request.pace] },
    ends?.map((way) => (way ? Math.max(way.out.minutes, way.back.minutes) : unreachable.minutes)) ?? null,
  )

  const chosen = visits.flatMap(({ candidate, start }) => {
    const option = options[candidate]
    const slot = option?.slots.find(({ start_time }) => minutesOf(start_time) === start)
    return option && slot ? [{ ...option, slot, candidate, start }] : []
  })
  const drives = chosen.map((from) => chosen.map((to) => legs[from.candidate]?.[to.candidate] ?? null))
  const stops = chosen.map(({ slot, start }) => ({ start, lasts: minutesBetween(slot) }))
  const passings = passThrough(stops, drives, stops[0]?.start ?? request.from)
  return {
    date,
    visits: chosen.map(({ vineyard, experience, slot }, n) => ({
      vineyard,
      experience,
      slot,
      passing: passings[n] as Passing,
      leg: drives[n - 1]?.[n] ?? null,
    })),
    ends: endsOfDay(passings, ends && chosen.map(({ candidate }) => ends[candidate] ?? null), {
      date,
      at: chosen[0] && positions[chosen[0].candidate],
    }),
    lunch: needsLunch({ visits, ends: passings.at(-1)?.leaves ?? 0 }) ? lunchBetween(passings) : null,
  }
}

type VisitOption = Pick<ProposedVisit, 'vineyard' | 'experience'> & { slots: Slot[] }

/** Returns the experiences of these vineyards with the day's slots that have places for the party, cheapest first. */
export async function readVisitOptions(
  sql: Sql,
  ids: string[],
  date: Day,
  guests: number,
  now: Date,
): Promise<VisitOption[]> {
  const rows = await sql<(Pick<VisitOption, 'vineyard' | 'experience'> & { slots: Omit<Slot, 'id'>[] })[]>`
    select
      jsonb_build_object(
        'id', v.id, 'name', v.name, 'city', v.city, 'latitude', v.latitude, 'longitude', v.longitude, 'is_demo', v.is_demo,
        'is_verified', v.is_verified, 'taxis', v.taxis
      ) as vineyard,
      jsonb_build_object(
        'id', e.id, 'title', e.title, 'duration_minutes', e.duration_minutes, 'price_per_person', e.price_per_person,
        'currency', e.currency, 'is_instant', e.is_instant, 'included', e.included,
        'cancellation_cutoff_minutes', e.cancellation_cutoff_minutes
      ) as experience,
      jsonb_agg(to_jsonb(s) order by s.starts_at) as slots
    from vineyards v
      join experiences e on e.vineyard_id = v.id and e.is_active
        and ${suitsParty(sql, guests)}
      cross join lateral slots_of(e.id, ${date}, ${date}, ${now}) s
    where v.id = any (${ids}::uuid[]) and s.remaining >= ${guests} and s.ends_at - s.starts_at < interval '12 hours'
    group by v.id, e.id
    order by e.price_per_person, e.id`
  return rows.map(({ vineyard, experience, slots }) => ({
    vineyard,
    experience,
    slots: slots.map((slot) => ({
      ...slot,
      starts_at: new Date(slot.starts_at),
      ends_at: new Date(slot.ends_at),
      id: slotId(slot),
    })),
  }))
}

/** Returns the visits at the nearest vineyard and at the vineyards near it, so that no plan goes further than it must. */
function aroundNearest(open: VisitOption[], nearestFirst: string[]): VisitOption[] {
  const nearest = nearestFirst.find((id) => open.some(({ vineyard }) => vineyard.id === id))
  const first = open.find(({ vineyard }) => vineyard.id === nearest)?.vineyard
  if (!first || !hasPosition(first)) return open
  return open.filter(({ vineyard }) => hasPosition(vineyard) && isNear(kilometresBetween(first, vineyard)))
}

/** Returns the cheapest experience of each vineyard, nearest vineyards first; then the second cheapest of each. */
export function chooseOptions(options: VisitOption[], nearestFirst: string[]): VisitOption[] {
  const byVineyard = Map.groupBy(options, ({ vineyard }) => vineyard.id)
  const nearest = nearestFirst.map((id) => byVineyard.get(id) ?? [])
  const rounds = Array.from({ length: mostOfOneVineyard }, (_, n) => nearest.flatMap((own) => own[n] ?? []))
  return rounds.flat().slice(0, mostCandidates)
}

function minutesBetween(slot: Pick<Slot, 'starts_at' | 'ends_at'> | undefined): number {
  return slot ? (slot.ends_at.getTime() - slot.starts_at.getTime()) / 60_000 : 0
}
