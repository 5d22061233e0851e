import { expect, test } from 'vitest'
import { archiveLayers } from './archive.ts'
import { dot, type MapColours, stationSign } from './map-style.ts'

const names = [
  'sea',
  'land',
  'paper',
  'ink',
  'soft',
  'line',
  'shore',
  'water',
  'wood',
  'park',
  'built',
  'road',
]
const colours = Object.fromEntries(names.map((name, n) => [name, `rgb(${n}, 0, 0)`])) as MapColours
const layers = archiveLayers('archive', colours)
const colourOf = (id: string, part: string) => {
  const layer = layers.find((each) => each.id === id)
  return (layer?.paint as Record<string, unknown> | undefined)?.[part]
}

test("an archive is drawn only in the site's colours", () => {
  const drawn = JSON.stringify(layers).match(/#[0-9a-f]{3,8}\b|(?:rgb|hsl)a?\([^)]*\)/gi) ?? []
  expect(drawn.length).toBeGreaterThan(80)
  expect([...new Set(drawn)].filter((colour) => !Object.values(colours).includes(colour))).toEqual([])
  expect([colourOf('earth', 'fill-color'), colourOf('water', 'fill-color')]).toEqual([
    colours.land,
    colours.sea,
  ])
  expect(colourOf('water_river', 'line-color')).toBe(colours.water)
  expect(colourOf('roads_highway', 'line-color')).toBe(colours.road)
})

test("an archive uses only the device's fonts and our own pictures", () => {
  const symbols = layers.flatMap((layer) => (layer.type === 'symbol' ? [layer.layout] : []))
  const text = JSON.stringify(symbols.map((layout) => layout?.['text-font']))
  expect(text.replaceAll('Noto Sans Devanagari Regular v1', '')).not.toContain('Noto')
  const pictures = symbols.flatMap((layout) => layout?.['icon-image'] ?? [])
  expect(pictures.filter((each) => typeof each === 'string' && each !== 'step' && each !== '')).toEqual([
    stationSign,
    dot,
  ])
})

test('the map draws stations and districts above the ground of an archive, and districts below the towns', () => {
  const ids = layers.map(({ id }) => id)
  expect(ids).not.toContain('background')
  expect(ids).not.toContain('villages')
  expect(ids.indexOf('stations')).toBeGreaterThan(ids.indexOf('roads_labels_major'))
  expect(ids.indexOf('outcodes')).toBeLessThan(ids.indexOf('places_locality'))
})
