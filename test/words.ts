import type { Queryable } from '../app/platform/database.server.ts'

type Column = { table: string; column: string }

/** Every column of every table, whatever its schema, that can hold words: texts, documents, lists and bytes. */
export function findColumnsWithWords(sql: Queryable): PromiseLike<Column[]> {
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

/** Where a word stands, in whatever case, as it is or in bytes, as 'table.column'. */
export async function findWord(sql: Queryable, word: string): Promise<string[]> {
  const found: string[] = []
  for (const { table, column } of await findColumnsWithWords(sql)) {
    const name = sql(column)
    const [{ stands }] = await sql<[{ stands: boolean }]>`
      select exists (
        select from ${sql(table)}
        where strpos(lower(${name}::text), lower(${word})) > 0
          or strpos(lower(${name}::text), encode(convert_to(${word}, 'UTF8'), 'hex')) > 0
      ) as stands`
    if (stands) found.push(`${table}.${column}`)
  }
  return found
}

/** One word for all that stands in each table: where it differs from an earlier one, something was changed there. */
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

/** Every text with a word in it, in whatever case, that stands in a column: of documents and lists each text by itself. */
export async function findTexts(sql: Queryable, { table, column }: Column, word: string): Promise<string[]> {
  const found = await sql<{ value: unknown }[]>`
    select distinct to_jsonb(${sql(column)}) as value from ${sql(table)}
    where strpos(lower(${sql(column)}::text), lower(${word})) > 0`
  const texts = new Set(found.flatMap(({ value }) => textsIn(value)))
  return [...texts].filter((text) => text.toLowerCase().includes(word.toLowerCase()))
}

/** Every text in a document, wherever it stands. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
