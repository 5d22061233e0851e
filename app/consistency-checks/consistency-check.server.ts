import type { Queryable, Sql } from '../platform/database.server.ts'
import type { Inconsistency } from './inconsistencies.server.ts'

/** A check of the ledger. `faults` are the first hundred of `fault_count`. */
export type ConsistencyCheck = {
  id: string
  asked_by: string | null
  asked_at: Date
  steps_done: number
  finished_at: Date | null
  fault_count: number
  faults: Inconsistency[]
}

const shownFaults = 100

/** What is compared, one statement each, in this order. */
const steps = [
  (sql: Queryable, now: Date) => sql<Inconsistency[]>`select * from counter_faults(${now})`,
  (sql: Queryable) => sql<Inconsistency[]>`select * from host_faults()`,
  (sql: Queryable) => sql<Inconsistency[]>`select * from event_faults()`,
  (sql: Queryable) => sql<Inconsistency[]>`select * from limit_faults()`,
  (sql: Queryable, now: Date) => sql<Inconsistency[]>`select * from totals_faults(${now})`,
  (sql: Queryable) => sql<Inconsistency[]>`select * from day_faults()`,
  (sql: Queryable) => sql<Inconsistency[]>`select * from offer_faults()`,
]
export const consistencyCheckSteps = steps.length

/** After so long without a step the worker that took a check up is taken for dead. */
const patience = '15 minutes'

const columns = (sql: Queryable) => sql`
  c.id, (select a.name from admins a where a.id = c.asked_by) as asked_by, c.asked_at, c.steps_done, c.finished_at,
  c.fault_count, c.faults`

/** Asks for a check. While one is under way that one is it. */
export async function askForCheck(sql: Queryable, by: { actor_id: string }, now: Date): Promise<void> {
  await sql`
    insert into ledger_checks (asked_by, asked_at) values (${by.actor_id}, ${now})
    on conflict ((true)) where finished_at is null do nothing`
}

/** The latest checks, the newest first. */
export async function latestChecks(sql: Queryable, most = 10): Promise<ConsistencyCheck[]> {
  return sql<ConsistencyCheck[]>`
    select ${columns(sql)} from ledger_checks c order by c.asked_at desc, c.id limit ${most}`
}

/**
 * Makes the check that waits, step by step, each told as soon as it is done. False where none waits. Of several workers
 * one has it; what a killed one left is begun again.
 */
export async function makeCheck(sql: Sql, now: () => Date): Promise<boolean> {
  const [claimed] = await sql<[{ id: string }?]>`
    update ledger_checks set stepped_at = ${now()}, steps_done = 0, faults = '[]', fault_count = 0
    where finished_at is null
      and (stepped_at is null or stepped_at < ${now()}::timestamptz - ${patience}::interval)
    returning id`
  if (!claimed) return false
  for (const step of steps) {
    const faults = await inOneGo(sql, (sql) => step(sql, now()))
    await sql`
      update ledger_checks set
        steps_done = steps_done + 1,
        stepped_at = ${now()},
        fault_count = fault_count + ${faults.length},
        faults = (
          select coalesce(jsonb_agg(fault), '[]') from (
            select fault from jsonb_array_elements(faults || ${JSON.stringify(faults.slice(0, shownFaults))}::text::jsonb) as f (fault)
            limit ${shownFaults}
          ) as first
        ),
        finished_at = case when steps_done + 1 = ${steps.length} then ${now()}::timestamptz end
      where id = ${claimed.id}`
  }
  return true
}

/** Whole tables are read: it takes as long as it takes. */
async function inOneGo<Found>(sql: Sql, read: (sql: Queryable) => Promise<Found>): Promise<Found> {
  const found = await sql.begin(async (transaction) => {
    await transaction`
      select set_config('statement_timeout', '0', true), set_config('work_mem', '128MB', true),
        set_config('jit', 'off', true), set_config('enable_nestloop', 'off', true)`
    return { value: await read(transaction) }
  })
  return found.value
}
