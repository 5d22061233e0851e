import fc from 'fast-check'
import { expect, test } from 'vitest'

import { ownDatabase } from '../../test/database.ts'
import { makeExperience, makePattern, makeVineyard } from '../../test/make.ts'
import { untilWaiting } from '../../test/race.ts'

const sql = await ownDatabase()
const runs = Number(process.env.PLANS_RUNS ?? 10)

/** The rows of vineyard_offers and experience_plans that do not match their vineyards and experiences. */
const faults = () => sql<{ noun: string; detail: string }[]>`select * from offer_faults()`

async function plannedUntil(id: string): Promise<string> {
  const [{ day }] = await sql<[{ day: string }]>`
    select planned_until::text as day from experience_plans where experience_id = ${id}`
  return day
}

const day = fc.constantFrom(null, '2026-03-01', '2026-08-31', '2027-01-01')
const which = fc.nat(40)
const act = fc.oneof(
  fc.record({
    kind: fc.constant('plan' as const),
    which,
    at: fc.nat(1439),
    until: day,
    is_active: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('end' as const), which, until: day }),
  fc.record({ kind: fc.constant('switch' as const), which }),
  fc.record({ kind: fc.constant('drop' as const), which }),
  fc.record({ kind: fc.constant('start' as const), which, at: fc.nat(1439) }),
  fc.record({ kind: fc.constant('shift' as const), which, at: fc.nat(1439) }),
  fc.record({ kind: fc.constant('strike' as const), which }),
  fc.record({ kind: fc.constant('offer' as const), which, other: which }),
  fc.record({ kind: fc.constant('make' as const), which, is_active: fc.boolean() }),
  fc.record({ kind: fc.constant('remove' as const), which }),
)
type Action = typeof act extends fc.Arbitrary<infer Value> ? Value : never

test(
  'keeps vineyard_offers and experience_plans correct under concurrent changes',
  async () => {
    const vineyards = await Promise.all([makeVineyard(sql), makeVineyard(sql)])
    const [first] = await Promise.all(vineyards.map(({ id }) => makeExperience(sql, { vineyard_id: id })))
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(act, { minLength: 1, maxLength: 8 }), { maxLength: 5 }),
        async (handfuls) => {
          for (const handful of handfuls) {
            await Promise.all(handful.map((one) => play(one, first?.vineyard_id ?? '')))
            expect(await faults()).toEqual([])
          }
        },
      ),
      { numRuns: runs },
    )
  },
  runs * 6_000 + 60_000,
)

const clash = new Set(['23P01', '23505', '23503'])

/** Ignores edits that fail or conflict with another. */
async function play(act: Action, vineyard_id: string): Promise<void> {
  await write(act, vineyard_id).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && clash.has(String(error.code)))) throw error
  })
}

async function write(act: Action, vineyard_id: string): Promise<unknown> {
  const nth = (table: string) =>
    sql`(select id from ${sql(table)} order by id offset ${act.which} % greatest(1, (select count(*) from ${sql(table)})) limit 1)`
  const moment = 'at' in act ? sql`timestamptz '2026-05-01 00:00Z' + ${act.at} * interval '1 hour'` : sql``
  switch (act.kind) {
    case 'plan':
      return sql`
        insert into availability_patterns (experience_id, days_of_week, start_time, capacity, valid_from, valid_until, is_active)
        select id, '{1,2}', time '00:00' + ${act.at} * interval '1 minute', 5, '2026-01-01', ${act.until}::date, ${act.is_active}
        from experiences where id = ${nth('experiences')}`
    case 'end':
      return sql`update availability_patterns set valid_until = ${act.until} where id = ${nth('availability_patterns')}`
    case 'switch':
      return sql`update availability_patterns set is_active = not is_active where id = ${nth('availability_patterns')}`
    case 'drop':
      return sql`delete from availability_patterns where id = ${nth('availability_patterns')}`
    case 'start':
      return sql`
        insert into availability (experience_id, start_time, available_slots)
        select id, ${moment}, 5 from experiences where id = ${nth('experiences')}`
    case 'shift':
      return sql`update availability set start_time = ${moment} where id = ${nth('availability')}`
    case 'strike':
      return sql`delete from availability where id = ${nth('availability')}`
    case 'offer':
      return sql`
        update experiences set is_active = not is_active, vineyard_id = (
          select id from vineyards order by id offset ${act.other} % (select count(*) from vineyards) limit 1
        )
        where id = ${nth('experiences')}`
    case 'make':
      return makeExperience(sql, { vineyard_id, is_active: act.is_active })
    case 'remove':
      return sql`
        delete from experiences e where e.id = ${nth('experiences')}
          and not exists (select from availability_patterns where experience_id = e.id)
          and not exists (select from availability where experience_id = e.id)`
  }
}

// Negative controls that fail: reading in the same statement as the lock; and not writing when the row already seems right.
test('the second of two concurrent plan changes sees the first', async () => {
  for (const first of ['ended', 'added']) {
    const old = await makePattern(sql)
    const end = () => sql`update availability_patterns set is_active = false where id = ${old.id}`
    const add = () => makePattern(sql, { experience_id: old.experience_id, start_time: '10:00' })
    const holder = await sql.reserve()
    await holder`begin`
    if (first === 'ended')
      await holder`update availability_patterns set is_active = false where id = ${old.id}`
    else
      await holder`
        insert into availability_patterns (experience_id, days_of_week, start_time, capacity, valid_from)
        values (${old.experience_id}, '{1}', '10:00', 5, '2026-01-01')`
    const second = first === 'ended' ? add() : end()
    const done = Promise.resolve(second)
    try {
      await untilWaiting(sql, 1)
    } finally {
      await holder`commit`
      holder.release()
    }
    await done
    expect(await plannedUntil(old.experience_id)).toBe('infinity')
    expect(await faults()).toEqual([])
  }
})

// Negative control that fails: triggers without `enable always`.
test('updates both tables for rows copied in without foreign keys', async () => {
  await sql.begin(async (transaction) => {
    await transaction`set local session_replication_role = replica`
    await transaction`
      with vineyard as (insert into vineyards (name) values ('Copied') returning id),
      experience as (
        insert into experiences (vineyard_id, title, price_per_person) select id, 'Copied', 10 from vineyard returning id
      )
      insert into availability_patterns (experience_id, days_of_week, start_time, capacity, valid_from, valid_until)
      select id, '{1}', '10:00', 5, '2026-01-01', '2026-09-30' from experience`
  })
  expect(await faults()).toEqual([])
  const [{ id }] = await sql<[{ id: string }]>`select id from experiences where title = 'Copied'`
  expect(await plannedUntil(id)).toBe('2026-09-30')
})

test('the consistency check finds wrong rows in both tables', async () => {
  const { id, vineyard_id } = await makeExperience(sql)
  await sql`update vineyard_offers set active_experiences = 7 where vineyard_id = ${vineyard_id}`
  await sql`update experience_plans set planned_until = '2030-01-01' where experience_id = ${id}`
  expect(
    (await sql`select noun from consistency_faults() where fault = 'kept'`).map(({ noun }) => noun),
  ).toEqual(['vineyard_offers', 'experience_plans'])
  await sql`update vineyard_offers set active_experiences = 1 where vineyard_id = ${vineyard_id}`
  await sql`update experience_plans set planned_until = '-infinity' where experience_id = ${id}`
})
