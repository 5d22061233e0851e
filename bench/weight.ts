// npm run bench -- weight            measures seven pages with Lighthouse, three times each, in ten minutes
// npm run bench -- weight --short    measures the home page once
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { openDatabase } from '../server/database.ts'
import { conclude, isShort, judge, median, say, table } from './figures.ts'
import { startProcess } from './processes.ts'
import { type Front, openFront } from './weight/front.ts'
import { type Look, look, timeUntilPins } from './weight/look.ts'
import { type BenchPage, pagesOf } from './weight/pages.ts'

const rounds = isShort ? 1 : 3
const most = { slower: 1.6, tbt: 50, cls: 0, scripts: 120_000 }
/** The most bytes that a phone's first visit may load, and the most milliseconds until the largest part is painted. */
const limits: Record<string, { bytes?: number; lcp?: number }> = {
  home: { bytes: 1_000_000, lcp: 1000 },
  explore: { bytes: 1_000_000, lcp: 1200 },
  map: { bytes: 2_000_000 },
  vineyard: { lcp: 1200 },
}

const folder = await mkdtemp(join(tmpdir(), 'bench-weight-'))
const [whole, bare] = [await openFront('kept'), await openFront('removed')]
const site = await startProcess('server/main.ts', folder, {
  CATALOGUE: 'both',
  SITE_URL: whole.base,
  CONTACT_EMAIL: 'hello@example.com',
})
const database = await openDatabase({ data_folder: folder })
try {
  for (const front of [whole, bare]) front.aim(site.port)
  const pages = await pagesOf(database.url)
  await weigh(isShort ? pages.slice(0, 1) : pages)
  await measurePins()
} finally {
  // Closes everything before it removes the folder: removing a folder in use would fail, and hide the original error.
  await database.close()
  await site.stop()
  for (const front of [whole, bare]) front.close()
  await rm(folder, { recursive: true, force: true })
}
conclude()

/** Measures how soon a map of all vineyards has pins. */
async function measurePins() {
  const times: number[] = []
  for (let round = 0; round < rounds; round++)
    times.push(await timeUntilPins(`${whole.base}/explore?view=map`))
  const verdict = judge('the pins of the map', median(times), { most: 1000 })
  say(
    `\nThe map's first pins came ${median(times).toFixed(0)} ms after the navigation, without a slow line or a slow processor` +
      `\n(aim: at most 1000, ${verdict}; median of ${rounds}).`,
  )
}

async function weigh(pages: BenchPage[]) {
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
      'kB in all',
      'others',
    ],
  ]
  const complaints: string[] = []
  const machines: number[] = []
  for (const page of pages) {
    const seen = await measureInTurns(page)
    const of = (what: 'lcp' | 'tbt' | 'cls') => median(seen.map(({ ours }) => ours[what]))
    const scripts = median(seen.map((one) => one.scripts))
    const bytes = median(seen.map((one) => one.all))
    const { bytes: mostBytes, lcp: mostLcp } = limits[page.name] ?? {}
    const score = (category: string) => median(seen.map(({ ours }) => ours.scores[category] ?? Number.NaN))
    const slower = of('lcp') / median(seen.map(({ plain }) => plain.lcp))
    machines.push(...seen.map(({ ours }) => ours.machine))
    const foreign = new Set(seen.flatMap(({ ours }) => ours.foreign))
    const scores = ['performance', 'accessibility', 'best-practices', ...(page.open ? ['seo'] : [])]
    for (const category of scores) judge(`${page.name}: ${category}`, score(category), { least: 100 })
    judge(`${page.name}: largest paint compared with the page without scripts`, slower, { most: most.slower })
    judge(`${page.name}: blocking time`, of('tbt'), { most: most.tbt })
    judge(`${page.name}: layout shift`, of('cls'), { most: most.cls })
    judge(`${page.name}: scripts`, scripts, { most: most.scripts })
    if (mostBytes) judge(`${page.name}: bytes of a first visit`, bytes, { most: mostBytes })
    if (mostLcp) judge(`${page.name}: largest paint in ms`, of('lcp'), { most: mostLcp })
    judge(`${page.name}: requests to other sites`, foreign.size, { most: 0 })
    rows.push([
      page.name,
      ...['performance', 'accessibility', 'best-practices'].map((category) => score(category).toFixed(0)),
      page.open ? score('seo').toFixed(0) : '–',
      of('lcp').toFixed(0),
      `${slower.toFixed(2)} ×`,
      of('tbt').toFixed(0),
      of('cls').toFixed(3),
      (scripts / 1000).toFixed(0),
      (bytes / 1000).toFixed(0),
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
  if (complaints.length > 0)
    say(`\nFaults that cost points:\n${complaints.map((line) => `  ${line}`).join('\n')}`)
}

type Pair = { ours: Look; plain: Look; scripts: number; all: number }

async function measureInTurns({ path, open }: BenchPage): Promise<Pair[]> {
  const looks: Pair[] = []
  const categories = ['performance', 'accessibility', 'best-practices', ...(open ? ['seo'] : [])]
  const at = (front: Front, ofWhat: string[]) => look(front.base + path, ofWhat)
  // Renders the page once, because for most visitors it is already cached.
  for (const front of [whole, bare]) await (await fetch(front.base + path)).text()
  for (let round = 0; round < rounds; round++) {
    whole.bytes()
    const ours = await at(whole, categories)
    looks.push({ ours, plain: await at(bare, ['performance']), ...whole.bytes() })
  }
  return looks
}
