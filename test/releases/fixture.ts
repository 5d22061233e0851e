import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'

import type { Queryable, Sql } from '../../app/platform/database/database.server.ts'
import { migrate } from '../../app/platform/database/migrations.server.ts'
import { printSchema } from '../../db/print-schema.ts'

/** A database as a release makes it: the SQL files of the release, the resulting schema, and rows of every table. */
export type ReleaseFixture = {
  version: string
  /** The time at which the rows are consistent. */
  made_at: string
  /** Texts of the files below `db/`, by path. */
  files: Record<string, string>
  schema: string
  /** Rows by table, each as the text of a JSON object. */
  rows: Record<string, string[]>
  /** The last values of sequences. */
  sequences: Record<string, number>
}

const folders = ['migrations', 'functions']
const releasesFile = 'releases.json'

/** Returns the fixtures that are checked in, oldest first. */
export async function releaseFixtures(folder = 'test/fixtures'): Promise<ReleaseFixture[]> {
  const names = (await readdir(folder)).filter((name) => /^release-[\d.]+\.json\.gz$/.test(name))
  const fixtures = await Promise.all(names.map((name) => readFile(join(folder, name))))
  const texts = await Promise.all(fixtures.map((packed) => promisify(gunzip)(packed)))
  return texts
    .map((text) => JSON.parse(text.toString()) as ReleaseFixture)
    .toSorted((a, b) => a.version.localeCompare(b.version, 'en', { numeric: true }))
}

/**
 * Writes this version's database as a fixture, without pg_dump. Returns the path of the file, its size in
 * bytes and the fixture.
 */
export async function writeReleaseFixture(
  sql: Sql,
  { version, made_at, to = 'test/fixtures' }: { version: string; made_at: Date; to?: string | undefined },
) {
  const fixture: ReleaseFixture = {
    version,
    made_at: made_at.toISOString(),
    files: await readSqlFolder('db'),
    schema: await printSchema(sql, { bodies: true }),
    rows: await readRows(sql),
    sequences: await readSequences(sql),
  }
  const packed = await promisify(gzip)(JSON.stringify(fixture), { level: 9 })
  const path = join(to, `release-${version}.json.gz`)
  await writeFile(path, packed)
  return { path, bytes: packed.length, fixture }
}

async function readSqlFolder(from: string): Promise<Record<string, string>> {
  const paths = []
  for (const folder of folders)
    for (const name of await readdir(join(from, folder), { recursive: true }))
      if (name.endsWith('.sql')) paths.push(join(folder, name))
  const releases = await readFile(join(from, releasesFile), 'utf8').catch(() => null)
  const entries = paths.map(async (path) => [path, await readFile(join(from, path), 'utf8')] as const)
  return {
    ...Object.fromEntries(await Promise.all(entries)),
    ...(releases === null ? {} : { [releasesFile]: releases }),
  }
}

const tablesOf = (sql: Queryable) => sql<{ name: string }[]>`
  select relname as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not in ('schema_migrations', 'releases')
  order by 1`

/** Returns every row of every table, as the text of a JSON object, in a fixed order. */
export async function readRows(sql: Queryable): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {}
  for (const { name } of await tablesOf(sql))
    rows[name] = (
      await sql.unsafe<{ row: string }[]>(`select to_jsonb(t)::text as row from ${name} t order by 1`)
    ).map(({ row }) => row)
  return rows
}

async function readSequences(sql: Queryable): Promise<Record<string, number>> {
  const found = await sql<{ name: string; value: number }[]>`
    select sequencename as name, last_value as value from pg_sequences
    where schemaname = 'public' and last_value is not null`
  return Object.fromEntries(found.map(({ name, value }) => [name, value]))
}

/**
 * Fills an empty database with the schema and the rows of a release. Throws if the resulting schema
 * differs from the schema in the fixture.
 */
export async function loadReleaseFixture(sql: Sql, fixture: ReleaseFixture): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'chalk-release-'))
  try {
    for (const [path, text] of Object.entries(fixture.files)) {
      await mkdir(join(folder, dirname(path)), { recursive: true })
      await writeFile(join(folder, path), text)
    }
    await migrate(sql, folder, () => {})
  } finally {
    await rm(folder, { recursive: true })
  }
  if ((await printSchema(sql, { bodies: true })) !== fixture.schema)
    throw new Error(`The SQL files of ${fixture.version} no longer give the schema of that release.`)
  await sql.begin(async (transaction) => {
    await withoutTriggers(transaction, async () => {
      for (const [table, rows] of Object.entries(fixture.rows)) await insertRows(transaction, table, rows)
    })
    for (const [name, value] of Object.entries(fixture.sequences))
      await transaction`select setval(${name}::regclass, ${value})`
  })
}

/** Replaces all rows of the table, because a migration may have put rows into it. */
async function insertRows(sql: Queryable, table: string, rows: string[]): Promise<void> {
  const columns = await sql<{ name: string }[]>`
    select quote_ident(attname) as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum`
  const list = columns.map(({ name }) => name).join(', ')
  await sql.unsafe(`delete from ${table}`)
  await sql.unsafe(
    `insert into ${table} (${list}) overriding system value
    select ${list} from jsonb_populate_recordset(null::${table}, $1::text::jsonb)`,
    [`[${rows.join(',')}]`],
  )
}

/** Runs work without triggers. Triggers that fire even in replica mode are disabled one by one. */
async function withoutTriggers(sql: Queryable, work: () => Promise<void>): Promise<void> {
  const always = await sql<{ name: string; table: string }[]>`
    select quote_ident(tgname) as name, tgrelid::regclass::text as table from pg_trigger where tgenabled = 'A'`
  const alter = (change: string) =>
    sql.unsafe(always.map(({ name, table }) => `alter table ${table} ${change} trigger ${name}`).join('; '))
  await sql`set local session_replication_role = replica`
  await alter('disable')
  await work()
  await alter('enable always')
}
