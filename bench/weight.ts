// npm run bench:weight            Lighthouse on six pages, once each; four minutes
// npm run bench:weight -- --full  medians of five
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { openDatabase } from '../server/database.ts'
import { startServer } from './booking/processes.ts'
import { median, table } from './booking/table.ts'
import { type Front, openFront } from './weight/front.ts'
import { type Look, look } from './weight/look.ts'
import { type Looked, pagesOf } from './weight/pages.ts'

const rounds = Number(process.env.WEIGHT_ROUNDS ?? (process.argv.includes('--full') ? 5 : 1))
const only = process.env.WEIGHT_PAGE ?? ''
const most = { slower: 1.6, tbt: 50, cls: 0, scripts: 120_000 }
const say = (line: string) => console.log(line)
let met = true

const folder = await mkdtemp(join(tmpdir(), 'bench-weight-'))
const [whole, bare] = [await openFront('kept'), await openFront('removed')]
const site = await startServer(new URL('../server/main.ts', import.meta.url), folder, 4, {
  CATALOGUE: 'both',
  SITE_URL: whole.base,
  CONTACT_EMAIL: 'hello@example.com',
})
const database = await openDatabase({ data_folder: folder })
try {
  for (const front of [whole, bare]) front.aim(site.port)
  const pages = await pagesOf(database.url)
  await weigh(pages.filter(({ name }) => name.startsWith(only)))
} finally {
  // Closes all of them first: removing a folder in use would fail and hide the error.
  await database.close()
  await site.stop()
  for (const front of [whole, bare]) front.close()
  await rm(folder, { recursive: true, force: true })
}
if (!met) process.exitCode = 1

async function weigh(pages: Looked[]) {
  const rows = [
    [
      '',
      'performance',
      'accessibility',
      'practices',
      'SEO',
      'LCP ms',
      'of bare',
      'TBT ms',
      'CLS',
      'scripts kB',
      'others',
    ],
  ]
  const complaints: string[] = []
  const machines: number[] = []
  for (const page of pages) {
    const seen = await lookInTurns(page)
    const of = (what: 'lcp' | 'tbt' | 'cls') => median(seen.map(({ ours }) => ours[what]))
    const scripts = median(seen.map((one) => one.scripts))
    const score = (category: string) => median(seen.map(({ ours }) => ours.scores[category] ?? Number.NaN))
    const slower = of('lcp') / median(seen.map(({ plain }) => plain.lcp))
    machines.push(...seen.map(({ ours }) => ours.machine))
    const foreign = new Set(seen.flatMap(({ ours }) => ours.foreign))
    const scores = ['performance', 'accessibility', 'best-practices', ...(page.open ? ['seo'] : [])]
    const isGood =
      scores.every((category) => score(category) === 100) &&
      slower <= most.slower &&
      of('tbt') <= most.tbt &&
      of('cls') <= most.cls &&
      scripts <= most.scripts &&
      foreign.size === 0
    if (!isGood) met = false
    rows.push([
      page.name,
      ...['performance', 'accessibility', 'best-practices'].map((category) => score(category).toFixed(0)),
      page.open ? score('seo').toFixed(0) : '–',
      of('lcp').toFixed(0),
      `${slower.toFixed(2)} ×`,
      of('tbt').toFixed(0),
      of('cls').toFixed(3),
      (scripts / 1000).toFixed(0),
      String(foreign.size),
    ])
    const faults = new Set(seen.flatMap(({ ours }) => ours.faults))
    for (const fault of [...faults, ...foreign]) complaints.push(`${page.name}: ${fault}`)
  }
  say(
    `\nA mid-range phone over slow 4G, simulated by Lighthouse; medians of ${rounds}. "of bare" is the ratio to the same page without` +
      `\nscripts, measured in turns. Aims: 100 each, at most ${most.slower} ×, TBT ${most.tbt} ms, CLS ${most.cls}, ${most.scripts / 1000} kB, no requests to other sites.`,
  )
  say(table(rows))
  say(
    `\nLighthouse's benchmark of this machine: ${median(machines).toFixed(0)} (${Math.min(...machines).toFixed(0)} to ${Math.max(...machines).toFixed(0)}). It expects 1500 to 2000 and slows each task down four times to` +
      '\nsimulate a phone. Below 1500 it recommends two times; the figures above use four.',
  )
  if (complaints.length > 0) say(`\nWhat costs points:\n${complaints.map((line) => `  ${line}`).join('\n')}`)
}

type Pair = { ours: Look; plain: Look; scripts: number }

async function lookInTurns({ path, open }: Looked): Promise<Pair[]> {
  const looks: Pair[] = []
  const categories = ['performance', 'accessibility', 'best-practices', ...(open ? ['seo'] : [])]
  const at = (front: Front, ofWhat: string[]) => look(front.base + path, ofWhat)
  // Renders the page once, so that it is cached as for most visitors.
  for (const front of [whole, bare]) await (await fetch(front.base + path)).text()
  for (let round = 0; round < rounds; round++) {
    whole.scripts()
    const ours = await at(whole, categories)
    const scripts = whole.scripts()
    looks.push({ ours, plain: await at(bare, ['performance']), scripts })
  }
  return looks
}
