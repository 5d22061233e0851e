import { afterAll, expect, test } from 'vitest'

import { ownDatabase } from '../../../test/database.ts'
import { withStaleSnapshots } from '../../../test/overlap.ts'
import type { Queryable } from './database.server.ts'
import { inTransaction, retrying } from './retry.server.ts'
import { connect } from './pool.server.ts'

const sql = await ownDatabase()
const stale = connect(withStaleSnapshots(sql.url), { max: 2 })
afterAll(() => stale.end())
await sql`create table turns (id int primary key, taken int not null default 0)`
await sql`insert into turns (id) values (1), (2)`

/** Returns work that fails `times` times with these details, then succeeds. */
function failing(times: number, details: Record<string, string>) {
  const isolations: string[] = []
  const work = async (on: typeof sql | Parameters<Parameters<typeof sql.begin>[1]>[0]) => {
    const [{ level }] = await on<
      [{ level: string }]
    >`select current_setting('transaction_isolation') as level`
    isolations.push(level)
    if (isolations.length <= times) throw Object.assign(new Error(`failure ${isolations.length}`), details)
    return 'done'
  }
  return { work, isolations }
}

test('retries at READ COMMITTED after conflicts', async () => {
  const { work, isolations } = failing(3, { code: '40001' })
  expect(await retrying(stale, work as never)).toBe('done')
  expect(isolations).toEqual(['repeatable read', 'read committed', 'read committed', 'read committed'])
})

test('repeats a whole transaction after a deadlock, and keeps only the writes of its last attempt', async () => {
  const { work } = failing(2, { code: '40P01' })
  await inTransaction(sql, async (transaction) => {
    await transaction`update turns set taken = taken + 1 where id = 1`
    await work(transaction)
  })
  expect([...(await sql`select taken from turns where id = 1`)]).toEqual([{ taken: 1 }])
  await sql`update turns set taken = 0`
})

test('throws the last error after eight attempts', async () => {
  const { work, isolations } = failing(99, { code: '40P01' })
  await expect(retrying(sql, work as never)).rejects.toThrow('failure 8')
  expect(isolations).toHaveLength(8)
})

test('retries after a duplicate booking reference, but not after any other duplicate', async () => {
  const drawnTwice = failing(1, { code: '23505', constraint_name: 'bookings_reference_key' })
  expect(await retrying(sql, drawnTwice.work as never)).toBe('done')
  const mistake = failing(1, { code: '23505', constraint_name: 'users_by_email' })
  await expect(retrying(sql, mistake.work as never)).rejects.toThrow('failure 1')
})

test('retries after an internal error only if a release replaced the called function', async () => {
  const replaced = failing(1, { code: 'XX000', message: 'cache lookup failed for function 19995' })
  expect(await retrying(sql, replaced.work as never)).toBe('done')
  const broken = failing(1, { code: 'XX000', message: 'could not open relation' })
  await expect(retrying(sql, broken.work as never)).rejects.toThrow('could not open relation')
})

test('sends a statement again after a release replaced its function, but not inside a transaction', async () => {
  // A sequence keeps its count even if the statement fails and is undone.
  await sql.unsafe(`
    insert into turns (id) values (3);
    create sequence calls;
    create function replaced_meanwhile(fails jsonb) returns bigint language plpgsql as $$
    declare call bigint := nextval('calls');
    begin
      update turns set taken = taken + 1 where id = 3;
      if call <= (fails -> 'times')::integer then raise 'cache lookup failed for function 19995' using errcode = 'XX000'; end if;
      return call;
    end $$;
  `)
  const call = async (on: Queryable, fails: number) => {
    await sql`select setval('calls', 1, false)`
    return [...(await on`select replaced_meanwhile(${sql.json({ times: fails })}) as call`)]
  }
  expect(await call(sql, 1)).toEqual([{ call: 2 }])
  expect([...(await sql`select taken from turns where id = 3`)]).toEqual([{ taken: 1 }])
  await expect(call(sql, 2)).rejects.toThrow('cache lookup failed')
  await expect(sql.begin((transaction) => call(transaction, 1))).rejects.toThrow('cache lookup failed')
  // The connection that failed can be used again.
  expect(await call(sql, 0)).toEqual([{ call: 1 }])
})

test("does not retry inside the caller's transaction", async () => {
  const { work, isolations } = failing(1, { code: '40001' })
  await expect(sql.begin((transaction) => retrying(transaction, work as never))).rejects.toThrow('failure 1')
  expect(isolations).toHaveLength(1)
})

// ASVS 15.4.3
test('completes both sides of a real deadlock', async () => {
  const both = (first: number, second: number) =>
    retrying(
      sql,
      (on) => on`
      do ${sql.unsafe(`$$ begin
        update turns set taken = taken + 1 where id = ${first};
        perform pg_sleep(0.2);
        update turns set taken = taken + 1 where id = ${second};
      end $$`)}`,
    )
  await Promise.all([both(1, 2), both(2, 1)])
  expect(await sql`select taken from turns where id < 3`).toEqual([{ taken: 2 }, { taken: 2 }])
})
