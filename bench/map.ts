// npm run bench:map            drags a map of 20,000 vineyards in a real browser and measures long tasks
// npm run bench:map -- --full  nine rounds at each zoom instead of one
import { chromium } from '@playwright/test'

import { startServer } from './booking/processes.ts'
import { withDatabase } from './database.ts'
import { dragAbout, type Dragged } from './map/drag.ts'
import { scatterVineyards } from './map/scatter.ts'

const vineyards = 20_000
const longestTask = 50
const mostMarkers = 200
// Without a graphics card a frame takes 200 ms, and a round a minute.
const rounds = process.argv.includes('--full') ? 9 : 1
const say = (line: string) => console.log(line)

await withDatabase({ max: 2 }, async ({ sql, folder }) => {
  await scatterVineyards(sql, vineyards)
  const { port, stop } = await startServer(new URL('../server/main.ts', import.meta.url), folder, 4)
  if (!(await drag(`http://127.0.0.1:${port}/explore?view=map`))) process.exitCode = 1
  await stop()
})

async function drag(address: string): Promise<boolean> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    // Without a graphics card drawing is slower than on any phone.
    args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--no-first-run'],
  })
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
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
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
