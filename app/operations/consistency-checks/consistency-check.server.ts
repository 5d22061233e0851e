import type { RowOf } from '../../platform/api/fields.server.ts'
import type { Queryable, Sql } from '../../platform/database/database.server.ts'
import type { consistencyCheck, Inconsistency } from './consistency-check.shapes.ts'

type ConsistencyCheck = RowOf<typeof consistencyCheck>

const shownFaults = 100

/** The steps of a check. */
const steps: ((sql: Queryable, now: Date) => Promise<Inconsistency[]>)[] = [
  (sql, now) => sql`select * from counter_faults(${now})`,
  (sql, now) => sql`select * from host_faults(${now})`,
  (sql) => sql`select * from event_faults()`,
  (sql) => sql`select * from limit_faults()`,
  (sql) => sql`select * from payment_faults()`,
  (sql, now) => sql`select * from call_off_faults(${now})`,
  (sql) => sql`select * from merge_faults()`,
  (sql) => sql`select * from rating_faults()`,
  (sql, now) => sql`select * from slot_faults(${now})`,
]
export const consistencyCheckSteps = steps.length

/** If no step finishes within this time, the check's worker counts as crashed. */
const stepTimeout = '15 minutes'

/** Requests a check, unless one is already waiting or running. */
export async function requestConsistencyCheck(sql: Queryable, by: { actor_id: string }, now: Date) {
  await sql`
    insert into consistency_checks (requested_by, requested_at) values (${by.actor_id}, ${now})
    on conflict ((true)) where finished_at is null do nothing`
}

/** Returns the latest checks, newest first. */
export async function latestChecks(sql: Queryable): Promise<ConsistencyCheck[]> {
  return sql<ConsistencyCheck[]>`
    select c.id, (select a.name from admins a where a.id = c.requested_by) as requested_by, c.requested_at, c.steps_done,
      c.finished_at, c.fault_count, c.faults
    from consistency_checks c
    order by c.requested_at desc, c.id
    limit 10`
}

/**
 * Runs the requested check step by step in one worker, and restarts the check after a crash. Returns false if
 * no check is requested or another worker runs the check. `asJob` runs the steps as a job of the worker.
 */
export async function makeCheck(sql: Sql, now: () => Date, asJob = (work: () => Promise<void>) => work()) {
  const [claimed] = await sql<[{ id: string }?]>`
    update consistency_checks set stepped_at = ${now()}, steps_done = 0, faults = '[]', fault_count = 0
    where finished_at is null
      and (stepped_at is null or stepped_at < ${now()}::timestamptz - ${stepTimeout}::interval)
    returning id`
  if (!claimed) return false
  await asJob(() => runSteps(sql, claimed.id, now))
  return true
}

async function runSteps(sql: Sql, id: string, now: () => Date): Promise<void> {
  for (const step of steps) {
    const faults = await readWithoutLimit(sql, (sql) => step(sql, now()))
    await sql`
      update consistency_checks set
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
      where id = ${id}`
  }
}

/** Runs a query without a time limit, because the query reads whole tables. */
async function readWithoutLimit<Found>(sql: Sql, read: (sql: Queryable) => Promise<Found>): Promise<Found> {
  const found = await sql.begin(async (transaction) => {
    await transaction`
      select set_config('statement_timeout', '0', true), set_config('work_mem', '128MB', true),
        set_config('jit', 'off', true), set_config('enable_nestloop', 'off', true)`
    return { value: await read(transaction) }
  })
  return found.value
}

/**
 * Compares all counters, events, emails and limits with the bookings in one snapshot. Reads whole tables without locks,
 * so a large database needs a connection without a statement timeout.
 */
export async function findInconsistencies(sql: Queryable, now: Date): Promise<Inconsistency[]> {
  return sql<Inconsistency[]>`select * from consistency_faults(${now})`
}

/** Counts the rows that a check compares. */
export async function countChecked(sql: Queryable) {
  const [counts] = await sql<[{ bookings: number; slots: number; events: number }]>`
    select
      (select count(*) from bookings) as bookings,
      (select count(*) from slots) as slots,
      (select count(*) from booking_events) as events`
  return counts
}
