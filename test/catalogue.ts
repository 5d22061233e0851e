import { type StatedFactName, statedFactNames } from '../app/catalogue/facts/stated-fact.ts'
import fc from 'fast-check'
import type { VisitColumns } from '../app/catalogue/experiences/experience-facts.ts'
import { definitionOf } from '../app/catalogue/facts/facts.ts'
import type { Sql } from '../app/platform/database/database.server.ts'
import { addDays, type Day } from '../app/platform/days.ts'
import { makeExperience, makePattern, makeVineyard, storeSlots, sellPlaces } from './make.ts'

export type RandomVineyard = {
  id: string
  name: string
  city: string | null
  region: string | null
  is_visible: boolean
  /** The vineyard's choice for each fact that it states for all its experiences. */
  facts: RandomFacts
}
type RandomFacts = Partial<Record<StatedFactName, string>>
export type RandomExperience = {
  id: string
  vineyard_id: string
  type: string | null
  duration_minutes: number | null
  price_per_person: number
  min_group_size: number
  max_group_size: number | null
  is_active: boolean
  /** The experience's choice for each fact that it states for itself. */
  own_facts: RandomFacts
} & VisitColumns

const often = <Value>(value: Value, ...others: Value[]) =>
  fc.constantFrom(value, value, value, value, ...others)

const estate = fc.record({
  name: fc.constantFrom('Ash Row', "Miller's 100% Rows", 'Kent Bank', 'Bow_Hill', 'Walnut Bank', 'Östrow'),
  city: fc.constantFrom('Canterbury', 'Lewes', 'Kentisbury', null),
  region: fc.constantFrom('Kent', 'East Sussex', null),
  is_visible: often(true, false),
})
const offer = fc
  .record({
    type: fc.constantFrom('wine_tasting', 'cellar_tour', 'picnic', null),
    duration_minutes: fc.constantFrom(45, 60, 90, 120, 240, 1440, null),
    price_per_person: fc.constantFrom(0, 10, 12.5, 20, 30, 40, 500, 620),
    min_group_size: often(1, 2, 6),
    max_group_size: fc.constantFrom(6, 8, 10, 12, 30, null),
    is_active: often(true, false),
    booking_cutoff_minutes: often(0, 90, 1500),
    booking_horizon_days: often(365, 3, 5),
    step_free: fc.constantFrom('yes' as const, 'partly' as const, 'no' as const, null),
    dogs: fc.constantFrom('welcome' as const, 'on_lead' as const, 'assistance_only' as const, null),
    children: fc.constantFrom('welcome' as const, 'with_adult' as const, 'adults_only' as const, null),
    parking: often<string | null>('Free', null),
    station: often<string | null>('Lewes', null),
    food: often<string | null>('Cheese', null),
  })
  .map((made) => ({ ...made, price_per_person: made.price_per_person }))
// On 29 March the clocks skip 01:30, so a pattern that starts at 01:30 has no slot that night.
const plan = fc.record({
  start_time: fc.constantFrom('01:30', '09:00', '12:00', '23:30'),
  days_of_week: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
  capacity: fc.integer({ min: 1, max: 12 }),
  from: fc.integer({ min: -3, max: 6 }),
  lasts: fc.option(fc.integer({ min: 0, max: 8 }), { nil: null }),
  is_active: often(true, false),
  yearly: fc.oneof(
    { weight: 3, arbitrary: fc.constant(null) },
    {
      weight: 1,
      arbitrary: fc.record({
        from: fc.integer({ min: -3, max: 8 }),
        until: fc.integer({ min: -3, max: 8 }),
        change: fc.constantFrom('none', 'none', 'left out', 'moved'),
      }),
    },
  ),
})
const exception = fc.record({
  of: fc.constantFrom('vineyard', 'experience', 'pattern'),
  from: fc.integer({ min: -1, max: 10 }),
  lasts: fc.integer({ min: 0, max: 3 }),
  hours: fc.constantFrom(null, ['00:30', '02:00'], ['09:30', '12:15']),
  capacity: fc.constantFrom(null, 0, 2, 9),
})

/**
 * Makes a small catalogue with everything that affects places: seasons, cut-offs, horizons, closures, changed
 * capacities, legacy slots, shared hosts and slots with sold places. The same seed makes the same catalogue.
 */
