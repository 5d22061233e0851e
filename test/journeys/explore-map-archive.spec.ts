import { GeoJSONVT } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'

import { inSquare } from '../../app/explore/map/still-map.ts'
import { packTiles } from '../../basemap/pmtiles.ts'
import type { Tile } from '../../basemap/tiles.ts'
import { freePort } from '../faults/site.ts'
import { watch } from './browser-watch.ts'
import { estate } from './demonstration.ts'
import { expect, type Page, test } from './journey.ts'
import { end, startProgram } from './site.ts'
import { siteFolder } from './site-database.ts'

/** Without a graphics card, the processor draws the map, which is slow. */
test.use({
  expectedErrors: [/^The background map: the archive cannot be used: no answer in 6000 ms/],
  launchOptions: {
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--no-first-run'],
  },
})

/**
 * Makes a small archive in the format of Protomaps: land everywhere, even in the Channel, and a lake around the vineyard.
 */
function makeArchive(): Buffer {
  const area = ([west, south, east, north]: [number, number, number, number]) => ({
    type: 'Polygon' as const,
    coordinates: [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ] as [number, number][],
    ],
  })
  const layers = {
    earth: { properties: { kind: 'earth' }, geometry: area([-2, 50.2, 2, 52]) },
    water: { properties: { kind: 'lake' }, geometry: area([-0.05, 50.7, 0.35, 50.95]) },
    places: {
      properties: { kind: 'locality', name: 'Made-up Town', min_zoom: 5, population_rank: 9 },
      geometry: { type: 'Point' as const, coordinates: [0, 50.41] as [number, number] },
    },
  }
  const indexes = Object.entries(layers).map(([layer, feature]) => {
    const features = [{ type: 'Feature' as const, ...feature }]
    const options = { maxZoom: 9, indexMaxZoom: 9, indexMaxPoints: 0, extent: 4096, buffer: 64 }
    return [layer, new GeoJSONVT({ type: 'FeatureCollection', features }, options)] as const
  })
  const tiles: Tile[] = []
  const [north, south] = [inSquare(-2, 52), inSquare(2, 50.2)]
  for (let z = 4; z <= 9; z++)
    for (let x = Math.floor(north.x * 2 ** z); x <= south.x * 2 ** z; x++)
      for (let y = Math.floor(north.y * 2 ** z); y <= south.y * 2 ** z; y++) {
        const found = indexes.flatMap(([layer, index]) => {
          const tile = index.getTile(z, x, y)
          return tile && tile.features.length > 0 ? [[layer, tile] as const] : []
        })
        if (found.length > 0)
          tiles.push({
            z,
            x,
            y,
            data: fromGeojsonVt(Object.fromEntries(found), { version: 2, extent: 4096 }),
          })
      }
  return packTiles(tiles).file
}

/** Serves an archive to the pages of all origins. While `hangs` is set, the server answers no request. */
async function serveArchive() {
  const file = makeArchive()
  const served = { hangs: false, address: '', requests: 0, close: () => server.close() }
  const server = createServer((request, response) => {
    served.requests++
    if (served.hangs) return
    response.setHeader('Access-Control-Allow-Origin', '*').setHeader('Access-Control-Allow-Headers', 'Range')
    if (request.method === 'OPTIONS') return void response.writeHead(204).end()
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    const [start, last] = [Number(from), Math.min(Number(to), file.length - 1)]
    response
      .writeHead(206, { 'Content-Range': `bytes ${start}-${last}/${file.length}` })
      .end(file.subarray(start, last + 1))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  served.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return served
}

let archive: Awaited<ReturnType<typeof serveArchive>>
let site: ChildProcess
let base = ''

test.beforeAll(async () => {
  archive = await serveArchive()
  const port = String(await freePort())
  base = `http://127.0.0.1:${port}`
  process.env.MAP_TILES_URL = `${archive.address}/small.pmtiles`
  site = await startProgram('server/main.ts', { base, folder: siteFolder(), port })
  delete process.env.MAP_TILES_URL
})

test.afterAll(async () => {
  await end(site)
  archive.close()
})

/** Opens the map of the vineyard, and waits until it is drawn. */
async function openMap(page: Page) {
  await page.goto(base + estate)
  await page.getByRole('button', { name: /^Open the map of/ }).click()
  await expect(page.locator('.map-box[data-state=drawn]')).toBeVisible({ timeout: 60_000 })
}

/** Returns whether the map shows land or water, in the site's colours, below the pin and near the lower right corner. */
async function readColours(page: Page) {
  const picture = sharp(await page.locator('.map-box').screenshot()).removeAlpha()
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  const at = (across: number, down: number) => {
    const start = 3 * (Math.round(info.height * down) * info.width + Math.round(info.width * across))
    return [...data.subarray(start, start + 3)]
  }
  const tokens = await page.evaluate(() =>
    ['--vine-wash', '--sky'].map((name) => {
      const pen = document.createElement('canvas').getContext('2d')
      if (!pen) return []
      pen.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(name).trim()
      pen.fillRect(0, 0, 1, 1)
      return [...pen.getImageData(0, 0, 1, 1).data.subarray(0, 3)]
    }),
  )
  const nameOf = (colour: number[]) =>
    ['land', 'water'][
      tokens.findIndex((token) => token.every((part, n) => Math.abs(part - (colour[n] ?? 0)) <= 3))
    ]
  // On a phone, names and buttons cover other parts of the map than on a wide screen.
  const corner = [at(0.93, 0.8), at(0.93, 0.7), at(0.93, 0.6), at(0.8, 0.8)].map(nameOf)
  return { belowPin: nameOf(at(0.5, 0.66)), corner: corner.find((name) => name !== undefined) }
}

test("an operator's map archive is drawn in the site's colours, and the built-in map replaces an archive that does not answer", {
  tag: '@phone',
}, async ({ page, context }) => {
  const report = await watch(context)
  await openMap(page)
  await expect.poll(() => readColours(page)).toEqual({ belowPin: 'water', corner: 'land' })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => readColours(page)).toEqual({ belowPin: 'water', corner: 'land' })
  const credit = '© OpenStreetMap contributors, GeoNames, GSHHG, uk-railway-stations and others'
  await expect(page.locator('.locator figcaption')).toHaveText(`${credit}, Protomaps`)
  // The map uses the fonts of the device and loads no pictures.
  expect(report.origins).toEqual(new Set([base, archive.address]))
  expect(report.complaints).toEqual([])

  archive.hangs = true
  await openMap(page)
  await expect.poll(() => readColours(page)).toEqual({ belowPin: 'land', corner: 'water' })
  await page.goto(`${base}/explore?search=hollowdown&view=map`)
  await expect(page.locator('.map-credit')).toHaveText(credit)
  archive.hangs = false
})
