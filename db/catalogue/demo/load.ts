import type { Transaction } from '../../../app/platform/database.server.ts'
import type { Day } from '../../../app/platform/days.ts'
import { demoEstates } from './estates.ts'
import { patternsOf } from './seasons.ts'
import { vineyardRow } from './vineyard-row.ts'

/**
 * Puts in what is missing of the demonstration estates: their ids never change, and what is there already stays as
 * somebody may have edited it. A load in a later year adds that year's seasons. Returns how many estates are new.
 */
export async function loadDemoEstates(sql: Transaction, today: Day): Promise<number> {
  const experiences = demoEstates.flatMap((estate) =>
    estate.experiences.map(({ timetable: _, ...experience }) => ({ ...experience, vineyard_id: estate.id })),
  )
  const estates = await insertMissing(sql, 'vineyards', demoEstates.map(vineyardRow))
  await insertMissing(
    sql,
    'hosts',
    demoEstates.flatMap(({ id, hosts = [] }) => hosts.map((host) => ({ ...host, vineyard_id: id }))),
  )
  await insertMissing(sql, 'experiences', experiences.map(withDefaults))
  await insertMissing(
    sql,
    'availability_patterns',
    demoEstates
      .flatMap((estate) => estate.experiences)
      .flatMap((experience) => patternsOf(experience, today)),
  )
  await insertMissing(
    sql,
    'availability_exceptions',
    demoEstates.flatMap(({ id, exceptions }) =>
      (exceptions?.(today) ?? []).map((exception) => ({ ...exception, vineyard_id: id })),
    ),
  )
  return estates
}

/** What an estate's file leaves out, as the columns' own defaults would have it. */
function withDefaults<Row extends object>(row: Row) {
  return {
    min_group_size: 1,
    is_instant: false,
    included: null,
    host_id: null,
    booking_cutoff_minutes: 0,
    cancellation_cutoff_minutes: 0,
    ...row,
  }
}

type DemoTable = 'vineyards' | 'hosts' | 'experiences' | 'availability_patterns' | 'availability_exceptions'

/** One statement for all rows; their keys are columns, and a row that is there in any way is passed over. */
async function insertMissing(sql: Transaction, table: DemoTable, rows: object[]): Promise<number> {
  const columns = sql([...new Set(rows.flatMap((row) => Object.keys(row)))])
  const result = await sql`
    insert into ${sql(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql(table)}, ${JSON.stringify(rows)}::text::jsonb)
    on conflict do nothing`
  return result.count
}
