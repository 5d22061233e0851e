import { parse } from 'csv-parse/sync'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { kilometresToCoast } from './coast-distance.server.ts'
import { planPoster, type PosterFacts } from './plan.ts'
import { drawPoster } from './poster.ts'

const file = readFileSync('db/catalogue/vineyards.csv')
const rows: Record<string, string>[] = parse(file, { columns: true })
/** The vineyards of the catalogue in name order. The database numbers them in the same order. */
const catalogue: PosterFacts[] = rows
  .map(({ name = '', region = '', ...row }) => {
    const position = { latitude: Number(row.latitude), longitude: Number(row.longitude) }
    return { id: name, region, ...position, coast: kilometresToCoast(position) }
  })
  .sort((a, b) => (a.id.toLowerCase() < b.id.toLowerCase() ? -1 : 1))
  .map((facts, n) => ({ ...facts, turn: n + 1 }))
const drawings = catalogue.map(drawPoster)

test('the same facts give the same drawing, with valid coordinates and no ids', () => {
  for (const [n, facts] of catalogue.entries()) expect(drawPoster(facts)).toBe(drawings[n])
  for (const svg of drawings) expect(svg).not.toMatch(/NaN|undefined|Infinity| id=/)
  expect(new Set(drawings).size).toBe(catalogue.length)
})

test('posters up to six positions apart in the list differ in season, time, weather or sky', () => {
  const looks = catalogue.map((facts) => {
    const { season, time, weather, palette } = planPoster(facts)
    return [season, time, weather, palette.sky].join(' ')
  })
  for (const [n, look] of looks.entries()) expect(looks.slice(n + 1, n + 7)).not.toContain(look)
})

test('every poster shows the whole grape figure inside the picture', () => {
  for (const [n, facts] of catalogue.entries()) {
    const figure = /matrix\(([\d.]+) [\d.-]+ [\d.-]+ [\d.]+ ([\d.-]+) ([\d.-]+)\)" fill="#/.exec(
      (drawings[n] ?? '').replaceAll(/opacity="[^"]*"/g, ''),
    )
    const [, scale, x, y] = (figure ?? []).map(Number)
    expect(x, String(facts.id)).toBeGreaterThan(0)
    expect(x! + 62 * scale!, String(facts.id)).toBeLessThan(1600)
    expect(y, String(facts.id)).toBeGreaterThan(0)
  }
})

test('measures the distance to the coast', () => {
  expect(kilometresToCoast({ latitude: 50.8225, longitude: -0.1372 })).toBeLessThan(1)
  expect(kilometresToCoast({ latitude: 52.4381, longitude: -1.6497 })).toBeGreaterThan(90)
})
