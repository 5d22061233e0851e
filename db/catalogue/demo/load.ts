import type { Transaction } from '../../../app/platform/database.server.ts'
import type { Day } from '../../../app/platform/days.ts'
import type { DemoExperience } from './estate.ts'
import { demoEstates } from './estates.ts'
import { patternsOf } from './seasons.ts'
import { vineyardRow } from './vineyard-row.ts'

/**
 * Puts in what is missing of the demonstration estates: their ids never change, and what is there already stays as
 * somebody may have edited it. A load in a later year adds that year's seasons. Returns how many estates are new.
 */
export async function loadDemoEstates(sql: Transaction, today: Day): Promise<number> {
  const estates = await insertMissing(sql, 'vineyards', demoEstates.map(vineyardRow))
  await insertMissing(
    sql,
    'hosts',
    demoEstates.flatMap(({ id, hosts = [] }) => hosts.map((host) => ({ ...host, vineyard_id: id }))),
  )
  await insertMissing(
    sql,
    'experiences',
    demoEstates.flatMap(({ id, experiences }) =>
      experiences.map((experience) => experienceRow(id, experience)),
    ),
  )
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

/** An experience as a row; what the estate's file leaves out is as the columns' own defaults would have it. */
function experienceRow(vineyard_id: string, experience: DemoExperience) {
  return {
    id: experience.id,
    vineyard_id,
    title: experience.title,
    description: experience.description,
    type: experience.type,
    duration_minutes: experience.duration_minutes,
    price_per_person: experience.price_per_person,
    currency: 'GBP',
    min_group_size: experience.min_group_size ?? 1,
    max_group_size: experience.max_group_size,
    is_active: true,
    is_instant: experience.is_instant ?? false,
    included: experience.included ?? null,
    host_id: experience.host_id ?? null,
    booking_cutoff_minutes: experience.booking_cutoff_minutes ?? 0,
    booking_horizon_days: 365,
    cancellation_cutoff_minutes: experience.cancellation_cutoff_minutes ?? 0,
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
