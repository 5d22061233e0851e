import type { Queryable, Sql } from '../../app/platform/database/database.server.ts'

class Undo extends Error {}

// The tables that a rejected request may change. They count rejections and attempts.
const mayChange = ['demand_refusals', 'attempts']
const mayDiffer = ['updated_at', 'lock_version']

/**
 * Returns a database handle, and a function that runs work on this handle in a transaction and rolls the transaction
 * back. Only one call of the function may run at a time.
 */
export async function rollingBack(sql: Sql) {
  let current: Queryable | undefined
  const before = new Map<string, { rows: number; hash: string }>()

  const handle = new Proxy(sql, {
    apply: (_, __, args) => Reflect.apply(now() as never, undefined, args),
    has: (target, key) => key in target,
    get: (_, key) => {
      if (key !== 'begin') return Reflect.get(now(), key)
      const { savepoint } = now() as unknown as { savepoint: (work: unknown) => unknown }
      return (...args: unknown[]) => savepoint(args.at(-1))
    },
  })
  function now() {
    if (!current) throw new Error('No work is running.')
    return current
  }

  return {
    handle,
    /** Runs work and rolls it back. `changed` says whether the work changed any row. */
    async rolledBack<Outcome>(work: () => Promise<Outcome>): Promise<{ outcome: Outcome; changed: boolean }> {
      let done: { outcome: Outcome; changed: boolean } | undefined
      await sql
        .begin(async (transaction) => {
          current = transaction
          const outcome = await work()
          done = { outcome, changed: await hasChanged(transaction) }
          throw new Undo()
        })
        .catch((error: unknown) => {
          if (!(error instanceof Undo)) throw error
        })
        .finally(() => (current = undefined))
      if (!done) throw new Error('The work did not finish.')
      return done
    },
  }

  // Hashing every table after every call would take most of the test's time.
  async function hasChanged(transaction: Queryable): Promise<boolean> {
    for (const name of await writtenTables(transaction)) {
      const unchanged = before.get(name) ?? { rows: await countOf(sql, name), hash: await hash(sql, name) }
      before.set(name, unchanged)
      const isSame =
        (await countOf(transaction, name)) === unchanged.rows && !(await hasNewRows(transaction, name))
      if (!isSame && (await hash(transaction, name)) !== unchanged.hash) return true
    }
    return false
  }
}

/** Returns the tables that this transaction or a recent one wrote to. Returns none if this transaction has failed. */
async function writtenTables(transaction: Queryable): Promise<string[]> {
  const tables = await transaction<{ name: string }[]>`
    select quote_ident(relname) as name from pg_stat_xact_user_tables
    where pg_current_xact_id_if_assigned() is not null and schemaname = 'public'
      and n_tup_ins + n_tup_upd + n_tup_del > 0 and relname <> all (${mayChange})`.catch(() => [])
  return tables.map(({ name }) => name)
}

async function countOf(on: Queryable, table: string): Promise<number> {
  const [{ rows }] = await on.unsafe<[{ rows: number }]>(`select count(*)::int as rows from ${table}`)
  return rows
}

/** Returns whether the transaction inserted or updated rows of a table. Its savepoints have higher ids than the transaction. */
async function hasNewRows(transaction: Queryable, table: string): Promise<boolean> {
  const [{ found }] = await transaction.unsafe<[{ found: boolean }]>(`
    select exists (
      select from ${table} where xmin::text::bigint >= pg_current_xact_id_if_assigned()::text::bigint
    ) as found`)
  return found
}

/** Returns a hash of all rows of a table. */
async function hash(on: Queryable, table: string): Promise<string> {
  const [{ hash }] = await on.unsafe<[{ hash: string }]>(`
    select md5(coalesce(string_agg(t.row, '' order by t.row), '')) as hash
    from (select (to_jsonb(x) - array['${mayDiffer.join("','")}'])::text as row from ${table} x) as t`)
  return hash
}
