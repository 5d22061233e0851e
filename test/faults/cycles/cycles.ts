import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { seededRandom } from '../../../server/simulate/random.ts'
import { freePort } from '../site.ts'
import { audit } from './audit.ts'
import type { Audit } from './audit-messages.ts'
import { openJournal } from './journal.ts'
import { startLoad } from './load.ts'
import { type Fault, openStack, type Stack } from './stack.ts'
import { makeWorld, type World } from './world.ts'

/** A finished cycle. `load` is the load average of the machine. `tasks` counts the tasks that the clients finished. */
type Cycle = { fault: Fault; at_ms: number; recovery_ms: number; tasks: number; load: number }
export type State = {
  code: string
  seed: number
  ports: { site: number; webhooks: number }
  world?: World
  cycles: Cycle[]
  faults: string[]
  final?: Audit
}

/** The milliseconds within which all emails and webhooks must be delivered after the last fault. */
const settling = 12 * 60_000

/**
 * Runs cycles of load and fault, with an audit after each, until there are `count` cycles. A last audit follows when
 * everything is delivered. Stops when an audit finds an error in the data. All data is in `folder`, so that an interrupted
 * run can continue with the same database.
 */
export async function runCycles(
  folder: string,
  { code, count, kinds, seed, isStopped }: Wanted,
): Promise<State> {
  const state = readState(folder, code) ?? (await newState(folder, code, seed))
  if ((state.final && state.cycles.length >= count) || state.faults.length > 0) return state
  delete state.final
  const save = () => writeFileSync(join(folder, 'state.json'), JSON.stringify(state))
  const journal = openJournal(folder)
  console.log(`seed ${state.seed}, ${state.cycles.length} of ${count} cycles are done, files in ${folder}`)
  const stack = await openStack(folder, state.ports)
  try {
    state.world ??= await makeWorld(stack.sql, stack.base, folder, stack.webhooks)
    const { world } = state
    save()
    const auditNow = (is_final: boolean) =>
      retried(() => audit(stack.sql, folder, { world, facts: journal.facts, is_final }))
    while (state.cycles.length < count && !isStopped()) {
      const cycle = await runCycle(stack, state.cycles.length)
      const { faults, counts } = await auditNow(false)
      state.cycles.push(cycle)
      state.faults.push(...faults.slice(0, 20))
      save()
      console.log(
        `${state.cycles.length}/${count} ${cycle.fault} after ${cycle.at_ms} ms: back in ${cycle.recovery_ms} ms, ${cycle.tasks} tasks, ${counts.bookings} bookings${faults.length > 0 ? `, ${faults.length} FAULTS` : ''}`,
      )
      if (faults.length > 0) return state
    }
    if (isStopped()) return state
    console.log('All cycles are done. Waiting until emails, webhooks and holds are settled …')
    await settled(stack, isStopped)
    if (isStopped()) return state
    state.final = await auditNow(true)
    state.faults.push(...state.final.faults.slice(0, 50))
    save()
    return state
  } finally {
    save()
    await stack.close()
  }

  async function runCycle(stack: Stack, n: number): Promise<Cycle> {
    const { world } = state
    if (!world) throw new Error(`Cycle ${n} cannot run, because the test data has not been made.`)
    // Each run of a cycle draws new ids, even a run that repeats an interrupted cycle.
    const random = seededRandom(state.seed, 2 * n)
    const ids = seededRandom(Date.now(), 2 * n + 1)
    const load = startLoad(stack.base, world, journal, { ...random, id: ids.id }, n)
    const [fault, at_ms] = [random.pick(kinds), random.whole(100, 1200)]
    await sleep(at_ms)
    const recovery_ms = await stack.suffer(fault)
    await sleep(random.whole(100, 500))
    return { fault, at_ms, recovery_ms, tasks: await load.stop(), load: loadavg()[0] ?? 0 }
  }
}

type Wanted = {
  code: string
  count: number
  kinds: readonly Fault[]
  seed: number
  isStopped: () => boolean
}

/** Returns the state of an interrupted run of the same code. */
function readState(folder: string, code: string): State | undefined {
  const file = join(folder, 'state.json')
  if (!existsSync(file)) return undefined
  const state = JSON.parse(readFileSync(file, 'utf8')) as State
  return state.code === code ? state : undefined
}

async function newState(folder: string, code: string, seed: number): Promise<State> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'secrets.json'), '{}')
  const ports = { site: await freePort(), webhooks: await freePort() }
  return { code, seed, ports, cycles: [], faults: [] }
}

/** Tries `work` up to five times, because a killed Postgres also cuts the connection of the audit. */
async function retried<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++)
    try {
      return await work()
    } catch (error) {
      if (attempt === 5) throw error
      await sleep(200)
    }
}

/** Waits until no email or webhook is waiting and every hold has ended, for at most 12 minutes. */
async function settled({ sql }: Stack, isStopped: () => boolean): Promise<void> {
  const end = performance.now() + settling
  for (let shown = ''; performance.now() < end && !isStopped(); await sleep(1000)) {
    const [left] = await retried(
      () => sql<[{ emails: number; webhooks: number; holds: number }]>`
        select
          (select count(*)::int from emails where state in ('waiting', 'sending', 'failed')) as emails,
          (select count(*)::int from webhook_deliveries where state = 'waiting') as webhooks,
          (select count(*)::int from holds where ended_at is null) as holds`,
    )
    if (left.emails + left.webhooks + left.holds === 0) return
    const text = `${left.emails} emails, ${left.webhooks} webhooks and ${left.holds} holds are left`
    if (text !== shown) console.log(text)
    shown = text
  }
}
