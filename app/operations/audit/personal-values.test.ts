import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { auditedFields, auditedNouns } from '../../../test/audited-nouns.ts'
import { ownDatabase } from '../../../test/database.ts'
import { changesIn, nameOfField } from './changes.ts'
import { findTextsContaining } from '../../../test/text-columns.ts'

const sql = await ownDatabase()
const now = new Date('2026-06-01T09:00:00Z')

const sources = globSync('{app,server,db/functions}/**/*.{ts,sql}', { exclude: ['**/*.test.ts'] })
const calls = sources.flatMap((file) => {
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(/(?:perform|select) note_audit\(/g)].map(({ index, 0: start }) =>
    argumentsFrom(text, index + start.length),
  )
})

/** Returns the arguments of an SQL call, from the position after its opening parenthesis. */
function argumentsFrom(text: string, from: number): string[] {
  const found = ['']
  let depth = 0
  for (const letter of text.slice(from)) {
    if (letter === ')' && depth === 0) break
    if (letter === ',' && depth === 0) {
      found.push('')
      continue
    }
    depth += '([{'.includes(letter) ? 1 : ')]}'.includes(letter) ? -1 : 0
    found[found.length - 1] += letter
  }
  return found.map((argument) => argument.trim())
}

/** Returns the noun of a call, or undefined if the call gets the noun from a variable. */
const nounOf = (call: string[]) => /^'(\w+)'$/.exec(call[2] ?? '')?.[1]

test('every noun of the audit log is declared with its table', () => {
  const ofRows = sources.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/: Noun = \{[^}]*noun: '(\w+)'/g)].map(([, noun]) => noun),
  )
  const recorded = new Set([...calls.map(nounOf), ...ofRows].filter((noun) => noun !== undefined))
  expect(calls.length).toBeGreaterThan(30)
  expect(Object.keys(auditedNouns).toSorted()).toEqual([...recorded].toSorted())
})

test('every field that SQL adds to an entry is declared with its kind', () => {
  const unknown = calls.flatMap((call) => {
    const noun = nounOf(call)
    if (noun === undefined) return []
    const names = [
      ...call
        .slice(5, 7)
        .join(' ')
        .matchAll(/'(\w+)',/g),
    ].map(([, name = '']) => name)
    return names.filter((name) => !(name in auditedFields(noun))).map((name) => `${noun}.${name}`)
  })
  expect(unknown).toEqual([])
})

// Negative control: this test fails if personal_fields leaves out the name of a host, or any other personal field.
test('the values of personal fields are stored only where erasure reaches them', async () => {
  for (const noun of Object.keys(auditedNouns)) {
    const personal = Object.entries(auditedFields(noun)).flatMap(([field, kind]) =>
      kind === 'public' || kind === 'machine' ? [] : [field],
    )
    if (personal.length === 0) continue
    const mark = `zq${noun.replaceAll('_', '')}zq`
    const row = (of: string) => sql.json(Object.fromEntries(personal.map((name) => [name, `${mark} ${of}`])))
    const id = randomUUID()
    await sql`select note_audit('admin', ${randomUUID()}, ${noun}, ${id}, null, ${row('before')}, ${row('after')}, ${now})`
    for (const column of ['before', 'after'])
      expect(await findTextsContaining(sql, { table: 'audit_events', column }, mark), noun).toEqual([])
    const kept = await sql<{ field: string }[]>`
      select p.field from audit_personal p join audit_events e on e.id = p.event_id where e.noun_id = ${id} order by field`
    expect(
      kept.map(({ field }) => field),
      noun,
    ).toEqual(personal.toSorted())
  }
})

test('every field that an entry may show has a name in words', async () => {
  // Entries about bookings, calendars and merges hold only the declared fields, and not the whole row.
  const partial = ['bookings', 'calendar_sources', 'customer_merges']
  const tables = Object.values(auditedNouns).flatMap(({ table = '' }) =>
    partial.includes(table) ? [] : table,
  )
  const columns = await sql<{ name: string }[]>`
    select distinct column_name::text as name from information_schema.columns where table_name = any (${tables})`
  const definition = readFileSync('db/functions/operations/audit.sql', 'utf8')
  const left = /field not in \(([^)]*)\)/.exec(definition)?.[1] ?? ''
  const declared = Object.values(auditedNouns).flatMap(({ fields }) => Object.keys(fields ?? {}))
  const ofBookings = sources.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/'(\w+)', jsonb_build_array/g)].map(([, name = '']) => name),
  )
  const fields = new Set([...columns.map(({ name }) => name), ...declared, ...ofBookings])
  const shown = [...fields].filter((field) => changesOf(field).length > 0 && !left.includes(`'${field}'`))
  const likeColumns = shown.filter((field) =>
    /\b(is|at|id|url|hash|key|on|min|max)\b/.test(nameOfField(field)),
  )
  expect(likeColumns).toEqual([])
})

const changesOf = (field: string) => changesIn({ before: {}, after: { [field]: 'x' }, erased: [] })
