import { expect, test } from 'vitest'
import { backdropOf } from './map-backdrop.tsx'
import { dot, drawDot, stationSign, styleOf } from './map-style.ts'

const colours = {
  sea: 'rgb(1, 2, 3)',
  land: 'rgb(4, 5, 6)',
  shore: 'rgb(7, 8, 9)',
  water: 'rgb(20, 21, 22)',
  paper: 'rgb(10, 11, 12)',
  ink: 'rgb(13, 14, 15)',
  soft: 'rgb(16, 17, 18)',
  line: 'rgb(30, 31, 32)',
  wood: 'rgb(40, 41, 42)',
  park: 'rgb(50, 51, 52)',
  built: 'rgb(60, 61, 62)',
  road: 'rgb(70, 71, 72)',
}
const theirs = { attribution: 'Somebody', attribution_url: null }

test('the built-in basemap uses only our own tiles, has no fonts or sprites, and draws land before names', () => {
  const style = styleOf(null, colours)
  if (typeof style === 'string') throw new Error('the built-in style is not a URL')
  expect(style.glyphs ?? style.sprite).toBeUndefined()
  for (const source of Object.values(style.sources))
    expect(source).toMatchObject({ type: 'vector', tiles: ['pmtiles://basemap/{z}/{x}/{y}'] })
  const sourceOf = (id: string) => style.layers.find((layer) => layer.id === id && 'source' in layer)
  expect(sourceOf('land')).toMatchObject({ source: 'land' })
  expect(sourceOf('towns')).toMatchObject({ source: 'names', layout: { 'icon-image': dot } })
  expect(JSON.stringify(style)).toContain(colours.land)
  const details = { rivers: 'river', lakes: 'lake', outcodes: 'outcode', stations: 'station' }
  for (const [id, layer] of Object.entries(details))
    expect(sourceOf(id)).toMatchObject({ 'source-layer': layer })
  expect(sourceOf('stations')).toMatchObject({ source: 'details', layout: { 'icon-image': stationSign } })
})

test('a configured style or tile server replaces the built-in basemap', () => {
  const style_url = 'https://maps.example.com/style.json'
  expect(styleOf({ ...theirs, kind: 'style', url: style_url }, colours)).toBe(style_url)
  const tiles_url = 'https://tiles.example.com/{z}/{x}/{y}.png'
  expect(styleOf({ ...theirs, kind: 'tiles', url: tiles_url }, colours)).toMatchObject({
    sources: { tiles: { type: 'raster', tiles: [tiles_url], tileSize: 256 } },
  })
})

test('the page receives the configuration of the map without its list of origins', () => {
  const backdrop = { ...theirs, kind: 'tiles' as const, url: 'https://tiles.example.com/{z}/{x}/{y}.png' }
  const origins = ['https://tiles.example.com']
  expect(backdropOf({ map: { ...backdrop, origins, asset_origins: origins } })).toEqual(backdrop)
  expect(backdropOf({ map: null })).toBeNull()
})

test("a town's dot is opaque in the centre and fades towards the corners", () => {
  const { width, height, data } = drawDot()
  const strength = (x: number, y: number) => data[(y * width + x) * 4 + 3]
  expect([width, height, strength(8, 8)]).toEqual([16, 16, 255])
  expect(strength(0, 0)).toBeLessThan(20)
})
