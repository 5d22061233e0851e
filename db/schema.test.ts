import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { readFunctionFiles, readMigrations } from '../app/platform/database/sql-files.server.ts'
import { readDefinitions } from '../app/platform/database/migrations.server.ts'
import { splitStatements } from '../app/platform/database/sql-files.server.ts'
import { ownDatabase } from '../test/database.ts'
import { printEnums, printSchema } from './print-schema.ts'

const sql = await ownDatabase()

test('schema.generated.sql shows the schema as Postgres prints it (npm run schema writes the file)', async () => {
  await expect(await printSchema(sql)).toMatchFileSnapshot('schema.generated.sql')
})

test('sql-enums.generated.ts has the enum types of the database (npm run schema writes the file)', async () => {
  await expect(await printEnums(sql)).toMatchFileSnapshot('../app/platform/database/sql-enums.generated.ts')
})

test('every function is defined once', async () => {
  const migrations = (await readMigrations('db/migrations')).flatMap(({ text }) => splitStatements(text))
  const definitions = readDefinitions(await readFunctionFiles('db/functions'))
  const created = [...migrations, ...definitions].filter(({ text }) =>
    /^create (or replace )?function/.test(text),
  )
  const functions = await sql`
    select from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`
  expect(created).toHaveLength(functions.length)
})

test('functions return their outcomes as enums, so that TypeScript knows all of them', async () => {
  const sources = globSync('{app,server}/**/*.ts').map((path) => readFileSync(path, 'utf8'))
  expect(await findTextOutcomes(sources.join('\n'))).toEqual([])
  await sql.unsafe(`
    create function plant() returns table (problem text) language sql as $$ select 'frost' $$;
    create function pick(out outcome text) language sql as $$ select 'rain' $$;
    create function press() returns text language sql as $$ select 'full' $$`)
  expect(await findTextOutcomes('sql`select press(${id}, ${now}) as problem`')).toEqual([
    'pick',
    'plant',
    'press',
  ])
})

/**
 * Outcomes that a called function has but its caller never returns, each with the reason. A key without a value stands for all
 * values of its enum.
 */
const notPassedOn: Record<string, string> = {
  'book_hold: staff_booking_problem.early': 'only walk-ins can be too early',
  'book_hold: staff_booking_problem.other': 'the booking of a hold has no idempotency key',
  'cancel_octo_booking: cancellation_problem.changed': 'a seller names no earlier state of the booking',
  'change_octo_booking: move_problem.changed': 'a seller names no earlier state of the booking',
  'change_octo_booking: move_problem.past': 'only staff may ask for a time in the past',
  'change_octo_booking: move_problem.unchanged': 'a request that changes nothing succeeds',
  'confirm_by_link: booking_problem': 'each problem becomes gone',
  'hold_for_called_off: hold_problem.group_size': 'a party that moves may keep any size',
  'hold_for_link: hold_problem.absent': 'becomes gone',
  'move_session: exception_problem.booked': 'the closure keeps all bookings',
  'move_session: move_problem': 'each problem except full becomes gone',
  'undo_closure: undo_problem.erased': 'the booking stays cancelled, and the others are restored',
  'undo_closure: undo_problem.final': 'the booking stays cancelled, and the others are restored',
}

/** Casts to an enum whose source is no enum of the database, each with the reason. */
const fromOutside: Record<string, string> = {
  'count_refusal: p_reason::demand_reason': 'TypeScript allows only values of the enum',
}

// Postgres casts between enums only when a function runs, so a missing value would fail the request of a guest.
test('every outcome that a function passes on is also one of its own outcomes', async () => {
  const { missing, unexplained } = await findLostOutcomes()
  expect(missing).toEqual(Object.keys(notPassedOn).toSorted())
  expect(unexplained).toEqual(Object.keys(fromOutside))
  await sql`alter type take_outcome add value 'frost'`
  expect((await findLostOutcomes()).missing).toEqual(
    expect.arrayContaining(['hold_places: take_outcome.frost', 'undo_booking_status: take_outcome.frost']),
  )
})

/**
 * Returns the outcomes of called functions that are no outcomes of the caller, and the casts to an enum in functions that get
 * no outcome from another function. `taken` is no problem, so no function passes it on.
 */
async function findLostOutcomes() {
  const outcomes = await sql<{ name: string; type: string; values: string[] }[]>`
    select distinct p.proname as name, t.typname as type, array(
      select e.enumlabel::text from pg_enum e where e.enumtypid = t.oid and e.enumlabel <> 'taken'
    ) as values
    from pg_proc p
      cross join lateral (
        select p.prorettype
        union
        select a.type from unnest(p.proallargtypes, p.proargmodes) as a (type, mode) where a.mode in ('o', 't')
      ) as result (type)
      join pg_type t on t.oid = result.type and t.typtype = 'e'
    where p.pronamespace = 'public'::regnamespace`
  const enums = await sql<{ name: string }[]>`select typname as name from pg_type where typtype = 'e'`
  const types = new Set(enums.map(({ name }) => name))
  const missing = new Set<string>()
  const unexplained = new Set<string>()
  for (const { name, kind, text } of readDefinitions(await readFunctionFiles('db/functions'))) {
    if (kind !== 'function') continue
    const own = outcomes.filter((outcome) => outcome.name === name)
    const called = outcomes.filter(
      (outcome) => outcome.name !== name && new RegExp(`(?<!perform )\\b${outcome.name}\\(`).test(text),
    )
    for (const { type, values } of own.length > 0 ? called : [])
      for (const value of values)
        if (!own.some((outcome) => outcome.values.includes(value)))
          missing.add(`${name}: ${type}` in notPassedOn ? `${name}: ${type}` : `${name}: ${type}.${value}`)
    for (const [cast, , type = ''] of text.matchAll(/(?<!')\b(?!null\b|end\b)(\w+)::(\w+)/g))
      if (types.has(type) && !(called.length > 0 && own.some((outcome) => outcome.type === type)))
        unexplained.add(`${name}: ${cast}`)
  }
  return { missing: [...missing].toSorted(), unexplained: [...unexplained] }
}

/** Returns functions whose result is a text named `problem` or `outcome`, in SQL or in the queries of `sources`. */
async function findTextOutcomes(sources: string) {
  const selected = [...sources.matchAll(/select (\w+)\([^`]*\) as (?:problem|outcome)\b/g)]
  const found = await sql<{ name: string }[]>`
    select distinct p.proname as name
    from pg_proc p left join lateral unnest(p.proallargtypes, p.proargmodes, p.proargnames) as a (type, mode, name) on true
    where p.pronamespace = 'public'::regnamespace and (
      a.mode in ('t', 'o', 'b') and a.name in ('problem', 'outcome') and a.type = 'text'::regtype
      or p.proname = any (${selected.map(([, name = '']) => name)}) and p.prorettype = 'text'::regtype
    )
    order by p.proname`
  return found.map(({ name }) => name)
}
