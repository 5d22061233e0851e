import gazetteer from '../../basemap/towns.json' with { type: 'json' }
import type { Sql } from '../../app/platform/database.server.ts'

/** Returns positions around the country's towns, denser in the south, the same in every run. */
export async function scatterVineyards(sql: Sql, vineyards: number) {
  const towns = (gazetteer.towns as [string, number, number, number][]).filter(
    ([, latitude], n) => latitude < 53 || n % 4 === 0,
  )
  const dice = seeded(7)
  const rows = Array.from({ length: vineyards }, (_, n) => {
    const [town, latitude, longitude] = towns[Math.floor(dice() * towns.length)]!
    return {
      name: `${town} Vineyard ${n}`,
      latitude: latitude + (dice() - 0.5) * 0.3,
      longitude: longitude + (dice() - 0.5) * 0.45,
    }
  })
  await sql`
    insert into vineyards (name, city, region, latitude, longitude)
    select name, 'Somewhere', 'Kent', latitude, longitude
    from unnest(
      ${rows.map(({ name }) => name)}::text[],
      ${rows.map(({ latitude }) => latitude)}::float8[],
      ${rows.map(({ longitude }) => longitude)}::float8[]
    ) as place (name, latitude, longitude)`
}

/** Lehmer's generator: pseudo-random numbers from 0 to 1, the same in every run. */
function seeded(seed: number) {
  let state = seed
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}
