import { createHash } from 'node:crypto'
import { join } from 'node:path'

import { learnArrayTypes } from './arrays.server.ts'
import type { Sql } from './database.server.ts'
import {
  isOfNewerVersion,
  noteRelease,
  readReleases,
  refuseOlderData,
  type Release,
} from './releases.server.ts'
import {
  type MigrationConnection,
  readFunctionFiles,
  readMigrations,
  runStatement,
  splitStatements,
  type SqlFile,
  type SqlStatement,
} from './sql-files.server.ts'

// The number of the advisory lock. No other code locks this number in the database, and the number must never change.
const lockNumber = 4_715_208_331

// Two rows of `schema_migrations` that are not migrations: the hash of all definitions, and the hash of the types alone.
const functionsRow = 'functions'
const typesRow = 'types'

/**
 * Brings the database up to date with `folder`, all in one transaction. Runs each new file of `migrations/`. After a new file or
 * a change of `functions/`, creates its definitions again, except unchanged types. Processes that start together wait for each
 * other. `report` gets a line for each step. Changes nothing if a newer version has brought the database up to date. Throws a
 * sentence and changes nothing if a migration was edited or is unknown, or if a file fails. The sentence names the file, and the
 * line that failed. Refuses data of version 1.0.0 or older with a ConfigError, whose message calls the database `called`.
 */
export async function migrate(
  sql: Sql,
  folder: string,
  report: (line: string) => void,
  called = 'The database',
): Promise<void> {
  const migrations = await readMigrations(join(folder, 'migrations'))
  const definitions = readDefinitions(await readFunctionFiles(join(folder, 'functions')))
  const releases = await readReleases(folder)
  const connection = await sql.reserve()
  try {
    // A migration may take minutes; the pool's timeouts are meant for visitors' queries.
    await connection`select set_config('statement_timeout', '0', false), set_config('lock_timeout', '0', false)`
    await connection`select pg_advisory_lock(${lockNumber})`
    await refuseOlderData(connection, migrations, called)
    if (await isOfNewerVersion(connection, releases))
      return report(
        'A newer version has brought the database up to date, and this version runs beside the newer one',
      )
    await bringUpToDate(connection, { migrations, definitions, releases }, report)
    // This connection learnt the array types before the migrations made new ones, so it learns them again.
    await learnArrayTypes(connection)
  } finally {
    // If the connection broke, these two statements fail, but Postgres has released the lock itself.
    await connection`select pg_advisory_unlock_all()`.catch(() => undefined)
    await connection`reset all`.catch(() => undefined)
    connection.release()
  }
}

const hashOf = (definitions: Definition[]) =>
  createHash('sha256')
    .update(definitions.map(({ text }) => text).join('\n'))
    .digest('hex')

type Applied = { name: string; sha256: string }

type Version = { migrations: SqlFile[]; definitions: Definition[]; releases: Release[] }

