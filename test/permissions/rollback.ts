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
  const { hash } = await tablesOf(sql)
  let current: Queryable | undefined
  let before: Promise<string> | undefined

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

  async function hasChanged(transaction: Queryable): Promise<boolean> {
    // Only a transaction that wrote has an id. A transaction that failed refuses this query, and has no effect anyway.
    const [{ wrote }] = await transaction<[{ wrote: boolean }]>`
      select pg_current_xact_id_if_assigned() is not null as wrote`.catch(() => [{ wrote: false }] as const)
    return wrote && (await hash(transaction)) !== (await (before ??= hash(sql)))
  }
}

/** Returns a function that hashes all rows of all tables, except those in `mayChange`. */
async function tablesOf(sql: Sql) {
  const tables = await sql<{ name: string }[]>`
    select quote_ident(relname) as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> all (${mayChange}) order by relname`
  const without = `array['${mayDiffer.join("','")}']`
  const parts = tables.map(
    ({ name }) => `select '${name}', md5(coalesce(string_agg(t.row, '' order by t.row), ''))
      from (select (to_jsonb(x) - ${without})::text as row from ${name} x) as t`,
  )
  const whole = `select md5(string_agg(part::text, '' order by part::text)) as hash from (${parts.join(' union all ')}) as part`
  const hash = async (on: Queryable) => {
    const [{ hash }] = await on.unsafe<[{ hash: string }]>(whole)
    return hash
  }
  return { hash }
}
