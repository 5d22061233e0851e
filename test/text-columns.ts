import type { Queryable } from '../app/platform/database/database.server.ts'

type Column = { table: string; column: string }

/** Returns every column that can hold text, in every schema: columns of text, JSON, arrays and bytes. */
export function findTextColumns(sql: Queryable): PromiseLike<Column[]> {
  return sql<Column[]>`
    select case nspname when 'public' then relname else nspname || '.' || relname end as table, attname as column
    from pg_attribute
      join pg_class on pg_class.oid = attrelid
      join pg_namespace on pg_namespace.oid = relnamespace
      join pg_type on pg_type.oid = atttypid
      left join pg_type of_domain on of_domain.oid = pg_type.typbasetype
      left join pg_type of_array on of_array.oid = pg_type.typelem and pg_type.typcategory = 'A'
    where relkind in ('r', 'p', 'm') and not relispartition and attnum > 0 and not attisdropped
      and nspname not in ('pg_catalog', 'information_schema') and nspname not like 'pg_toast%'
      and coalesce(of_domain.typname, of_array.typname, pg_type.typname)
        in ('text', 'varchar', 'bpchar', 'name', 'json', 'jsonb', 'bytea', 'xml', 'tsvector', 'citext')
    order by 1, 2`
}

/** Returns the columns, as 'table.column', that contain a word in upper or lower case, as text or as bytes. */
export async function findColumnsContaining(sql: Queryable, word: string): Promise<string[]> {
  if (word.length < 5)
    throw new Error(`“${word}” is too short: ids could contain it by chance. Use at least 5 characters.`)
  const found: string[] = []
  for (const { table, column } of await findTextColumns(sql)) {
    const name = sql(column)
    const [{ contains }] = await sql<[{ contains: boolean }]>`
      select exists (
        select from ${sql(table)}
        where strpos(lower(${name}::text), lower(${word})) > 0
          or strpos(lower(${name}::text), encode(convert_to(${word}, 'UTF8'), 'hex')) > 0
      ) as contains`
    if (contains) found.push(`${table}.${column}`)
  }
  return found
}

/** Returns a hash of all rows of each table. */
export async function hashTables(sql: Queryable): Promise<Map<string, string>> {
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`
  const hashes = new Map<string, string>()
  for (const { name } of tables) {
    const [{ hash }] = await sql<[{ hash: string }]>`
      select md5(coalesce(string_agg(t.row, '' order by t.row), '')) as hash
      from (select to_jsonb(x)::text as row from ${sql(name)} x) as t`
    hashes.set(name, hash)
  }
  return hashes
}

/** Returns the texts in a column that contain a word in any case. Texts in JSON and arrays count separately. */
export async function findTextsContaining(
  sql: Queryable,
  { table, column }: Column,
  word: string,
): Promise<string[]> {
  const found = await sql<{ value: unknown }[]>`
    select distinct to_jsonb(${sql(column)}) as value from ${sql(table)}
    where strpos(lower(${sql(column)}::text), lower(${word})) > 0`
  const texts = new Set(found.flatMap(({ value }) => textsIn(value)))
  return [...texts].filter((text) => text.toLowerCase().includes(word.toLowerCase()))
}

/** Returns all strings in a JSON value. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