async function bringUpToDate(
  connection: MigrationConnection,
  { migrations, definitions, releases }: Version,
  report: (line: string) => void,
) {
  await connection`
    create table if not exists schema_migrations (
      name text primary key,
      sha256 text not null,
      applied_at timestamptz not null default now()
    )`
  const rows = await connection<
    Applied[]
  >`select name, sha256 from schema_migrations order by name collate "C"`
  const hashes = new Map(rows.map(({ name, sha256 }) => [name, sha256]))
  const applied = rows.filter(({ name }) => name !== functionsRow && name !== typesRow)
  refuseUnexpected(migrations, applied)
  const pending = migrations.slice(applied.length)
  const functionsHash = hashOf(definitions)
  const typesHash = hashOf(definitions.filter(({ kind }) => kind === 'type'))
  if (pending.length === 0 && hashes.get(functionsRow) === functionsHash)
    return await noteRelease(connection, releases)
  const kept = hashes.get(typesRow) === typesHash ? null : await unchangedTypes(connection, definitions)
  const changing = definitions.filter(({ kind, name }) => kind !== 'type' || (kept && !kept.has(name)))

  const state = applied.at(-1)?.name ?? 'an empty schema'
  try {
    await connection`begin`
    // While a change waits for a busy table, all other users of the table wait too. So the change gives up after 30 s,
    // and a restart tries again.
    await connection`select set_config('lock_timeout', '30s', true)`
    await dropDefinitions(connection, changing, { all: false })
    await createTriggerFunctions(connection, changing)
    for (const [index, file] of pending.entries()) {
      report(`Migrating ${applied.length + index + 1} of ${migrations.length}: ${file.name}`)
      await apply(connection, file)
    }
    await dropDefinitions(connection, changing, { all: true })
    if (changing.length > 0) report(`Creating functions (${changing.length})`)
    // Creates the dropped definitions. The trigger functions are replaced once more, now with checks of their bodies.
    for (const definition of changing) await runStatement(connection, definition.file, definition)
    for (const definition of definitions.filter(({ kind }) => kind === 'type'))
      await connection.unsafe(`comment on type ${definition.name} is '${hashOf([definition])}'`)
    await connection`
      insert into schema_migrations (name, sha256)
      values (${functionsRow}, ${functionsHash}), (${typesRow}, ${typesHash})
      on conflict (name) do update set sha256 = excluded.sha256, applied_at = excluded.applied_at`
    await noteRelease(connection, releases)
    await connection`commit`
  } catch (error) {
    await connection`rollback`.catch(() => undefined)
    const problem = error instanceof Error ? error.message : String(error)
    throw new Error(`${problem} Nothing was changed; the database is still at ${state}.`, { cause: error })
  }
}

/** Returns the names of unchanged types, which stay because processes know their ids. A type's comment holds its hash. */
async function unchangedTypes(
  connection: MigrationConnection,
  definitions: Definition[],
): Promise<Set<string>> {
  const rows = await connection<{ name: string; hash: string | null }[]>`
    select typname as name, obj_description(oid, 'pg_type') as hash from pg_type
    where typnamespace = current_schema::regnamespace and typtype in ('c', 'e')`
  const found = new Map(rows.map(({ name, hash }) => [name, hash]))
  const kept = new Set<string>()
  // The types are in the order of dependencies. A type that contains a changed type counts as changed.
  const types = definitions.filter(({ kind }) => kind === 'type')
  for (const type of types) {
    const parts = types.filter(
      ({ name }) => name !== type.name && new RegExp(`\\b${name}\\b`).test(type.text),
    )
    if (found.get(type.name) === hashOf([type]) && parts.every(({ name }) => kept.has(name)))
      kept.add(type.name)
  }
  return kept
}

async function apply(connection: MigrationConnection, { name, text, sha256 }: SqlFile): Promise<void> {
  for (const statement of splitStatements(text))
    await runStatement(connection, `Migration ${name}`, statement)
  // A search path that one file sets for its session must not affect the next file.
  await connection`reset search_path`
  await connection`insert into schema_migrations (name, sha256) values (${name}, ${sha256})`
}

/** Throws unless the applied migrations are the first files of the folder, unchanged. */
function refuseUnexpected(files: SqlFile[], applied: Applied[]): void {
  for (const [index, row] of applied.entries()) {
    const file = files[index]
    if (file === undefined || !files.some(({ name }) => name === row.name))
      throw new Error(
        `The database has migration ${row.name}, which this version does not know. Did a newer version use the database?`,
      )
    if (file.name !== row.name)
      throw new Error(`Migration ${file.name} was never applied, but the later ${row.name} was.`)
    if (file.sha256 !== row.sha256)
      throw new Error(
        `Migration ${row.name} was edited after it was applied. Put it back and add a new file instead.`,
      )
  }
}

/** A statement that creates a function, view, composite type or enum of `db/functions`. */
export type Definition = SqlStatement & { file: string; kind: string; name: string; isTrigger: boolean }

/**
 * Returns the definitions of these files, each after the definitions that it mentions.
 * Throws an error that names the file and the line of a statement that is not a definition.
 */
