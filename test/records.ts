import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

import { scenarios } from './faults/scenarios.ts'
import { forms } from './long/forms.ts'
import { codeOf, type Guard, isGuarded } from './recorded-run.ts'

/** The parts of `npm run test:deploy`. */
export const deployParts = [
  {
    name: 'compose',
    guards: ['compose.yaml', 'deploy/backup.sh', 'docs/guide/run/containers.md', 'test/deploy'],
  },
  {
    name: 'container',
    guards: ['Dockerfile', '.dockerignore', 'package.json', 'server', 'clone-packages', 'test/deploy'],
  },
  { name: 'proxy', guards: ['deploy/Caddyfile', 'app/platform/http', 'server', 'test/deploy'] },
  { name: 'units', guards: ['deploy/systemd', 'server', 'test/deploy'] },
] as const satisfies Guard[]

export const monitoring: Guard = {
  name: 'monitoring',
  guards: [
    'app/platform/metrics.server.ts',
    'app/operations',
    'deploy/monitoring',
    'server/worker-metrics.ts',
    'test/monitoring',
  ],
}

/** The benches of `npm run bench`. */
export const benches = [
  { name: 'scale', guards: ['app', 'bench/scale.ts', 'bench/scale', 'db', 'server'] },
  { name: 'first', guards: ['bench/first.ts', 'db/catalogue', 'package.json', 'server', 'clone-packages'] },
  {
    name: 'weight',
    guards: ['app/routes/public', 'app/ui', 'bench/weight.ts', 'bench/weight', 'vite.config.ts'],
  },
] as const satisfies Guard[]

/** A file of records. `textOf` returns the part of the file about a test. */
type Records = {
  file: string
  command: string
  tests: readonly Guard[]
  textOf: (text: string, name: string) => string | undefined
}

const sectionThat = (text: string, is: (section: string) => boolean) => text.split(/^(?=## )/m).find(is)
const recordFiles: Records[] = [
  {
    file: 'test/long/RESULTS.md',
    command: 'npm run test:long',
    tests: forms,
    textOf: (text, name) => text.split('\n').find((line) => line.startsWith(`- \`${name}\`, `)),
  },
  {
    file: 'test/faults/RESULTS.md',
    command: 'npm run test:faults',
    tests: scenarios,
    textOf: (text, name) => sectionThat(text, (section) => section.startsWith(`## ${name}: `)),
  },
  {
    file: 'deploy/RESULTS.md',
    command: 'npm run test:deploy',
    tests: deployParts,
    textOf: (text, name) => sectionThat(text, (section) => section.startsWith(`## ${name}\n`)),
  },
  {
    file: 'deploy/monitoring/RESULTS.md',
    command: 'npm run test:monitoring',
    tests: [monitoring],
    textOf: (text) => text,
  },
  {
    file: 'bench/RESULTS.md',
    command: 'npm run bench',
    tests: benches,
    textOf: (text, name) => sectionThat(text, (section) => section.includes(`\`npm run bench -- ${name}\``)),
  },
]

/** The record of a test in a file. The record names `code`, a hash of the measured files, or a `commit`. */
export type Recorded = {
  file: string
  command: string
  test: Guard
  state: 'passed' | 'failed' | 'missing'
  day?: string
  code?: string
  commit?: string
  /** A bench that was measured in its short form, whose figures mean nothing. */
  isShort?: true
}

/** Returns the state, the day, the code or commit, and the short form that the text of a record names. */
export function readRecord(
  text: string | undefined,
): Pick<Recorded, 'state' | 'day' | 'code' | 'commit' | 'isShort'> {
  const stamp = /\b(\d{4}-\d\d-\d\d)(?:, version [\d.]+)?(?:, code | at )([0-9a-f]{7,40})\b/.exec(text ?? '')
  if (text === undefined || /no record yet/i.test(text)) return { state: 'missing' }
  const state = /\*\*failed\*\*|^- FAILED|^Missed: |not all aims met/im.test(text) ? 'failed' : 'passed'
  const [whole = '', day, hash] = stamp ?? []
  if (!day || !hash) return { state }
  const isShort = /^`npm run bench\b.*, short form,/m.test(text) && ({ isShort: true } as const)
  return { state, day, ...(whole.includes('code') ? { code: hash } : { commit: hash }), ...isShort }
}

export function readRecords(): Recorded[] {
  return recordFiles.flatMap(({ file, command, tests, textOf }) => {
    const text = readFileSync(file, 'utf8')
    return tests.map((test) => ({ file, command, test, ...readRecord(textOf(text, test.name)) }))
  })
}

const git = (...args: string[]) => spawnSync('git', args, { encoding: 'utf8', maxBuffer: 1024 ** 3 })

/** Returns a sentence if this folder has no history in which to look up the commits of records. Otherwise returns null. */
export function whyNoHistory(answer = git('rev-parse', '--is-shallow-repository').stdout): string | null {
  if (answer.trim() === 'false') return null
  return 'The git history is missing, so the commits of records are not checked. In a shallow clone, run git fetch --unshallow.'
}

/** Returns a sentence for each record without a hash of the code, unless the record names a commit in the history. */
export function findUnfounded(records: Recorded[]): string[] {
  const isHere = (commit: string) => git('merge-base', '--is-ancestor', commit, 'HEAD').status === 0
  const known = new Map<string, boolean>()
  return records.flatMap(({ file, test, state, code, commit }) => {
    if (state === 'missing' || code) return []
    if (!commit) return [`${file}: ${test.name} names no commit and no code`]
    if (whyNoHistory() !== null) return []
    if (!known.has(commit)) known.set(commit, isHere(commit))
    return known.get(commit) ? [] : [`${file}: ${test.name} names ${commit}, which is not in the history`]
  })
}

/** Returns whether a record is of the short form, or the files that the test measures have changed since the record. */
export function isOld({ test, code, commit, isShort }: Recorded): boolean {
  if (isShort) return true
  if (code) return code !== codeOf(test)
  const { status, stdout } = git('diff', '--name-only', commit ?? '')
  return status !== 0 || stdout.split('\n').some((file) => isGuarded(file, test))
}

/** Prints each record that failed, is missing or is older than its files, with the command that renews it. */
export function printStatus(): void {
  const records = readRecords()
  const why = whyNoHistory()
  if (why) console.log(why)
  const lines = records.flatMap((record) => {
    const { state, command, test, day } = record
    const problem = state !== 'passed' ? state : isOld(record) ? 'old' : null
    const argument = test.name === 'monitoring' ? '' : ` -- ${test.name}`
    return problem ? [`${problem.padEnd(7)}  ${command}${argument}${day ? `  (${day})` : ''}`] : []
  })
  console.log(lines.join('\n'))
  console.log(
    `${records.length - lines.length} of ${records.length} records passed and match the files that they measure.`,
  )
}
