import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { book, makeLegacySlot } from '../../../test/book.ts'
import { ownDatabase } from '../../../test/database.ts'
import { forAYear, makeExperience, makePattern } from '../../../test/make.ts'
import { setExperienceActive } from '../../../test/offer.ts'
import {
  createPattern,
  findPlan,
  removePattern,
  savePlan,
  updatePattern,
} from '../../availability/plan.server.ts'
import { addException, removeException } from '../../bookings/sessions/closure.server.ts'
import { changeBookingStatus } from '../../bookings/booking.server.ts'
import { addDays, type Day, dayOf } from '../../platform/days.ts'
import { reportSpans } from './report.ts'

const sql = await ownDatabase()
await sql.unsafe(readFileSync('test/offered-places.sql', 'utf8'))
const runs = Number(process.env.OFFERED_RUNS ?? 6)
const by = { actor: 'system' } as const

/** First days of plans that span a clock change of 2026. The day of a clock change has 23 or 25 hours. */
const firsts: Day[] = ['2026-03-16', '2026-10-12']
const days = 30

const day = fc.nat(days - 1)
const week = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 })
// On 29 March the clocks skip 01:30, and on 25 October they show 01:30 twice.
const start = fc.constantFrom('01:30', '11:00', '14:00', '23:30')
const capacity = fc.integer({ min: 1, max: 12 })
const season = fc.record({
  from: fc.integer({ min: -9, max: 20 }),
  lasts: fc.option(fc.nat(25)),
  // Numbers of days after the first day. A yearly season whose end is before its start spans New Year.
  yearly: fc.option(fc.record({ from: fc.nat(25), until: fc.nat(25) })),
})
const hours = fc.option(fc.constantFrom(['00:00', '02:00'], ['10:00', '12:30'], ['12:30', '23:00']))
const which = fc.nat(20)
const anyAction = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('book'), which, day, guests: fc.integer({ min: 1, max: 4 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel'), which }) },
  // Some days pass. Later changes must not change the places that these days offered.
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('wait'), days: fc.nat(9) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('plan'), which, days_of_week: week, start, capacity, season }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('change'), which, days_of_week: week, start, capacity, season }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('switch'), which, is_active: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove'), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('save'), which, capacity }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('offer'), which, is_active: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('except'),
      which,
      scope: fc.constantFrom('vineyard', 'experience', 'pattern'),
      day,
      lasts: fc.nat(4),
      capacity: fc.option(fc.nat(15)),
      hours,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('open'), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('legacy'), which, day, capacity }) },
)
type Action = typeof anyAction extends fc.Arbitrary<infer Value> ? Value : never
type Experience = Awaited<ReturnType<typeof makeExperience>>
type Scenario = {
  first: Day
  now: Date
  experiences: Experience[]
  patterns: { id: string; experience_id: string }[]
  bookings: string[]
  exceptions: string[]
}

test(
  'offered places follow the current plan and, on past days, the plan of that time, whatever changed later',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...firsts),
        fc.array(anyAction, { minLength: 4, maxLength: 40 }),
        fc.array(fc.tuple(day, day), { minLength: 1, maxLength: 3 }),
        async (first, actions, ranges) => {
          const scenario = await settle(first)
          for (const [n, action] of actions.entries()) {
            await perform(scenario, action)
            if (n % 8 === 7) await compare(scenario, 0, days)
          }
          for (const [a, b] of ranges) await compare(scenario, Math.min(a, b), Math.max(a, b))
        },
      ),
      { numRuns: runs },
    )
  },
  runs * 4_000 + 120_000,
)

async function settle(first: Day): Promise<Scenario> {
  const one = await makeExperience(sql, { ...forAYear, max_group_size: null })
  const other = await makeExperience(sql, { vineyard_id: one.vineyard_id, ...forAYear, max_group_size: null })
  const patterns = await Promise.all(
    [one, other].map(async ({ id: experience_id }, n) => {
      const { id } = await makePattern(sql, { experience_id, start_time: `1${n}:00`, valid_from: first })
      return { id, experience_id }
    }),
  )
  const now = new Date(`${first}T00:30:00Z`)
  return { first, now, experiences: [one, other], patterns, bookings: [], exceptions: [] }
}

