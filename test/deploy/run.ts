// `npm run test:deploy [-- container|compose|units|proxy] [--record]`: tests the image and the files in deploy/.
import { readFileSync, writeFileSync } from 'node:fs'

import { buildIfStale } from '../../server/build-if-stale.ts'
import { codeOf } from '../recorded-run.ts'
import { deployParts } from '../records.ts'
import { testCompose } from './compose.ts'
import { testContainer } from './container.ts'
import { testProxy } from './proxy.ts'
import type { Figures } from './tools.ts'
import { testUnits } from './units.ts'

const written = 'deploy/RESULTS.md'
type Part = (typeof deployParts)[number]['name']
const parts: Record<Part, () => Promise<Figures>> = {
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
for (const part of deployParts.filter(({ name }) => named.length === 0 || named.includes(name))) {
  console.log(`${part.name}:`)
  const figures = Object.entries(await parts[part.name]()).map(([what, figure]) => `- ${what}: ${figure}`)
  console.log(figures.join('\n'))
  if (args.includes('--record')) record(part, figures)
}
process.exit(0)

/** Replaces the recorded figures of one part. */
function record(part: (typeof deployParts)[number], figures: string[]): void {
  const day = new Date().toISOString().slice(0, 10)
  const section = `## ${part.name}\n\nPassed on ${day}, code ${codeOf(part)}.\n\n${figures.join('\n')}\n`
  const [head = '', ...others] = readFileSync(written, 'utf8').split(/^(?=## )/m)
  const kept = others.filter((text) => !text.startsWith(`## ${part.name}\n`)).map((text) => text.trimEnd())
  const sections = [...kept, section.trimEnd()].toSorted()
  writeFileSync(written, `${[head.trimEnd(), ...sections].join('\n\n')}\n`)
}
