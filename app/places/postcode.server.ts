import type { Queryable } from '../platform/database.server.ts'
import type { Position } from '../vineyards/position.ts'
import { formatPostcode, type Postcode } from './postcode.ts'

/** A postcode that is loaded, by the name it is written with. */
export type KnownPostcode = Position & { label: string }

type Row = Position & { code: string }

/** The loaded list; null where none is. */
export type PostcodeList = { name: string; kind: 'code_point_open' | 'positions'; year: number }

const toKnownPostcode = ({ code, ...position }: Row): KnownPostcode => ({
  label: formatPostcode(code),
  ...position,
})

/** The postcode, else its outcode, else nothing. */
export async function findPostcode(
  sql: Queryable,
  { code, outcode }: Postcode,
): Promise<KnownPostcode | undefined> {
  const [row] = await sql<Row[]>`
    select code, latitude, longitude from postcodes
    where code in (${code}, ${outcode})
    order by length(code) desc
    limit 1`
  return row && toKnownPostcode(row)
}

/** The first postcodes that begin like this: the outcodes among them first. */
export async function postcodesLike(sql: Queryable, begin: string, most: number): Promise<KnownPostcode[]> {
  // Codes hold nothing that comes after a Z, so these are the ones that begin so, read along the key.
  const rows = await sql<Row[]>`
    (
      select code, latitude, longitude from postcodes
      where code >= ${begin} and code < ${`${begin}[`} and length(code) <= 4
      order by code
      limit ${most}
    )
    union all
    (
      select code, latitude, longitude from postcodes
      where code >= ${begin} and code < ${`${begin}[`} and length(code) > 4
      order by code
      limit ${most}
    )`
  return rows.slice(0, most).map(toKnownPostcode)
}

export async function findPostcodeList(sql: Queryable): Promise<PostcodeList | null> {
  const [list] = await sql<PostcodeList[]>`select name, kind, year from postcode_list`
  return list ?? null
}
