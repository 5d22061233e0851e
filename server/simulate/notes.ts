import type { Transaction } from '../../app/platform/database.server.ts'

/**
 * Acts while nothing is noted for catalogues and kept pages that were read before, and notes at its end that all of it is
 * another: for each portion of rows the notes would look up whom they belong to in all that was written before. In one
 * transaction, like `withoutIndexes`: who reads on never misses it. Nobody leads what is simulated, so that no host's day
 * is missed.
 */
export async function notedAtOnce(
  transaction: Transaction,
  tables: readonly string[],
  act: () => Promise<void>,
): Promise<void> {
  const notes = await transaction<{ place: string; name: string }[]>`
    select t.tgrelid::regclass::text as place, quote_ident(t.tgname) as name
    from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    where t.tgrelid = any (${transaction.array([...tables])}::text[]::regclass[]) and t.tgenabled = 'A'
      and p.proname ~ '^note_(pages_of_|changed_|host_days$)'
    order by t.oid`
  for (const { place, name } of notes)
    await transaction.unsafe(`alter table ${place} disable trigger ${name}`)
  await act()
  for (const { place, name } of notes)
    await transaction.unsafe(`alter table ${place} enable always trigger ${name}`)
  await transaction`select note_catalogue_changes(array['00000000-0000-0000-0000-000000000000'::uuid])`
  await transaction`select note_page_changes(array['everything'])`
}
