import type { SqlFile } from './sql-files.server.ts'
import {
  type MigrationConnection,
  runStatement,
  type SqlStatement,
  splitStatements,
} from './sql-statements.server.ts'

/** A statement that creates a function, view or composite type of `db/functions`. */
export type Definition = SqlStatement & { file: string; kind: string; name: string; isTrigger: boolean }

/**
 * The definitions of these files, each after those that it mentions.
 * Throws a sentence naming file and line at a statement of another kind.
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
      `${file} has another statement at line ${line} than "create function", "create view", "create type" ` +
        'or, for trigger functions alone, "create or replace function".',
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
export async function createTriggerFunctions(
  connection: MigrationConnection,
  definitions: Definition[],
): Promise<void> {
  await connection`set local check_function_bodies = off`
  for (const definition of definitions)
    if (definition.isTrigger) await runStatement(connection, definition.file, definition)
  await connection`set local check_function_bodies = on`
}

/** Creates everything else, and the trigger functions once more, now checked. */
export async function createDefinitions(
  connection: MigrationConnection,
  definitions: Definition[],
): Promise<void> {
  for (const definition of definitions) await runStatement(connection, definition.file, definition)
}

/**
 * Drops what `createDefinitions` creates, under whatever arguments, except trigger functions. What something else
 * depends on stays, for a migration that may drop that; with `all` it fails.
 */
export async function dropDefinitions(
  connection: MigrationConnection,
  definitions: Definition[],
  { all }: { all: boolean },
): Promise<void> {
  const names = [...new Set(definitions.filter(({ isTrigger }) => !isTrigger).map(({ name }) => name))]
  await connection`
    select set_config('migrate.names', ${names.join(' ')}, true), set_config('migrate.all', ${String(all)}, true)`
  // Each pass drops what nothing depends on. The first pass that drops nothing is the last.
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
