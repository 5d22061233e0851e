import { parse } from 'csv-parse/sync'
import { globSync, readFileSync } from 'node:fs'

export const states = ['held', 'held in part', 'not held', 'not applicable', 'left to the operator'] as const
export type State = (typeof states)[number]

/**
 * A requirement of OWASP ASVS 5.0. The summary is ours; the standard has the full text. `documents` are below docs/.
 */
export type Requirement = {
  id: string
  level: string
  state: State
  summary: string
  reason: string
  documents: string[]
}

/** A chapter (`10`) or a section (`4.3`). If the part has a state, all its requirements have this state and reason. */
export type Part = { id: string; state: State | ''; summary: string; reason: string }

type Row = {
  id: string
  level: string
  state: State | ''
  summary: string
  reason: string
  documents: string
}

/**
 * The levels of the standard's requirements, by chapter and section. For example, `22 111` is a chapter with two
 * requirements of level 2 in its first section and three of level 1 in its second.
 */
export const levels = [
  '22 1111122223 112222222223 222 123',
  '122 112 12223 23',
  '3 113 12223 11222233 11122333 3 22333',
  '12233 23333 22 1222',
  '2 112333 113 222',
  '122 111111112222 11223333 112233 22222333 2223 33 2222',
  '222 1111 22 11222 223 22',
  '1233 1123 133 23',
  '111 1222',
  '22 223 22223 1111122222233333 22222 22 222',
  '2233 22233 11233 1222 23 23 33',
  '12233 11 22223',
  '2333 222223 2233 1222233',
  '22 12223333 122',
  '12233 12233 1222222 3333',
  '2 22222 2222 222 2223',
  '23 22223333 22',
]

/** Returns the chapters, sections and requirements of `test/asvs-*.csv`. Throws if a state does not exist. */
export function readRequirements(): { parts: Part[]; requirements: Requirement[] } {
  const rows = globSync('test/asvs-*.csv')
    .toSorted((a, b) => Number.parseInt(a.slice(10), 10) - Number.parseInt(b.slice(10), 10))
    .flatMap((file) => parse<Row>(readFileSync(file, 'utf8'), { columns: true }))
  const parts: Part[] = rows.filter(({ level }) => level === '')
  const requirements = rows
    .filter(({ level }) => level !== '')
    .map((row) => {
      const part = parts.find(({ id, state }) => state && row.id.startsWith(`${id}.`))
      const state = row.state || part?.state || ('' as State)
      if (!states.includes(state)) throw new Error(`${row.id}: "${state}" is not a known state`)
      const reason = row.reason || part?.reason || ''
      return { ...row, state, reason, documents: row.documents.split(' ').filter(Boolean) }
    })
  return { parts, requirements }
}
