import { formatType } from '../../catalogue/experiences/experience.ts'
import { attempt } from '../../platform/attempt.server.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import type { Log } from '../../platform/log.server.ts'
import type { FilterOptions } from './filters.ts'

const collator = new Intl.Collator('en-GB')

/**
 * Returns the regions of visible vineyards and the types of their active experiences, sorted. Logs a failed read and returns
 * null: the dropdowns then offer only "All".
 */
export async function readFilterOptions(sql: Queryable, log: Log): Promise<FilterOptions | null> {
  const read = await attempt(log, 'Error fetching filter options:', () =>
    Promise.all([readRegions(sql), readTypes(sql)]),
  )
  if (!read.ok) return null
  const [regions, types] = read.value
  return {
    regions: regions.toSorted(collator.compare),
    types: types.toSorted((a, b) => collator.compare(formatType(a), formatType(b))),
  }
}

/** Returns the regions of visible vineyards. */
export async function readRegions(sql: Queryable): Promise<string[]> {
  const rows = await sql<{ region: string }[]>`
    select distinct region from vineyards where is_visible and region > '' order by region`
  return rows.map(({ region }) => region)
}

async function readTypes(sql: Queryable): Promise<string[]> {
  const rows = await sql<{ type: string }[]>`
    select distinct e.type from experiences e join vineyards v on v.id = e.vineyard_id
    where v.is_visible and e.is_active and e.type > ''`
  return rows.map(({ type }) => type)
}