export async function makeCatalogue(sql: Sql, { today, seed }: { today: Day; seed: number }) {
  let next = seed * 100_000
  const draw = <Value>(arbitrary: fc.Arbitrary<Value>): Value =>
    fc.sample(arbitrary, { seed: next++, numRuns: 1 })[0] as Value
  const many = <Value>(arbitrary: fc.Arbitrary<Value>, least: number, most: number): Value[] =>
    draw(fc.array(arbitrary, { minLength: least, maxLength: most, size: 'max' }))

  const vineyards: RandomVineyard[] = []
  const experiences: RandomExperience[] = []
  for (const facts of many(estate, 60, 60)) {
    const vineyard: RandomVineyard = { ...facts, ...(await makeVineyard(sql, facts)), facts: {} }
    vineyards.push(vineyard)
    const [host] = await sql<{ id: string }[]>`
      insert into hosts ${sql({ vineyard_id: vineyard.id, name: 'The guide', capacity: draw(fc.integer({ min: 2, max: 9 })) })}
      returning id`
    for (const kind of many(offer, 0, 3)) {
      const host_id = draw(fc.boolean()) ? (host?.id ?? null) : null
      const made = await makeExperience(sql, { ...kind, vineyard_id: vineyard.id, host_id })
      experiences.push({ ...kind, ...made, own_facts: {} })
      await plans(made)
      await legacyRows(made.id)
    }
  }
  for (const vineyard of vineyards) vineyard.facts = await stated(vineyard.id, null, 8)
  for (const one of experiences) one.own_facts = await stated(one.vineyard_id, one.id, 3)
  await storeSlots(sql, ...experiences.map(({ id }) => id))
  return { vineyards, experiences }

  /** States random facts of a vineyard or, if an experience is given, of this experience. Returns the choices. */
  async function stated(
    vineyard_id: string,
    experience_id: string | null,
    most: number,
  ): Promise<RandomFacts> {
    const facts = draw(fc.shuffledSubarray(statedFactNames, { maxLength: most })).map((fact) => ({
      vineyard_id,
      experience_id,
      fact,
      choice: draw(fc.constantFrom(...Object.keys(definitionOf(fact).choices))),
      stated_on: today,
    }))
    if (facts.length > 0) await sql`insert into vineyard_facts ${sql(facts)}`
    return Object.fromEntries(facts.map(({ fact, choice }) => [fact, choice]))
  }

  /** Returns a season around today. If `until` is before `from`, the season lasts into the next year. */
  function recurring({ from, until, change }: { from: number; until: number; change: string }) {
    const year = Number(today.slice(0, 4))
    const dates = { from: addDays(today, 1), until: addDays(today, 4) }
    const changes = {
      none: [],
      'left out': [{ year, from: null, until: null }],
      moved: [{ year, ...dates }],
    }[change]
    return { from: addDays(today, from).slice(5), until: addDays(today, until).slice(5), changes }
  }

  async function plans({ id: experience_id, vineyard_id }: { id: string; vineyard_id: string }) {
    const starts = new Set<string>()
    for (const { from, lasts, yearly, ...pattern } of many(plan, 0, 3)) {
      if (starts.has(pattern.start_time)) continue
      starts.add(pattern.start_time)
      const valid_from = addDays(today, from)
      const valid_until = lasts === null ? null : addDays(valid_from, lasts)
      const { id: pattern_id } = await makePattern(sql, {
        ...pattern,
        experience_id,
        valid_from,
        valid_until,
        yearly_season: yearly && recurring(yearly),
      } as never)
      for (const days of draw(fc.subarray([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]))) {
        const booked = draw(fc.integer({ min: 0, max: pattern.capacity }))
        await sellPlaces(sql, {
          pattern_id,
          slot_date: addDays(today, days),
          booked,
          overbooked: draw(often(0, 1)),
        })
      }
      for (const { of, hours, capacity, ...span } of many(exception, 0, 2)) {
        await sql`insert into availability_exceptions ${sql({
          vineyard_id,
          experience_id: of === 'vineyard' ? null : experience_id,
          pattern_id: of === 'pattern' ? pattern_id : null,
          starts_on: addDays(today, span.from),
          ends_on: addDays(today, span.from + span.lasts),
          from_time: hours?.[0] ?? null,
          until_time: hours?.[1] ?? null,
          capacity,
        })}`
      }
    }
  }

  async function legacyRows(experience_id: string) {
    for (const days of draw(fc.subarray([0, 1, 2, 3, 4, 5]))) {
      await sql`insert into availability ${sql({
        experience_id,
        start_time: `${addDays(today, days)}T15:00:00Z`,
        available_slots: draw(fc.integer({ min: 0, max: 8 })),
        taken: draw(fc.integer({ min: 0, max: 3 })),
        overbooked: draw(often(0, 1)),
      })}`
    }
  }
}
