// `npm run test:deploy [-- container|compose|units|proxy] [--record]`: tries what is in deploy/, and the image.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

import { buildIfStale } from '../../server/build-if-stale.ts'
import { testContainer } from './container.ts'
import { testProxy } from './proxy.ts'
import type { Figures } from './tools.ts'
import { testUnits } from './units.ts'

const parts: Record<string, () => Promise<Figures>> = { container: testContainer, units: testUnits, proxy: testProxy }

const args = process.argv.slice(2)
const named = args.filter((arg) => !arg.startsWith('--'))
const unknown = named.filter((name) => !(name in parts))
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. The parts are ${Object.keys(parts).join(', ')}.`)
  process.exit(2)
}

buildIfStale()
for (const name of named.length > 0 ? named : Object.keys(parts)) {
  console.log(`${name}:`)
  const figures = await parts[name]?.()
  console.log(figures)
}
process.exit(0)
