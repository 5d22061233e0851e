import { formatArray, parseArray } from './arrays.ts'
import type { Sql } from './database.server.ts'

type Types = {
  parsers: Record<number, (text: string) => unknown>
  serializers: Record<number, (value: unknown) => unknown>
  shared: { typeArrayMap: Record<number, number> }
}

/** Teaches a client the array of every type the database has, those of its own migrations included. */
export async function learnArrayTypes(client: Sql): Promise<void> {
  const found = await client<{ array_type: number; element: number; base: number }[]>`
    select a.oid as array_type, e.oid as element, coalesce(nullif(e.typbasetype, 0), e.oid) as base
    from pg_type a join pg_type e on e.typarray = a.oid`
  const { parsers, serializers, shared } = client.options as unknown as Types
  for (const { array_type, element, base } of found) {
    shared.typeArrayMap[element] = array_type
    parsers[array_type] = (text) => parseArray(text, parsers[base] ?? String)
    serializers[array_type] = (value) =>
      Array.isArray(value) ? formatArray(value, serializers[base] ?? String) : value
  }
}
