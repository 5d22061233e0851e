// npm run test:faults [-- part of a name] [-- --cycles=N] [-- --seed=N] [-- --again] [-- --record]
// Provokes faults under load, one scenario after another. Goes on after an interruption: what passed at this commit is
// skipped, and cycles continue on the same database in .data/faults. --record writes test/faults/RESULTS.md.
import { execFileSync, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'

import { buildIfStale } from '../../server/build-if-stale.ts'
import { runCycles } from './cycles/cycles.ts'
import { describeCycles, describeTests, type Outcome, type Report } from './report.ts'
import { type Scenario, scenarios } from './scenarios.ts'

const folder = '.data/faults'
const file = `${folder}/results.json`
const written = 'test/faults/RESULTS.md'

const args = process.argv.slice(2)
const option = (name: string) => args.find((arg) => arg.startsWith(`--${name}=`))?.split('=')[1]
const again = args.includes('--again')
const part = args.find((arg) => !arg.startsWith('--')) ?? ''
const seed = Number(option('seed')) || randomInt(2 ** 31)
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()

let stopped = false
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    stopped = true
    console.log('Stopping after this cycle. The same command goes on from there.')
  })

buildIfStale()
mkdirSync(folder, { recursive: true })
let outcomes: Outcome[] = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Outcome[]) : []
const chosen = scenarios.filter(({ name }) => name.includes(part))
for (const scenario of chosen) {
  const { name, about } = scenario
  const before = outcomes.find((one) => one.name === name)
  const cycles = scenario.kinds && (Number(option('cycles')) || scenario.cycles)
  // More cycles than last time continue where those ended.
  if (!again && before?.passed && before.commit === commit && before.cycles === cycles) {
    console.log(`${name}: passed already at ${commit}`)
    continue
  }
  if (stopped) break
  console.log(`\n── ${name}: ${about} ──`)
  const outcome = await run(scenario, cycles ?? 0)
  if (!outcome) break
  outcomes = [...outcomes.filter((other) => other.name !== name), outcome]
  writeFileSync(file, `${JSON.stringify(outcomes, null, 2)}\n`)
  for (const fault of outcome.faults) console.error(fault)
}
if (args.includes('--record')) writeFileSync(written, record())

const shown = outcomes.filter(({ name }) => chosen.some((scenario) => scenario.name === name))
console.log(
  `\n${shown.map(({ name, passed, seconds, commit: at }) => `${passed ? 'passed' : 'FAILED'}  ${name}  ${seconds} s  (${at})`).join('\n')}`,
)
process.exit(shown.length === chosen.length && shown.every(({ passed }) => passed) ? 0 : 1)

/** Undefined if it was interrupted. */
async function run(scenario: Scenario, count: number): Promise<Outcome | undefined> {
  const { name, kinds, files, env } = scenario
  const started = performance.now()
  const loadBefore = loadavg()[0] ?? 0
  let report: Report
  if (kinds) {
    const wanted = {
      commit: `${commit}${again ? ` ${seed}` : ''}`,
      count,
      kinds,
      seed,
      isStopped: () => stopped,
    }
    const state = await runCycles(`${folder}/${name}`, wanted)
    if (!state.final && state.faults.length === 0) return undefined
    report = describeCycles(state, scenario)
  } else {
    const json = `${folder}/${name}.json`
    rmSync(json, { force: true })
    const options = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${json}`]
    spawnSync('vitest', [...options, ...(files ?? [])], {
      env: { ...process.env, SEED: String(seed), LONG: 'yes', ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    if (stopped) return undefined
    report = describeTests(json)
  }
  const day = new Date().toISOString().slice(0, 10)
  const seconds = Math.round((performance.now() - started) / 1000)
  const machine = `${availableParallelism()} CPUs, load ${loadBefore.toFixed(1)} before`
  return { name, commit, day, seconds, machine, ...report }
}

/** The Markdown of the results. */
function record(): string {
  const sections = scenarios.map(({ name, about, under_way, checked }) => {
    const last = outcomes.find((one) => one.name === name)
    const ended = last
      ? `${last.passed ? 'Passed' : '**Failed**'} on ${last.day} at ${last.commit}, in ${last.seconds} s (${last.machine}).`
      : 'No record yet.'
    const lines = [
      `Under way: ${under_way}`,
      `Checked: ${checked}`,
      ...(last
        ? [ended, ...last.lines, ...last.faults.slice(0, 10).map((fault) => `Fault: ${fault}`)]
        : [ended]),
    ]
    return `## ${name}: ${about}\n\n${lines.map((line) => `- ${line}`).join('\n')}\n`
  })
  return `# Results of the tests of faults\n\nWritten by \`npm run test:faults -- --record\`: the last run of each scenario.\n\n${sections.join('\n')}`
}
