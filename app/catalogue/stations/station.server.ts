import type { Queryable } from '../../platform/database/database.server.ts'
import { landmassOf } from '../locations/landmass.server.ts'
import { isRough } from '../vineyards/rough-position.ts'
import { hasPosition, type Position } from '../vineyards/position.ts'
import type { Vineyard } from '../vineyards/vineyard.ts'
import {
  describeGettingHere,
  type GettingHere,
  type MeasuredDrive,
  nearestFirst,
  needsFerry,
  type NearStation,
  type ReachedStation,
  type Range,
  roughly,
  type Station,
  type StationKind,
  walkOf,
} from './station.ts'

const kilometresPerDegree = 111.2

/**
 * Returns the railway stations, or the other stops, for each position, nearest first and at most `within` kilometres away.
 * Stations that can be reached only by ferry are left out.
 */
export async function listStationsNear(
  sql: Queryable,
  positions: Position[],
  { rail, within, most }: { rail: boolean; within: number; most: number },
): Promise<NearStation[][]> {
  if (positions.length === 0) return []
  // A box of coordinates finds stations by index, and distances on a plane then sort these stations. The query reads more rows
  // than the function returns, because stops on both sides of a road have the same name, and some stops are across the water.
  const rows = await sql<(Station & { n: number })[]>`
    select o.n::int, near.*
    from unnest(
        ${positions.map(({ latitude }) => latitude)}::float[], ${positions.map(({ longitude }) => longitude)}::float[]
      ) with ordinality as o (latitude, longitude, n)
      cross join lateral (select ${within / kilometresPerDegree}::float as north, cosd(o.latitude) as narrow) as reach
      cross join lateral (
        select s.code, s.name, s.kind, s.latitude, s.longitude
        from stations s
        where ${rail ? sql`s.kind = 'rail'` : sql`s.kind <> 'rail'`}
          and point(s.longitude, s.latitude) <@ box(
            point(o.longitude - reach.north / reach.narrow, o.latitude - reach.north),
            point(o.longitude + reach.north / reach.narrow, o.latitude + reach.north)
          )
        order by (s.latitude - o.latitude) ^ 2 + ((s.longitude - o.longitude) * reach.narrow) ^ 2
        limit ${most * 12}
      ) as near`
  const perPosition = Map.groupBy(rows, ({ n }) => n)
  return positions.map((position, n) => {
    const found = (perPosition.get(n + 1) ?? []).map(({ n: _n, ...station }) => station)
    const land = found.length > 0 ? landmassOf(position) : null
    return nearestFirst(found, position)
      .values()
      .filter((station) => station.distance <= within && !needsFerry(land, landmassOf(station)))
      .take(most)
      .toArray()
  })
}

/** The largest distances, in kilometres, at which a page names a railway station and another stop. */
const reach = { rail: 25, others: 1.5 }
const mostShown = 2

/** Returns at most two railway stations and two other stops from which visitors may reach this position, with the drives. */
export async function listStationsOf(
  sql: Queryable,
  position: Position,
  measure: MeasureRoads,
): Promise<ReachedStation[]> {
  const [[rail = []], [others = []]] = await Promise.all([
    listStationsNear(sql, [position], { rail: true, within: reach.rail, most: mostShown }),
    listStationsNear(sql, [position], { rail: false, within: reach.others, most: mostShown }),
  ])
  const stations = [...rail, ...others]
  const roads = await measure([position, ...stations])
  return stations.map((station, n) => ({ ...station, road: roads[n + 1]?.[0] }))
}

/** A station with the shortest and the longest possible walk from it. */
type StationWalk = Station & { kilometres: Range; minutes_on_foot: Range }

/** Returns the stations of a vineyard with the walks from them, rounded outwards to 0.1 km and whole minutes. */
export async function listWalks(
  sql: Queryable,
  vineyard: Pick<Vineyard, 'latitude' | 'longitude' | 'is_verified' | 'is_demo'>,
  measure: MeasureRoads,
): Promise<StationWalk[]> {
  if (!hasPosition(vineyard)) return []
  const outwards = ({ least, most }: Range, part: number) => ({
    least: Math.floor(least * part) / part,
    most: Math.ceil(most * part) / part,
  })
  const stations = await listStationsOf(sql, vineyard, measure)
  return stations.map(({ distance, road, ...station }) => {
    const { kilometres, minutes } = walkOf(distance, { blur: blurOf(vineyard), road })
    return { ...station, kilometres: outwards(kilometres, 10), minutes_on_foot: outwards(minutes, 1) }
  })
}

