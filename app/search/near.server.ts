import { attempt } from '../platform/attempt.server.ts'
import type { Queryable } from '../platform/database.server.ts'
import type { Log } from '../platform/log.server.ts'
import type { Town } from '../places/gazetteer.ts'
import { gazetteer } from '../places/gazetteer.server.ts'
import { readPostcode } from '../places/postcode.ts'
import { findPostcode, findPostcodeList } from '../places/postcode.server.ts'
import type { Position } from '../vineyards/position.ts'
import { type SearchQuery, type Near, type ViewParams, readViewParams } from './search-url.ts'
import { fieldsNear, formatPosition, readVisitorPosition } from './near.ts'

/** Kilometres within which a position is told by the town it lies near. */
const namedWithin = 25
const longestName = 100

type Looked = {
  near: Near | null
  /** What the address says of it: tidied, and nothing where there is no such place. */
  fields: Pick<ViewParams, 'near' | 'lat' | 'lng'>
  /** What had to be left out or made sense of, in sentences. */
  corrections: string[]
}

export const placeSentences = {
  position: 'That was no position on the map, so it is left out.',
  unknown: (name: string) =>
    `We know no place called “${name}”, so it is left out. A town or a postcode nearby may be known.`,
  several: ({ name, label }: Town) => `There is more than one ${name}. The list is around ${label}.`,
  postcode: ({ label }: { label: string }) =>
    `We do not know the postcode ${label}. A town nearby will be known.`,
  postcodes: 'This site knows no postcodes yet. The name of a town works.',
  outcode: (asked: string, known: string) =>
    `We do not know the postcode ${asked}, so the list is around ${known}.`,
} as const

/** Places that a search may have meant, and what else there is to say of one that looks like a postcode. */
export type PlaceChoices = { places: Near[]; hint: string | null }

const mostMeant = 3

/**
 * Where an address wants vineyards to be looked for, with the rest that it says of its place, and which places its
 * words may mean. Without its database the site knows towns and no postcodes.
 */
export async function lookAround(
  sql: Queryable,
  log: Log,
  params: URLSearchParams,
  search: string,
): Promise<{ place: Pick<SearchQuery, 'near' | 'place'>; meant: PlaceChoices; corrections: string[] }> {
  const known = await attempt(log, 'The place could not be looked up', () =>
    Promise.all([readNear(sql, params), placesMeant(sql, search)]),
  )
  const { near: _near, lat: _lat, lng: _lng, ...place } = readViewParams(params)
  const [{ near, fields, corrections }, meant] = known.ok ? known.value : unknown
  return { place: { near, place: { ...fields, ...place } }, meant, corrections }
}

const nothing: Looked = { near: null, fields: {}, corrections: [] }
const unknown: [Looked, PlaceChoices] = [nothing, { places: [], hint: null }]

/**
 * Where an address wants vineyards to be looked for. A position counts for more than a name, which it only lends a
 * label: so no address can put words of its own over the list.
 */
async function readNear(sql: Queryable, params: URLSearchParams): Promise<Looked> {
  const name = readName(params)
  const position = readVisitorPosition(params)
  if (typeof position === 'object') return atPosition(position, name)

  const corrections = position === 'nonsense' ? [placeSentences.position] : []
  if (name === '') return { ...nothing, corrections }
  const looked = await atName(sql, name)
  return { ...looked, corrections: [...corrections, ...looked.corrections] }
}

function readName(params: URLSearchParams): string {
  const said = (params.get('near') ?? '').normalize('NFC').replace(/\p{Cc}/gu, ' ')
  return said.trim().slice(0, longestName).trim()
}

function atPosition(position: Position, name: string): Looked {
  const known = readPostcode(name)?.label ?? gazetteer().named(name)[0]?.title
  const label = known ?? gazetteer().nextTo(position, namedWithin)?.title ?? formatPosition(position)
  const [lat, lng] = [String(position.latitude), String(position.longitude)]
  return {
    near: { ...position, label },
    fields: { ...(known ? { near: known } : {}), lat, lng },
    corrections: [],
  }
}

async function atName(sql: Queryable, name: string): Promise<Looked> {
  const postcode = readPostcode(name)
  if (postcode) {
    const known = await findPostcode(sql, postcode)
    if (!known) return { ...nothing, corrections: [await whyNoPostcode(sql, postcode)] }
    const whole = known.label === postcode.label
    return found(known, whole ? [] : [placeSentences.outcode(postcode.label, known.label)])
  }
  const [town, ...others] = gazetteer().named(name)
  if (!town) return { ...nothing, corrections: [placeSentences.unknown(name)] }
  return found(nearTown(town), others.length > 0 ? [placeSentences.several(town)] : [])
}

function nearTown({ title, latitude, longitude }: Town): Near {
  return { label: title, latitude, longitude }
}

function found(near: Near, corrections: string[]): Looked {
  return { near, fields: fieldsNear(near), corrections }
}

/** What to say of a postcode that is not there. */
export async function whyNoPostcode(sql: Queryable, postcode: { label: string }): Promise<string> {
  return (await findPostcodeList(sql)) ? placeSentences.postcode(postcode) : placeSentences.postcodes
}

/** The towns called exactly so, or the postcode: to be offered beside what the words find. */
async function placesMeant(sql: Queryable, search: string): Promise<PlaceChoices> {
  const postcode = readPostcode(search)
  if (!postcode) return { places: gazetteer().named(search).slice(0, mostMeant).map(nearTown), hint: null }
  const known = await findPostcode(sql, postcode)
  return known ? { places: [known], hint: null } : { places: [], hint: await whyNoPostcode(sql, postcode) }
}
