import type { Experience } from '../../catalogue/experiences/experience.ts'
import { cheapestExperiences } from '../../catalogue/experiences/experience.server.ts'
import { attempt } from '../../platform/attempt.server.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { posterUrl } from '../../catalogue/vineyards/vineyard.server.ts'
import type { VineyardSummary } from '../../catalogue/vineyards/vineyard.ts'
import type { Log } from '../../platform/log.server.ts'

/**
 * Returns the vineyard for the home page with its cheapest active experience: the vineyard that was featured last. If none
 * was featured, returns the first vineyard with a cover and a description; verified vineyards come first, and then names
 * decide. Returns null if there is no such vineyard. Logs failures instead of throwing.
 */
export async function findFeatured(
  sql: Queryable,
  log: Log,
): Promise<{ vineyard: VineyardSummary; experience: Experience | null } | null> {
  const read = await attempt(
    log,
    'The featured vineyard could not be read',
    () => sql<VineyardSummary[]>`
      select id, name, city, region, description, cover_image_url, is_verified, is_demo, ${posterUrl(sql)}
      from vineyards v
      where is_visible
        and (featured_at is not null or (cover_image_url is not null and coalesce(btrim(description), '') <> ''))
      order by featured_at desc nulls last, is_verified desc, name_sort_key(name), id
      limit 1`,
  )
  const vineyard = read.ok ? read.value[0] : undefined
  if (!vineyard) return null

  const cheapest = await attempt(log, 'The featured experience could not be read', () =>
    cheapestExperiences(sql, [vineyard.id]),
  )
  return { vineyard, experience: cheapest.ok ? (cheapest.value.get(vineyard.id) ?? null) : null }
}
