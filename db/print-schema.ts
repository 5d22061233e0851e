import type { Sql } from '../app/platform/database/database.server.ts'

/** Prints the enum types of the schema `public` as a TypeScript type: for each enum the union of its values. */
export async function printEnums(sql: Sql): Promise<string> {
  const enums = await sql<{ name: string; values: string[] }[]>`
    select t.typname as name, array_agg(e.enumlabel::text order by e.enumsortorder) as values
    from pg_type t join pg_enum e on e.enumtypid = t.oid
    where t.typnamespace = 'public'::regnamespace
    group by t.typname order by t.typname collate "C"`
  const lines = enums.map(({ name, values }) => {
    const quoted = values.map((value) => `'${value}'`)
    const line = `  ${name}: ${quoted.join(' | ')}`
    // The lines are broken as the formatter would break them.
    return line.length <= 110 ? line : `  ${name}:${quoted.map((value) => `\n    | ${value}`).join('')}`
  })
  return `// Written by npm run schema.

/** The values of the enum types of the database, such as the outcomes of its functions. */
export type SqlEnums = {
${lines.join('\n')}
}
`
}

/**
 * Prints the schema `public` as Postgres has it: domains, types, tables with their columns in order, constraints, indexes,
 * triggers, storage options, sequences, views and functions. Leaves out everything that an extension owns. With `bodies`, also
 * prints the source of functions and views, which is in `db/functions/`.
 */
export async function printSchema(sql: Sql, { bodies = false } = {}): Promise<string> {
  const rows = await sql<{ text: string }[]>`
    with own as (
      select n.oid as schema from pg_namespace n where n.nspname = 'public'
    ),
    owned as (
      select d.classid, d.objid from pg_depend d where d.deptype = 'e'
    ),
    printed (kind, name, text) as (
      select 1, e.extname::text, format('create extension %I;', e.extname)
      from pg_extension e
      where e.extname <> 'plpgsql'

      union all
      select 2, t.typname::text,
        format('create domain %I as %s%s%s;', t.typname, format_type(t.typbasetype, t.typtypmod),
          case when t.typnotnull then ' not null' else '' end,
          coalesce((
            select string_agg(format(E'\n  constraint %I %s', c.conname, pg_get_constraintdef(c.oid)), '' order by c.conname)
            from pg_constraint c
            where c.contypid = t.oid
          ), ''))
      from pg_type t, own
      where t.typnamespace = own.schema
        and t.typtype = 'd'

      union all
      select 3, t.typname::text,
        format('create type %I as enum (%s);', t.typname, (
          select string_agg(quote_literal(e.enumlabel), ', ' order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid
        ))
      from pg_type t, own
      where t.typnamespace = own.schema
        and t.typtype = 'e'

      union all
      select 3, c.relname::text,
        format(E'create type %I as (\n%s\n);', c.relname, (
          select string_agg(format('  %I %s', a.attname, format_type(a.atttypid, a.atttypmod)), E',\n' order by a.attnum)
          from pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        ))
      from pg_class c, own
      where c.relnamespace = own.schema
        and c.relkind = 'c'

      union all
      select 4, c.relname::text,
        format('create sequence %I as %s start %s increment %s owned by %s;', c.relname, format_type(s.seqtypid, null),
          s.seqstart, s.seqincrement, coalesce((
            select format('%s.%I', d.refobjid::regclass, a.attname)
            from pg_depend d
            join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
            where d.objid = c.oid and d.deptype in ('a', 'i')
          ), 'none'))
      from pg_class c
      join pg_sequence s on s.seqrelid = c.oid, own
      where c.relnamespace = own.schema

      union all
      select 5, c.relname::text,
        format(E'create %stable %I (\n%s\n)%s;', case c.relpersistence when 'u' then 'unlogged ' else '' end, c.relname,
          (
            select string_agg(format('  %I %s%s%s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
              case when a.attcollation <> t.typcollation then format(' collate %s', a.attcollation::regcollation) else '' end,
              case when a.attnotnull then ' not null' else '' end,
              case
                when a.attidentity <> '' then ' generated ' || case a.attidentity when 'a' then 'always' else 'by default' end || ' as identity'
                when a.attgenerated = 's' then format(' generated always as (%s) stored', pg_get_expr(f.adbin, f.adrelid))
                when a.attgenerated = 'v' then format(' generated always as (%s) virtual', pg_get_expr(f.adbin, f.adrelid))
                when f.adbin is not null then format(' default %s', pg_get_expr(f.adbin, f.adrelid))
                else ''
              end,
              case when a.attstattarget >= 0 then format(' statistics %s', a.attstattarget) else '' end), E',\n' order by a.attnum)
            from pg_attribute a
            join pg_type t on t.oid = a.atttypid
            left join pg_attrdef f on f.adrelid = a.attrelid and f.adnum = a.attnum
            where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          ),
          coalesce(' with (' || array_to_string(c.reloptions, ', ') || ')', ''))
      from pg_class c, own
      where c.relnamespace = own.schema
        and c.relkind = 'r'

      union all
      select 6, format('%s.%s', r.relname, c.conname),
        format('alter table %I add constraint %I %s;', r.relname, c.conname, pg_get_constraintdef(c.oid))
      from pg_constraint c
      join pg_class r on r.oid = c.conrelid, own
      where r.relnamespace = own.schema
        and c.contype in ('c', 'f', 'p', 'u', 'x')

      union all
      select 7, i.relname::text, pg_get_indexdef(i.oid) || ';'
      from pg_index x
      join pg_class i on i.oid = x.indexrelid, own
      where i.relnamespace = own.schema
        and not exists (select from pg_constraint c where c.conindid = i.oid and c.contype in ('p', 'u', 'x'))

      union all
      select 8, format('%s.%s', r.relname, t.tgname),
        pg_get_triggerdef(t.oid) || ';'
          || case when t.tgenabled = 'A' then format(E'\nalter table %I enable always trigger %I;', r.relname, t.tgname) else '' end
      from pg_trigger t
      join pg_class r on r.oid = t.tgrelid, own
      where r.relnamespace = own.schema
        and not t.tgisinternal

      union all
      select 9, c.relname::text,
        case when ${bodies} then format(E'create view %I as\n%s', c.relname, pg_get_viewdef(c.oid))
          else format('create view %I (%s);', c.relname, (
            select string_agg(format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod)), ', ' order by a.attnum)
            from pg_attribute a
            where a.attrelid = c.oid and a.attnum > 0
          ))
        end
      from pg_class c, own
      where c.relnamespace = own.schema
        and c.relkind in ('v', 'm')

      union all
      select 10, format('%s(%s)', p.proname, pg_get_function_identity_arguments(p.oid)),
        case when ${bodies} then pg_get_functiondef(p.oid) || ';'
          else format('create function %I(%s) returns %s;', p.proname, pg_get_function_arguments(p.oid), pg_get_function_result(p.oid))
        end
      from pg_proc p, own
      where p.pronamespace = own.schema
        and p.prokind = 'f'
        and not exists (select from owned o where o.classid = 'pg_proc'::regclass and o.objid = p.oid)
    )
    select text from printed order by kind, name collate "C"`
  return `${rows.map(({ text }) => text).join('\n\n')}\n`
}
