// Records the answers to visitors, staff and resellers in 50 seeded markets, between operations.
//   node test/recorded/record.ts              writes test/fixtures/recorded-answers.jsonl.gz
//   node test/recorded/record.ts --check      compares with it, and shows the first differences of each market and question
//   node test/recorded/record.ts --market 7   plays this market alone and prints its answers
//   node test/recorded/record.ts --check --market 1-10
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

import { addDays } from '../market-time.ts'
import { compareRecords, countEvents } from './compare.ts'
import { makeMarket, type Market, windowOf } from './market.ts'
import { playOperation } from './operations.ts'
import { questionsOf } from './questions.ts'
import { startServer, withOwnIds } from './site.ts'

const fixture = 'test/fixtures/recorded-answers.jsonl.gz'
const markets = 50
const steps = 36
/** All questions are asked again after so many operations. */
const stepsBetween = 12
const atOnce = 3

const { values: options } = parseArgs({
  options: { check: { type: 'boolean', default: false }, market: { type: 'string' } },
})
// The questions go to the built site.
if (!existsSync('build/server/index.js')) spawnSync('npm', ['run', 'build'], { stdio: 'inherit' })

const began = performance.now()
const [first = 1, last = options.market ? first : markets] = options.market?.split('-').map(Number) ?? []
const numbers = Array.from({ length: last - first + 1 }, (_, n) => first + n)
const server = await startServer()
const recorded = new Map<number, string[]>()
const waiting = [...numbers]
// One market is computed while Postgres works for others.
await Promise.all(
  Array.from({ length: atOnce }, async () => {
    for (let number = waiting.shift(); number !== undefined; number = waiting.shift()) {
      const market = number
      recorded.set(market, await withOwnIds(() => recordMarket(market)))
    }
  }),
)
const lines = numbers.flatMap((number) => recorded.get(number) ?? [])
await server.stop()
const text = `${lines.join('\n')}\n`
if (options.check) {
  const found = compareRecords(gunzipSync(readFileSync(fixture)).toString(), text, numbers)
  for (const line of found) console.log(line)
  console.log(found.length === 0 ? 'The answers are as recorded.' : `${found.length} differences.`)
  process.exitCode = found.length === 0 ? 0 : 1
} else if (numbers.length === markets) {
  writeFileSync(fixture, gzipSync(text, { level: 9 }))
  for (const [event, count] of countEvents(text)) console.log(String(count).padStart(6), event)
} else console.log(text)
const seconds = Math.round((performance.now() - began) / 1000)
console.error(`${lines.length} answers, ${Math.round(text.length / 1000)} kB, ${seconds} s`)
process.exit()

/** Plays a market. Returns a line of JSON for each outcome, and for each answer that differs from the one before. */
async function recordMarket(number: number): Promise<string[]> {
  // Some markets limit the bookings of one person, as a site does by default.
  const env = { LIMIT_BOOKING_EMAILS: number % 5 === 0 ? '6' : '0' }
  const site = await server.open(
    `recorded_${number}`,
    new Date(`${addDays(windowOf(number), -2)}T09:00:00Z`),
    env,
  )
  const market = await makeMarket(site, number)
  const last = new Map<string, string>()
  const lines = await askAll(market, 0, last)
  for (let step = 1; step <= steps; step++) {
    const { name, outcomes } = await playOperation(market, step)
    const shown = outcomes.map((outcome) => market.names.json(outcome)).join(',')
    lines.push(
      `{"market":${number},"step":${step},"question":"outcome","operation":"${name}","answer":[${shown}]}`,
    )
    if (step % stepsBetween === 0) lines.push(...(await askAll(market, step, last)))
  }
  if (site.errors.length > 0)
    lines.push(JSON.stringify({ market: number, step: steps, question: 'errors', answer: site.errors }))
  await site.close()
  return lines
}

async function askAll(market: Market, step: number, last: Map<string, string>): Promise<string[]> {
  const lines: string[] = []
  for (const [question, ask] of questionsOf(market)) {
    const answer = market.names.json(await ask())
    if (last.get(question) === answer) continue
    last.set(question, answer)
    lines.push(
      `{"market":${market.number},"step":${step},"question":${JSON.stringify(question)},"answer":${answer}}`,
    )
  }
  return lines
}