/** Returns the drives between all positions, null where no drive was measured, or an empty table without a routing server. */
export type MeasureRoads = (positions: Position[]) => Promise<(MeasuredDrive | null)[][]>

/** Returns the accuracy of a vineyard's position in kilometres. */
export function blurOf(vineyard: Pick<Vineyard, 'is_verified' | 'is_demo'>): number {
  return isRough(vineyard) ? roughly : 0
}

/** Returns the ways to a vineyard from its nearest stations; null if there is no station or no position. */
export async function readGettingHere(
  sql: Queryable,
  vineyard: Pick<Vineyard, 'latitude' | 'longitude' | 'is_verified' | 'is_demo'>,
  measure: MeasureRoads,
): Promise<GettingHere | null> {
  if (!hasPosition(vineyard)) return null
  const stations = await listStationsOf(sql, vineyard, measure)
  return stations.length === 0 ? null : describeGettingHere(stations, blurOf(vineyard))
}

/** Returns the station that a text names: 'Berwick station', 'berwick (sussex)', or three letters in capitals. */
export async function findStation(sql: Queryable, text: string): Promise<Station | undefined> {
  const name = text
    .slice(0, 100)
    .replace(/ (railway |train )?station$/i, '')
    .trim()
  const [station] = await sql<Station[]>`
    select code, name, kind, latitude, longitude from stations
    where lower(name) = lower(${name}) or lower(name) = lower(${text.trim()}) or code = ${name}
      or starts_with(lower(name), lower(${name}) || ' (')
    order by kind <> 'rail', length(name), code
    limit 1`
  return station
}

/** The result of storing stations. `known` counts railway stations that the project's own list already has. */
export type StoredStations = { stations: number; changed: number; removed: number; known: number }

/** A station's source: the project's own list, or a file that an operator imported. */
type Source = 'catalogue' | 'naptan'

/** Within this many degrees of latitude (500 metres), an imported station counts as the station in the project's own list. */
const sameStation = 0.0045

/**
 * Stores stations. Writes only rows that differ. A new version of the project's own list replaces the old list. An
 * imported file adds to the stops of earlier files.
 */
export async function storeStations(
  sql: Queryable,
  stations: (Pick<Station, 'code' | 'name' | 'latitude' | 'longitude'> & { kind: StationKind })[],
  source: Source,
): Promise<StoredStations> {
  const [stored] = await sql<[StoredStations]>`
    with given as (
      select * from jsonb_to_recordset(${sql.json(stations)})
        as g (code text, name text, kind text, latitude float, longitude float)
    ), known as (
      select g.code from given g
      where ${source}::text = 'naptan' and g.kind = 'rail' and exists (
        select from stations s
        where s.source = 'catalogue' and s.kind = 'rail' and point(s.longitude, s.latitude) <@ box(
          point(g.longitude - 2 * ${sameStation}::float, g.latitude - ${sameStation}::float),
          point(g.longitude + 2 * ${sameStation}::float, g.latitude + ${sameStation}::float)
        )
      )
    ), removed as (
      delete from stations s
      where ${source}::text = 'catalogue' and s.source = 'catalogue'
        and not exists (select from given g where g.code = s.code)
      returning 1
    ), written as (
      insert into stations (code, name, kind, source, latitude, longitude)
      select g.code, g.name, g.kind, ${source}, g.latitude, g.longitude from given g
      where not exists (select from known k where k.code = g.code)
      order by g.code
      on conflict (code) do update
      set name = excluded.name, kind = excluded.kind, latitude = excluded.latitude, longitude = excluded.longitude
      where (stations.name, stations.kind, stations.latitude, stations.longitude)
        is distinct from (excluded.name, excluded.kind, excluded.latitude, excluded.longitude)
      returning 1
    )
    select (select count(*) from given)::int - (select count(*) from known)::int as stations,
      (select count(*) from written)::int as changed, (select count(*) from removed)::int as removed,
      (select count(*) from known)::int as known`
  return stored
}
