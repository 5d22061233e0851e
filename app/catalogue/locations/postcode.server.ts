import file from '../../../basemap/outcodes.json' with { type: 'json' }
import type { Queryable } from '../../platform/database/database.server.ts'
import type { Position } from '../vineyards/position.ts'
import { formatPostcode, type Postcode } from './postcode.ts'

/** A postcode or outcode with a known position. */
type KnownPostcode = Position & { label: string }

type Row = Position & { code: string }

/** The description of the loaded list of postcodes. */
export type PostcodeList = { name: string; kind: 'code_point_open' | 'positions'; year: number }

const toKnownPostcode = ({ code, ...position }: Row): KnownPostcode => ({
  label: formatPostcode(code),
  ...position,
})

const outcodes = new Map(Object.entries(file.outcodes as unknown as Record<string, [number, number]>))
const sortedOutcodes = [...outcodes.keys()].toSorted((a, b) => (a < b ? -1 : 1))

/** Returns an outcode of Great Britain with its centre. Outcodes are known even if no list of postcodes is loaded. */
function findOutcode(code: string): KnownPostcode | undefined {
  const [latitude, longitude] = outcodes.get(code) ?? []
  return latitude === undefined || longitude === undefined ? undefined : { label: code, latitude, longitude }
}

/** Returns the outcodes that do not exist. All outcodes of Northern Ireland count as existing, because the file lists none. */
export async function listUnknownOutcodes(sql: Queryable, wanted: string[]): Promise<Set<string>> {
  const unlisted = wanted.filter((code) => !outcodes.has(code) && !/^BT\d/.test(code))
  const loaded = await sql<{ code: string }[]>`select code from postcodes where code = any (${unlisted})`
  return new Set(unlisted).difference(new Set(loaded.map(({ code }) => code)))
}

/** Returns a postcode of the loaded list or, if it is not in the list, its outcode. */
export async function findPostcode(sql: Queryable, { code, outcode }: Postcode) {
  const [row] = await sql<Row[]>`
    select code, latitude, longitude from postcodes
    where code in (${code}, ${outcode})
    order by length(code) desc
    limit 1`
  return row ? toKnownPostcode(row) : findOutcode(outcode)
}

/** Returns the first outcodes that begin with a text, followed by matching postcodes of the loaded list. */
export async function findPostcodesByPrefix(sql: Queryable, prefix: string, limit: number) {
  // '[' follows 'Z', the last character in codes, so this range contains all codes with the prefix and uses the key's index.
  const rows = await sql<Row[]>`
    (
      select code, latitude, longitude from postcodes
      where code >= ${prefix} and code < ${`${prefix}[`} and length(code) <= 4
      order by code
      limit ${limit}
    )
    union all
    (
      select code, latitude, longitude from postcodes
      where code >= ${prefix} and code < ${`${prefix}[`} and length(code) > 4
      order by code
      limit ${limit}
    )`
  const loaded = new Map(rows.map((row) => [row.code, toKnownPostcode(row)]))
  const codes = new Set([
    ...sortedOutcodes.filter((code) => code.startsWith(prefix)),
    ...rows.map(({ code }) => code),
  ])
  return [...codes]
    .toSorted((a, b) => Number(a.length > 4) - Number(b.length > 4) || (a < b ? -1 : 1))
    .slice(0, limit)
    .flatMap((code) => loaded.get(code) ?? findOutcode(code) ?? [])
}

/** Returns the description of the loaded list, or null if no list is loaded. */
export async function findPostcodeList(sql: Queryable): Promise<PostcodeList | null> {
  const [list] = await sql<PostcodeList[]>`select name, kind, year from postcode_list`
  return list ?? null
}
