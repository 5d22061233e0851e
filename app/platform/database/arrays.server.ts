import type { Sql } from './database.server.ts'
import { addArrayType } from './driver.server.ts'

/** Adds parsers and serialisers for the arrays of all types in the database, including the types of our migrations. */
export async function learnArrayTypes(client: Sql): Promise<void> {
  const found = await client<{ array_type: number; element: number; base: number }[]>`
    select a.oid as array_type, e.oid as element, coalesce(nullif(e.typbasetype, 0), e.oid) as base
    from pg_type a join pg_type e on e.typarray = a.oid`
  for (const type of found) addArrayType(client, type, parseArray, formatArray)
}

/** Parses an array as Postgres prints it: `{1,2}`, `{"a b",NULL}`, `{{1},{2}}`. NULL becomes null without a call of `parse`. */
export function parseArray(text: string, parse: (element: string) => unknown): unknown[] {
  let at = text.indexOf('{')

  const quoted = (): string => {
    let element = ''
    for (at++; text[at] !== '"'; at++) {
      if (text[at] === '\\') at++
      element += text[at]
    }
    at++
    return element
  }
  const bare = (): string => {
    const start = at
    while (text[at] !== ',' && text[at] !== '}') at++
    return text.slice(start, at)
  }
  const element = (): unknown => {
    if (text[at] === '{') return list()
    if (text[at] === '"') return parse(quoted())
    const word = bare()
    return word === 'NULL' ? null : parse(word)
  }
  const list = (): unknown[] => {
    const found: unknown[] = []
    for (at++; text[at] !== '}'; ) {
      found.push(element())
      if (text[at] === ',') at++
    }
    at++
    return found
  }
  return list()
}

/** Formats an array for Postgres. Nested arrays become dimensions; null and undefined become NULL. */
export function formatArray(values: readonly unknown[], format: (value: unknown) => unknown): string {
  const elements = values.map((value) => {
    if (Array.isArray(value)) return formatArray(value, format)
    if (value === null || value === undefined) return 'NULL'
    return `"${String(format(value)).replaceAll(/["\\]/g, String.raw`\$&`)}"`
  })
  return `{${elements.join(',')}}`
}