/** Performs an action. Ignores a refusal, for example because the slot is full or gone. */
async function perform(scenario: Scenario, action: Action): Promise<void> {
  const { first, now, experiences, patterns, bookings, exceptions } = scenario
  const one = <Item>(items: Item[]) => ('which' in action ? items[action.which % items.length] : undefined)
  const pattern = one(patterns)
  const experience = experiences.find(({ id }) => id === pattern?.experience_id) as Experience
  const planned = (action: {
    days_of_week: number[]
    start: string
    capacity: number
    season: { from: number; lasts: number | null; yearly: { from: number; until: number } | null }
  }) => {
    const { days_of_week, start, capacity, season } = action
    const { lasts, yearly } = season
    const valid_from = addDays(first, season.from)
    const dateOf = (days: number) => addDays(first, days).slice(5)
    return {
      days_of_week,
      start_time: start,
      capacity,
      valid_from,
      valid_until: lasts === null ? null : addDays(valid_from, lasts),
      yearly_season: yearly && { from: dateOf(yearly.from), until: dateOf(yearly.until), changes: [] },
    }
  }
  switch (action.kind) {
    case 'book': {
      if (!pattern) return
      const place = { pattern_id: pattern.id, slot_date: addDays(first, action.day) }
      const id = await book(sql, experience, place, action.guests, now).catch(() => null)
      if (id !== null) bookings.push(id)
      return
    }
    case 'cancel': {
      const id = one(bookings)
      if (id !== undefined) await changeBookingStatus(sql, id, 'cancelled', { by }, now)
      return
    }
    case 'wait':
      return pass(scenario, new Date(now.getTime() + action.days * 86_400_000))
    case 'plan': {
      const { id: experience_id } = one(experiences) as Experience
      const made = await createPattern(sql, experience_id, planned(action), { by }, now)
      if (made.ok) patterns.push({ id: made.value.id, experience_id })
      return
    }
    case 'change':
      if (pattern) await updatePattern(sql, pattern.id, planned(action), { by }, now)
      return
    case 'switch':
      if (pattern) await updatePattern(sql, pattern.id, { is_active: action.is_active }, { by }, now)
      return
    case 'remove': {
      if (!pattern) return
      const removed = await removePattern(sql, pattern.id, { by }, now)
      if (removed.ok && removed.value.deleted) patterns.splice(patterns.indexOf(pattern), 1)
      return
    }
    case 'save': {
      const plan = await findPlan(sql, (one(experiences) as Experience).id, { by })
      const [least, ...rest] = plan?.patterns ?? []
      if (!plan || !least) return
      await savePlan(
        sql,
        plan.experience_id,
        [{ ...least, capacity: action.capacity }, ...rest],
        { by, seen: null },
        now,
      )
      return
    }
    case 'offer':
      await setExperienceActive(sql, (one(experiences) as Experience).id, action.is_active, { by }, now)
      return
    case 'except': {
      const { vineyard_id } = experiences[0] as Experience
      const [from_time = null, until_time = null] = action.hours ?? []
      const scope =
        action.scope === 'vineyard' || !pattern
          ? {}
          : {
              experience_id: pattern.experience_id,
              ...(action.scope === 'pattern' && { pattern_id: pattern.id }),
            }
      const starts_on = addDays(first, action.day)
      const exception = {
        vineyard_id,
        ...scope,
        starts_on,
        ends_on: addDays(starts_on, action.lasts),
        capacity: action.capacity,
      }
      const added = await addException(
        sql,
        { ...exception, from_time, until_time },
        { by, bookings: 'keep' },
        now,
      )
      if (added.ok) exceptions.push(added.value.id)
      return
    }
    case 'open': {
      const id = one(exceptions)
      if (id !== undefined) await removeException(sql, id, { by }, now)
      return
    }
    case 'legacy': {
      const slot_day = addDays(first, action.day)
      const experience = one(experiences) as Experience
      const made = makeLegacySlot(sql, experience, `${slot_day}T12:00:00Z`, action.capacity)
      const slot = await made.catch(() => null)
      // A slot that is added to a past day counts towards the places of that day from then on.
      if (slot !== null && slot_day < dayOf(now))
        await sql`
          insert into passed_starts
          select * from plain_starts(${experience.vineyard_id}, ${slot_day}, ${slot_day}) where key = ${slot.availability_id}`
    }
  }
}

/** Lets the days before `until` pass, so that later edits no longer change the places that these days offered. */
async function pass(scenario: Scenario, until: Date): Promise<void> {
  const [today, last] = [dayOf(scenario.now), addDays(dayOf(until), -1)]
  if (today <= last)
    await sql`select pass_days(${scenario.experiences[0]?.vineyard_id ?? ''}, ${today}, ${last})`
  scenario.now = until
}

async function compare({ first, now, experiences }: Scenario, from: number, until: number): Promise<void> {
  const { vineyard_id } = experiences[0] as Experience
  const [begins, ends] = [addDays(first, from), addDays(first, until)]
  for (const line of reportSpans)
    for (const experience_id of [null, experiences[1]?.id ?? null]) {
      const quick = await sql`
        select key, sum(places)::int as places
        from offered_places_by(${vineyard_id}, ${experience_id}, ${begins}, ${ends}, ${line})
        group by key having sum(places) <> 0 order by key`
      const plain = await sql`
        select key, sum(capacity)::int as places
        from (
          select
            case when ${line} = 'experience' then experience_id::text
              else to_char(date_trunc(nullif(${line}, 'experience'), slot_date::timestamp), 'YYYY-MM-DD') end as key,
            capacity
          from offered_places(${vineyard_id}, ${experience_id}, ${begins}, ${ends}, london_today(${now}))
        ) as slots
        group by key having sum(capacity) <> 0 order by key`
      expect([line, ...quick]).toEqual([line, ...plain])
    }
}

test('a past day counts with the capacity that its exception had, although the exception was deleted later', async () => {
  const scenario = await settle('2026-06-01')
  const { experiences, patterns, now } = scenario
  const { vineyard_id } = experiences[0] as Experience
  const exception = { vineyard_id, starts_on: '2026-06-03', ends_on: '2026-06-03', capacity: 3 }
  const added = await addException(sql, exception, { by }, now)
  for (const pattern of patterns) {
    const experience = experiences.find(({ id }) => id === pattern.experience_id) as Experience
    await book(sql, experience, { pattern_id: pattern.id, slot_date: '2026-06-03' }, 2, now)
  }
  await pass(scenario, new Date('2026-06-05T09:00:00Z'))
  if (added.ok) await removeException(sql, added.value.id, { by }, scenario.now)
  await compare(scenario, 0, days)
})

test('a past day counts with the pattern that it had, although the pattern was changed later', async () => {
  const scenario = await settle('2026-06-01')
  const { experiences, patterns, now } = scenario
  const [experience] = experiences as [Experience]
  const pattern_id = patterns[0]?.id ?? ''
  await book(sql, experience, { pattern_id, slot_date: '2026-06-03' }, 2, now)
  await pass(scenario, new Date('2026-06-05T09:00:00Z'))
  await updatePattern(sql, pattern_id, { capacity: 3, days_of_week: [1, 2] }, { by }, scenario.now)
  await compare(scenario, 0, days)
})
