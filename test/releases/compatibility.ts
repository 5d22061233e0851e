import type { Queryable } from '../../app/platform/database/database.server.ts'

/**
 * The parts of the database on which a version's code depends: columns, functions and constraints, as
 * Postgres describes them.
 */
export type Interface = {
  /** The columns by `table.column`, including the columns of views and composite types. */
  columns: Map<string, { type: string; required: boolean }>
  /** The name, the parameters and the result of each function. */
  functions: Set<string>
  /**
   * Constraints and unique indexes, by `table.constraint`. `checked` are the columns that a check or a
   * foreign key reads, or null for other constraints.
   */
  constraints: Map<string, { text: string; checked: string[] | null }>
}

export async function readInterface(sql: Queryable): Promise<Interface> {
  const columns = await sql<{ name: string; type: string; required: boolean }[]>`
    select c.relname || '.' || a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      c.relkind = 'r' and a.attnotnull and not a.atthasdef and a.attidentity = '' as required
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'c') and a.attnum > 0
      and not a.attisdropped`
  const functions = await sql<{ text: string }[]>`
    select format('%s(%s) returns %s', p.proname, pg_get_function_arguments(p.oid), pg_get_function_result(p.oid)) as text
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`
  const constraints = await sql<{ name: string; text: string; checked: string[] | null }[]>`
    select c.conrelid::regclass || '.' || c.conname as name, pg_get_constraintdef(c.oid) as text,
      case when c.contype in ('c', 'f') then array(
        select c.conrelid::regclass || '.' || a.attname from pg_attribute a
        where a.attrelid = c.conrelid and a.attnum = any (c.conkey)
      ) end as checked
    from pg_constraint c
    where c.connamespace = 'public'::regnamespace and c.conrelid <> 0 and c.contype <> 'n'
    union all
    select r.oid::regclass || '.' || a.attname || ' ' || c.conname, pg_get_constraintdef(c.oid),
      array[r.oid::regclass || '.' || a.attname]
    from pg_constraint c join pg_attribute a on a.atttypid = c.contypid join pg_class r on r.oid = a.attrelid
    where c.connamespace = 'public'::regnamespace and c.contypid <> 0 and r.relkind in ('r', 'c') and not a.attisdropped
    union all
    select x.indrelid::regclass || '.' || x.indexrelid::regclass, pg_get_indexdef(x.indexrelid), null
    from pg_index x join pg_class i on i.oid = x.indexrelid
    where i.relnamespace = 'public'::regnamespace and x.indisunique`
  return {
    columns: new Map(columns.map(({ name, ...column }) => [name, column])),
    functions: new Set(functions.map(({ text }) => text)),
    constraints: new Map(constraints.map(({ name, ...rule }) => [name, rule])),
  }
}

/** Returns whether a function is the same, apart from further result columns. Code reads columns by name, so it ignores these. */
function returnsAll(before: string, now: string): boolean {
  const split = (text: string) => text.split(/ returns TABLE\(|\)$/)
  const [[name, columns = ''], [nameNow, columnsNow = '']] = [split(before), split(now)]
  const current = columnsNow.split(', ')
  return before === now || (name === nameNow && columns.split(', ').every((one) => current.includes(one)))
}

const tableOf = (name: string) => name.split('.')[0] ?? ''

/**
 * Returns one sentence for each reason why code that uses `before` cannot run on a database that has `after`.
 * `unused` are columns that this code no longer uses.
 */
export function findBreaks(before: Interface, after: Interface, unused: string[] = []): string[] {
  const tables = new Set([...before.columns.keys()].map(tableOf))
  const isNewOfOld = (name: string) => tables.has(tableOf(name))
  const lost = [...before.columns].flatMap(([name, { type, required }]) => {
    const now = after.columns.get(name)
    if (!now) return unused.includes(name) ? [] : [`the column ${name} is gone`]
    if (now.type !== type) return [`the column ${name} was ${type} and is ${now.type}`]
    return now.required && !required ? [`the column ${name} must now be written`] : []
  })
  const demanded = [...after.columns]
    .filter(([name, { required }]) => required && !before.columns.has(name) && isNewOfOld(name))
    .map(([name]) => `the new column ${name} must be written`)
  const functions = [...before.functions]
    .filter((text) => ![...after.functions].some((now) => returnsAll(text, now)))
    .map((text) => `the function ${text} is gone`)
  const rules = [...after.constraints]
    .filter(([name, { text }]) => isNewOfOld(name) && before.constraints.get(name)?.text !== text)
    // Code that knows none of the checked columns leaves their defaults, so the check cannot fail.
    .filter(([, { checked }]) => checked === null || checked.some((column) => before.columns.has(column)))
    .map(([name, { text }]) => `the table has a rule that the last release did not have: ${name} ${text}`)
  return [...lost, ...demanded, ...functions, ...rules]
}
