// npm run bench:map            presses Map on a throttled phone, then drags a map of 20,000 vineyards and measures long tasks
// npm run bench:map -- --full  nine rounds at each zoom instead of one, and nine presses instead of three
import { type Browser, chromium } from '@playwright/test'

import { startServer } from './booking/processes.ts'
import { median } from './booking/table.ts'
import { withDatabase } from './database.ts'
import { dragAbout, type Dragged } from './map/drag.ts'
import { type FirstLand, pressMap } from './map/first-land.ts'
import { scatterVineyards } from './map/scatter.ts'

const vineyards = 20_000
const longestTask = 50
const mostMarkers = 200
// Without a graphics card a frame takes 200 ms, and a round a minute.
const rounds = process.argv.includes('--full') ? 9 : 1
const presses = process.argv.includes('--full') ? 9 : 3
const [slowestLand, mostBytes] = [1000, 350_000]
const server = new URL('../server/main.ts', import.meta.url)
const say = (line: string) => console.log(line)

await withDatabase({ max: 2 }, async ({ folder }) => {
  const { port, stop } = await startServer(server, folder, 4, { CATALOGUE: 'both' })
  if (!(await press(`http://127.0.0.1:${port}`))) process.exitCode = 1
  await stop()
})

await withDatabase({ max: 2 }, async ({ sql, folder }) => {
  await scatterVineyards(sql, vineyards)
  const { port, stop } = await startServer(server, folder, 4)
  if (!(await drag(`http://127.0.0.1:${port}/explore?view=map`))) process.exitCode = 1
  await stop()
})

function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    // Without a graphics card drawing is slower than on any phone.
    args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--no-first-run'],
  })
}

/** Presses Map with nothing in the browser's cache, then several times with the map's code there. */
async function press(origin: string): Promise<boolean> {
  const browser = await openBrowser()
  const { seen: cold, code } = await pressMap(browser, origin, [])
  say(`From pressing Map, nothing cached: ${sayFirst(cold)}`)
  const warm: FirstLand[] = []
  for (let n = 0; n < presses; n++) warm.push((await pressMap(browser, origin, code)).seen)
  await browser.close()
  const of = (what: keyof FirstLand) => median(warm.map((seen) => seen[what]))
  const [land, towns, pins, live, bytes] = [of('land'), of('towns'), of('pins'), of('live'), of('bytes')]
  say(`With the map's code there, median of ${presses}: ${sayFirst({ land, towns, pins, live, bytes })}`)
  say(`Aims: land, towns and pins within ${slowestLand} ms, at most ${mostBytes / 1000} kB\n`)
  return Math.max(land, towns, pins) <= slowestLand && bytes <= mostBytes
}

function sayFirst({ land, towns, pins, live, bytes }: FirstLand): string {
  return `land ${land} ms, towns ${towns} ms, pins ${pins} ms, MapLibre's own land and towns ${live} ms, ${(bytes / 1000).toFixed(0)} kB of data`
}

async function drag(address: string): Promise<boolean> {
  const browser = await openBrowser()
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  const all: Dragged[] = []
  for (const zoomIns of [0, 2, 4]) {
    for (let round = 0; round < rounds; round++) all.push(await dragAbout(browser, page, address, zoomIns))
    const of = all.slice(-rounds)
    say(`${zoomIns} zooms in, ${rounds === 1 ? '1 round' : `${rounds} rounds`}: ${describe(of)}`)
  }
  await browser.close()
  const worst = Math.max(...all.map(({ work }) => work))
  const markers = Math.max(...all.map(({ markers }) => markers))
  const queries = Math.max(...all.map(({ queries }) => queries))
  say(`\nLongest task while dragging: ${worst.toFixed(1)} ms of processor time (at most ${longestTask})`)
  say(`Most markers at once: ${markers} (at most ${mostMarkers})`)
  say(`Requests while dragging: ${queries} (at most one per move)`)
  return worst <= longestTask && markers <= mostMarkers && queries === 0
}

function describe(of: Dragged[]): string {
  const long = of.flatMap(({ long }) => long)
  const onWall = long.length > 0 ? ` (${long.map(Math.round).join(', ')})` : ''
  return [
    `longest task ${Math.max(...of.map(({ work }) => work)).toFixed(1)} ms of processor time`,
    `${long.length} over ${longestTask} ms of wall clock${onWall}`,
    `frames every ${median(of.map(({ frame }) => frame)).toFixed(1)} ms`,
    `up to ${Math.max(...of.map(({ markers }) => markers))} markers`,
    `${median(of.map(({ ready }) => ready))} ms until the first pins`,
  ].join('; ')
}
