import type { Queryable, Sql } from '../../app/platform/database.server.ts'

class Undo extends Error {}

/**
 * What a request may leave behind although it was refused: counts of refusals and of knocks, turns that were taken, and notes
 * to look again at what may have changed.
 */
const mayChange = [
  'demand_refusals',
  'attempts',
  'catalogue_changes',
  'catalogue_pruned',
  'page_changes',
  'page_changes_pruned',
]
const mayDiffer = ['updated_at', 'taken_turns']

/**
 * A handle on the database behind which everything is undone after each piece of work, so that one world serves for all:
 * whatever is written inside is seen inside and never was afterwards. One piece of work at a time.
 */
export async function undoing(sql: Sql) {
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
    if (!current) throw new Error('Nothing is being undone here.')
    return current
  }

  return {
    handle,
    /** Does the work and undoes it. `changed` tells whether it had written anything that stays. */
    async undone<Outcome>(work: () => Promise<Outcome>): Promise<{ outcome: Outcome; changed: boolean }> {
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
      if (!done) throw new Error('The work did not end.')
      return done
    },
  }

  async function hasChanged(transaction: Queryable): Promise<boolean> {
    // Whoever wrote nothing has no number of its own, and need not be looked at more closely; a transaction that failed
    // answers nothing at all, and leaves nothing.
    const [{ wrote }] = await transaction<[{ wrote: boolean }]>`
      select pg_current_xact_id_if_assigned() is not null as wrote`.catch(() => [{ wrote: false }] as const)
    return wrote && (await hash(transaction)) !== (await (before ??= hash(sql)))
  }
}

/** One text for all that is kept. */
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