export function readDefinitions(files: SqlFile[]): Definition[] {
  const definitions = files.flatMap(({ name: file, text }) =>
    splitStatements(text).map((statement) => ({ ...statement, file, ...readHead(statement, file) })),
  )
  return inDependencyOrder(definitions)
}

function readHead({ text, line }: SqlStatement, file: string) {
  const head = /^create( or replace)? (function|view|type) ([a-z]\w*)/.exec(text)
  const isTrigger = head?.[2] === 'function' && /\breturns\s+trigger\b/.test(text)
  if (!head?.[2] || !head[3] || (head[1] !== undefined) !== isTrigger)
    throw new Error(
      `${file} has a statement at line ${line} that is not "create function", "create view", "create type" ` +
        'or, for trigger functions only, "create or replace function".',
    )
  return { kind: head[2], name: head[3], isTrigger }
}

function inDependencyOrder(definitions: Definition[]): Definition[] {
  const byName = Map.groupBy(definitions, ({ name }) => name)
  const ordered = new Set<Definition>()
  const entered = new Set<Definition>()
  const enter = (definition: Definition) => {
    if (entered.has(definition)) return
    entered.add(definition)
    const words = new Set(definition.text.replaceAll(/--.*/g, '').match(/\w+/g))
    words.delete(definition.name)
    for (const word of words) byName.get(word)?.forEach(enter)
    ordered.add(definition)
  }
  definitions.forEach(enter)
  return [...ordered]
}

/** Creates trigger functions, or replaces them in place. Their bodies are not checked: the tables may not exist yet. */
async function createTriggerFunctions(
  connection: MigrationConnection,
  definitions: Definition[],
): Promise<void> {
  await connection`set local check_function_bodies = off`
  for (const definition of definitions)
    if (definition.isTrigger) await runStatement(connection, definition.file, definition)
  await connection`set local check_function_bodies = on`
}

/**
 * Drops these definitions, whatever their arguments, except trigger functions. A definition on which something else
 * depends stays, so that a migration can drop both; with `all`, such a definition is an error instead.
 */
async function dropDefinitions(
  connection: MigrationConnection,
  definitions: Definition[],
  { all }: { all: boolean },
): Promise<void> {
  const names = [...new Set(definitions.filter(({ isTrigger }) => !isTrigger).map(({ name }) => name))]
  await connection`
    select set_config('migrate.names', ${names.join(' ')}, true), set_config('migrate.all', ${String(all)}, true)`
  // Each pass drops the definitions on which nothing depends. The loop ends when nothing more can be dropped.
  await connection
    .unsafe(`
    do $$
    declare
      names constant text[] := string_to_array(current_setting('migrate.names'), ' ');
      defined record;
      has_dropped boolean := true;
      is_stuck boolean := false;
      is_done boolean := false;
    begin
      while not is_done loop
        is_done := true;
        is_stuck := not has_dropped;
        has_dropped := false;
        for defined in
          select p.oid, 'function' as kind, p.oid::regprocedure::text as name
          from pg_proc p
          where p.pronamespace = current_schema::regnamespace and p.proname = any (names)
            and p.prorettype <> 'trigger'::regtype
          union all
          select c.oid, case c.relkind when 'v' then 'view' else 'type' end, c.oid::regclass::text
          from pg_class c
          where c.relnamespace = current_schema::regnamespace and c.relname = any (names) and c.relkind in ('v', 'c')
          union all
          select t.oid, 'type', t.oid::regtype::text
          from pg_type t
          where t.typnamespace = current_schema::regnamespace and t.typname = any (names) and t.typtype = 'e'
          order by oid desc
        loop
          begin
            execute format('drop %s %s', defined.kind, defined.name);
            has_dropped := true;
          exception when dependent_objects_still_exist then
            if is_stuck and current_setting('migrate.all')::boolean then
              raise;
            end if;
            is_done := is_stuck;
          end;
        end loop;
      end loop;
    end $$`)
    .simple()
}
