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

/** Returns the regions of visible vineyards, by a loose index scan. */
export async function readRegions(sql: Queryable): Promise<string[]> {
  const rows = await sql<{ region: string }[]>`
    with recursive found (region) as (
      (select region from vineyards where is_visible and region > '' order by region limit 1)
      union all
      select (
        select v.region from vineyards v
        where v.is_visible and v.region > found.region
        order by v.region limit 1
      )
      from found where found.region is not null
    )
    select region from found where region is not null`
  return rows.map(({ region }) => region)
}

async function readTypes(sql: Queryable): Promise<string[]> {
  const rows = await sql<{ type: string }[]>`
    with recursive found (type) as (
      select ''
      union all
      select (
        select e.type from experiences e join vineyards v on v.id = e.vineyard_id and v.is_visible
        where e.is_active and e.type > found.type
        order by e.type limit 1
      )
      from found where found.type is not null
    )
    select type from found where type > ''`
  return rows.map(({ type }) => type)
}
