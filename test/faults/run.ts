// npm run test:faults [-- parts of names] [-- --cycles=N] [-- --seed=N] [-- --again] [-- --record]
// Provokes faults under load, one scenario after another. Resumes after an interruption: skips scenarios that passed with
// the same code, and continues cycles on the same database in .data/faults. --record writes test/faults/RESULTS.md.
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'

import { buildIfStale } from '../../server/build-if-stale.ts'
import { codeOf, finish, readRun, readRuns } from '../recorded-run.ts'
import { runCycles } from './cycles/cycles.ts'
import { describeCycles, describeTests, type Outcome, type Report } from './report.ts'
import { type Scenario, scenarios } from './scenarios.ts'

const folder = '.data/faults'
const file = `${folder}/results.json`
const written = 'test/faults/RESULTS.md'

const option = (name: string) =>
  Number(process.argv.find((arg) => arg.startsWith(`--${name}=`))?.split('=')[1])
const { chosen, again, mayRecord, version, today } = readRun(scenarios)
const seed = option('seed') || randomInt(2 ** 31)

let stopped = false
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    stopped = true
    console.log('Stopping after this cycle. The same command continues from there.')
  })

buildIfStale()
mkdirSync(folder, { recursive: true })
let outcomes = readRuns<Outcome>(file)
for (const scenario of scenarios.filter(({ name }) => chosen.includes(name))) {
  const { name, about } = scenario
  const code = codeOf(scenario)
  const before = outcomes.find((one) => one.name === name)
  const cycles = scenario.kinds && (option('cycles') || scenario.cycles)
  // If more cycles are requested than last time, the run continues after the last finished cycle.
  if (!again && before?.passed && before.code === code && before.cycles === cycles) {
    console.log(`${name}: passed already with this code`)
    continue
  }
  if (stopped) break
  console.log(`\n── ${name}: ${about} ──`)
  const outcome = await run(scenario, cycles ?? 0, code)
  if (!outcome) break
  outcomes = [...outcomes.filter((other) => other.name !== name), outcome]
  writeFileSync(file, `${JSON.stringify(outcomes, null, 2)}\n`)
  for (const fault of outcome.faults) console.error(fault)
}
if (mayRecord) writeFileSync(written, record())
finish(outcomes, chosen)

/** Runs a scenario. Returns undefined if the scenario was interrupted. */
async function run(scenario: Scenario, count: number, code: string): Promise<Outcome | undefined> {
  const { name, kinds, files, env } = scenario
  const started = performance.now()
  const loadBefore = loadavg()[0] ?? 0
  let report: Report
  if (kinds) {
    const wanted = {
      code: `${code}${again ? ` ${seed}` : ''}`,
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
  const seconds = Math.round((performance.now() - started) / 1000)
  const machine = `${availableParallelism()} CPUs, load ${loadBefore.toFixed(1)} before`
  return { name, version, code, day: today(), seconds, machine, ...report }
}

/** Returns the Markdown of the results. Keeps the recorded text of scenarios that were not run. */
function record(): string {
  const before = existsSync(written) ? readFileSync(written, 'utf8').split(/^(?=## )/m) : []
  const sections = scenarios.map(({ name, about, under_way, checked }) => {
    const last = outcomes.find((one) => one.name === name)
    const kept = before.find((section) => section.startsWith(`## ${name}: `))
    if (!last && kept) return `${kept.trimEnd()}\n`
    const lines = [
      `Under way: ${under_way}`,
      `Checked: ${checked}`,
      last
        ? `${last.passed ? 'Passed' : '**Failed**'} on ${last.day}, version ${last.version}, code ${last.code}, in ${last.seconds} s (${last.machine}).`
        : 'No record yet.',
      ...(last?.lines ?? []),
      ...(last?.faults ?? []).slice(0, 10).map((fault) => `Fault: ${fault}`),
    ]
    return `## ${name}: ${about}\n\n${lines.map((line) => `- ${line}`).join('\n')}\n`
  })
  return `# Results of the tests of faults

Written by \`npm run test:faults -- --record\`: the last run of each scenario. “Code” is a hash of the files that the
scenario guards (\`test/faults/scenarios.ts\`). Older results name a commit instead.

${sections.join('\n')}`
}
