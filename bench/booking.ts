// npm run bench:booking            under two minutes
// npm run bench:booking -- --full  more and longer rounds
import { dayOf } from '../app/platform/days.ts'
import { buildIfStale } from '../server/build-if-stale.ts'
import { fillMarket } from '../server/simulate/fill.ts'
import { compare, type Contestant } from './booking/compare.ts'
import { makeSlots } from './booking/market.ts'
import { missedAims, monthsTable, ratesTable } from './booking/aims.ts'
import { compareMonths, atFirst, settled, type Turns } from './booking/months.ts'
import { bookDirectly, rush } from './booking/target.ts'
import { startClient, startServer } from './booking/processes.ts'
import { type BenchDatabase, withDatabase } from './database.ts'
import { findPgbench, runPgbench, runStatement, singleRow, wholeBooking } from './peers/pgbench.ts'
import { makeRawSlots } from './peers/table.ts'

const full = process.argv.includes('--full')
const rounds = full ? 12 : 3
// A slot has 10,000 places: a run must end before the fastest contestant fills one.
const milliseconds = full ? 2500 : 900
/** Concurrent callers, and connections to the database: the same for all contestants. */
const callers = 64
const connections = 10
const ours = 'HTTP'

const say = (line: string) => console.log(line)

if (!process.argv.includes('--as-built')) buildIfStale()
const stops: (() => Promise<void>)[] = []
await withDatabase({ max: connections }, async (database) => {
  try {
    await run(database)
  } finally {
    for (const stop of stops) await stop()
  }
})

async function run({ sql, url, folder }: BenchDatabase) {
  const today = dayOf(new Date())
  const size = full ? { vineyards: 20_000, bookings: 200_000 } : { vineyards: 1000, bookings: 10_000 }
  await fillMarket(sql, { ...size, seed: 1, today }, () => {})
  const market = await makeSlots(sql, today)
  await makeRawSlots(sql)

  const serve = async (program: URL) => {
    const running = await startServer(program, folder, connections)
    stops.push(running.stop)
    return running.port
  }
  const real = await serve(new URL('../server/main.ts', import.meta.url))
  const client = startClient()
  stops.push(client.stop)
  const pgbench = findPgbench()

  let from = 0
  let hot = 0
  const overHttp = (port: number): Contestant['run'] => {
    // Each round has its own hot slot, so no contestant adds up or waits for another's bookings.
    const first = 30 * hot++
    return async (kind, round, time) => {
      const target = kind === 'hot' ? market.hot(first + round) : market.many
      const tally = await client.run({ port, lanes: callers, milliseconds: time, from, target })
      from += tally.done
      return tally
    }
  }
  let directly = 0
  const direct: Contestant['run'] = async (kind, round, time) => {
    const target = kind === 'hot' ? market.hot(200 + round) : market.many
    const first = directly
    const tally = await rush(callers, time, async (n) => {
      await bookDirectly(sql, target, first + n)
      return true
    })
    directly += tally.done
    return tally
  }
  const raw = (clients: number): Contestant => ({
    name: `raw ${pgbench ? 'pgbench' : 'statement (no pgbench here)'}, ${clients} connections`,
    run: (kind, round, time) => {
      const slots = kind === 'hot' ? { least: round, most: round } : { least: 0, most: 100_199 }
      return pgbench
        ? runPgbench(pgbench, url, clients, time, singleRow(slots))
        : runStatement(sql, clients, time, slots)
    },
  })
  const whole: Contestant[] = pgbench
    ? [
        {
          name: `pgbench, the whole booking, ${callers} connections`,
          run: (kind, round, time) => {
            const target = kind === 'hot' ? market.hot(230 + round) : market.many
            return runPgbench(pgbench, url, callers, time, wholeBooking(target))
          },
        },
      ]
    : []
  const lock: Contestant = {
    name: 'HTTP, sum under advisory lock',
    run: overHttp(await serve(new URL('./peers/advisory-lock.ts', import.meta.url))),
  }
  // As many connections as HTTP callers, so that contention for one row costs both the same.
  const crowd = raw(callers)
  const rates = await compare(
    [
      { name: ours, run: overHttp(real) },
      {
        name: 'HTTP, one by one',
        run: overHttp(await serve(new URL('./peers/one-by-one.ts', import.meta.url))),
      },
      lock,
      {
        name: 'HTTP, SERIALIZABLE and retries',
        run: overHttp(await serve(new URL('./peers/serializable.ts', import.meta.url))),
      },
      { name: 'one by one, no HTTP', run: direct },
      raw(connections),
      crowd,
      ...whole,
    ],
    { rounds, milliseconds, say },
  )
  say(
    `\nBookings per second: medians of ${rounds} rounds in turns; ${callers} callers, ${connections} connections, fsync on.` +
      '\n"of HTTP" is the ratio to this site (the first row).',
  )
  say(ratesTable(rates, ours))
  const server = await serve(new URL('./peers/bare-months.ts', import.meta.url))
  const monthsAfter = async (turns: Turns) => {
    const months = await compareMonths(sql, { http: real, server }, turns)
    say(
      `\nA month of slots of one experience: medians of single calls in turns, after ${turns.before} calls each`,
    )
    say(monthsTable(months))
    return months.http / months.bare
  }
  await monthsAfter(atFirst)
  const month = full ? await monthsAfter(settled) : undefined
  if (!full) say('The aim is for a process that is warm; only the long form measures that.')
  const atOne = (name: string) => rates.get(name)?.hot ?? Number.NaN
  const missed = missedAims({
    overLock: atOne(ours) / atOne(lock.name),
    ofRaw: atOne(ours) / atOne(crowd.name),
    month,
  })
  say(`\n${missed.join('\n') || 'All aims are met.'}`)
  if (missed.length > 0) process.exitCode = 1
}
