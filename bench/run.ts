// npm run bench [-- scale|first|weight]   runs one bench or all; exits with 1 if an aim is missed, and writes bench/RESULTS.md
// npm run bench -- --short                shows in minutes that the benches work, and writes nothing
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'

import { buildIfStale } from '../server/build-if-stale.ts'
import { codeOf } from '../test/recorded-run.ts'
import { benches } from '../test/records.ts'
import { machineOf } from './machine.ts'

type Bench = (typeof benches)[number]['name']
/** The titles of the benches in the results. */
const titles: Record<Bench, string> = {
  scale: 'The market that we design for: answers, a cached page, start and memory',
  first: 'The first start of a clone, and the size of its packages',
  weight: 'Visitors’ pages on a phone, compared with the same pages without scripts',
}

const file = 'bench/RESULTS.md'
const args = process.argv.slice(2)
const isShort = args.includes('--short')
const part = args.find((arg) => !arg.startsWith('--')) ?? ''
const chosen = benches.filter(({ name }) => name.includes(part))
if (chosen.length === 0) throw new Error(`There is no bench ${part}.`)

buildIfStale()
const sections = existsSync(file) ? readSections(readFileSync(file, 'utf8')) : new Map<string, string>()
for (const bench of chosen) {
  const { name } = bench
  console.log(`\n── ${name}: ${titles[name]} ──`)
  const load = loadavg()[0] ?? 0
  const began = performance.now()
  const { output, status } = await run(name)
  const seconds = Math.round((performance.now() - began) / 1000)
  if (status !== 0) process.exitCode = 1
  const day = new Date().toISOString().slice(0, 10)
  sections.set(
    titles[name],
    `## ${titles[name]}\n\n\`npm run bench -- ${name}\`, ${day}, code ${codeOf(bench)}, ${seconds} s, load at the start ` +
      `${load.toFixed(1)}.\n\n\`\`\`text\n${output.trim()}\n\`\`\``,
  )
  if (!isShort) await writeResults()
}

async function writeResults(): Promise<void> {
  const machine = (await machineOf()).map((line) => `- ${line}`).join('\n')
  const parts = Object.values(titles).flatMap((title) => sections.get(title) ?? [])
  writeFileSync(
    file,
    `# Bench results

Written by \`npm run bench\`. Both sides of a ratio were measured in turns in one run. Other figures vary with the machine
and its load: a load above the number of processors means that other work was running.

${machine}

${parts.join('\n\n')}
`,
  )
}

/** Returns the sections of the file by title. */
function readSections(text: string): Map<string, string> {
  const parts = text.trimEnd().split(/\n\n(?=## )/)
  return new Map(parts.slice(1).map((part) => [part.slice(3, part.indexOf('\n')), part]))
}

async function run(name: Bench): Promise<{ output: string; status: number | null }> {
  const child = spawn(process.execPath, [`bench/${name}.ts`, ...(isShort ? ['--short'] : [])], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    process.stdout.write(text)
  })
  const [status] = (await once(child, 'close')) as [number | null]
  return { output, status }
}
