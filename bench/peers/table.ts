import type { Sql } from '../../app/platform/database.server.ts'

/** The rows of the bare statement: as many as slots, without a limit. */
export async function makeRawSlots(sql: Sql): Promise<void> {
  await sql
    .unsafe(`
      create schema raw;
      create table raw.slots (id bigint primary key, capacity integer not null, booked integer not null default 0)
        with (fillfactor = 50);
      insert into raw.slots (id, capacity) select n, 1000000000 from generate_series(0, 100199) as n;
      analyze raw.slots;
    `)
    .simple()
}
