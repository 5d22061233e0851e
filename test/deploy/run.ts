// `npm run test:deploy [-- container|compose|units|proxy] [--record]`: tests the image and the files in deploy/.
import { readFileSync, writeFileSync } from 'node:fs'

import { buildIfStale } from '../../server/build-if-stale.ts'
import { testCompose } from './compose.ts'
import { testContainer } from './container.ts'
import { testProxy } from './proxy.ts'
import { type Figures, run } from './tools.ts'
import { testUnits } from './units.ts'

const written = 'deploy/RESULTS.md'
const parts: Record<string, () => Promise<Figures>> = {
  units: testUnits,
  compose: testCompose,
  proxy: testProxy,
  container: testContainer,
}

const args = process.argv.slice(2)
const named = args.filter((arg) => !arg.startsWith('--'))
const unknown = named.filter((name) => !(name in parts))
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. The parts are ${Object.keys(parts).join(', ')}.`)
  process.exit(2)
}

buildIfStale()
for (const [name, test] of Object.entries(parts).filter(
  ([name]) => named.length === 0 || named.includes(name),
)) {
  console.log(`${name}:`)
  const figures = Object.entries(await test()).map(([what, figure]) => `- ${what}: ${figure}`)
  console.log(figures.join('\n'))
  if (args.includes('--record')) record(name, figures)
}
process.exit(0)

/** Replaces the figures of one part. */
function record(name: string, figures: string[]): void {
  const day = new Date().toISOString().slice(0, 10)
  const commit = run('git', ['rev-parse', '--short', 'HEAD'])
  const section = `## ${name}\n\nPassed on ${day} at ${commit}.\n\n${figures.join('\n')}\n`
  const [head = '', ...others] = readFileSync(written, 'utf8').split(/^(?=## )/m)
  const kept = others.filter((text) => !text.startsWith(`## ${name}\n`)).map((text) => text.trimEnd())
  const sections = [...kept, section.trimEnd()].toSorted()
  writeFileSync(written, `${[head.trimEnd(), ...sections].join('\n\n')}\n`)
}
