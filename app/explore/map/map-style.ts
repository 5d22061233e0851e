import type { ExpressionSpecification, StyleSpecification, VectorSourceSpecification } from 'maplibre-gl'
import type { Backdrop } from './map-backdrop.tsx'
import { labelledFrom, leastPopulation, tileZooms } from './tile-levels.ts'

/** The names of the CSS custom properties with the map's colours */
const tokens = { sea: '--sky', land: '--vine-wash', paper: '--paper', ink: '--ink', soft: '--ink-soft' }
type Colours = Record<keyof typeof tokens | 'shore', string>

/** Returns the page's current colours, light or dark, as rgb() for MapLibre, which does not read oklch(). */
export function readColours(): Colours {
  const styles = getComputedStyle(document.documentElement)
  const token = (name: string) => styles.getPropertyValue(name).trim()
  const shore = `color-mix(in oklch, ${token('--far')} 70%, ${token('--ink-soft')})`
  const names = Object.keys(tokens) as (keyof typeof tokens)[]
  const wanted = [...names.map((name) => token(tokens[name])), shore]

  const canvas = document.createElement('canvas')
  canvas.width = wanted.length
  canvas.height = 1
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  wanted.forEach((colour, n) => {
    if (pen) pen.fillStyle = colour
    pen?.fillRect(n, 0, 1, 1)
  })
  // Reads all colours at once: on a phone, reading one pixel takes as long as reading all of them.
  const pixels = pen?.getImageData(0, 0, wanted.length, 1).data
  const read = [...names, 'shore'].map((name, n) => {
    const [red, green, blue] = pixels?.subarray(4 * n, 4 * n + 3) ?? [136, 136, 136]
    return [name, `rgb(${red}, ${green}, ${blue})`]
  })
  return Object.fromEntries(read)
}

/** The image of a town's dot, a signed distance field that the style colours: 8 pixels wide for a million people */
export const dot = 'dot'
export function drawDot() {
  const width = 16
  const data = new Uint8ClampedArray(width * width * 4)
  for (let i = 0; i < width * width; i++) {
    const distance = Math.hypot((i % width) + 0.5 - width / 2, Math.floor(i / width) + 0.5 - width / 2)
    // The value 191 marks the edge of the dot.
    data[i * 4 + 3] = 191 + (width / 2 - 3 - distance) * 32
  }
  return { width, height: width, data }
}

/** Returns the configured style or tiles, else the built-in basemap, which loads nothing from other hosts. */
export function styleOf(backdrop: Backdrop | null, colours: Colours): StyleSpecification | string {
  if (backdrop?.style_url) return backdrop.style_url
  if (backdrop?.tiles_url) return tileStyle(backdrop.tiles_url, colours)
  return builtInStyle(colours)
}

function tileStyle(url: string, { sea }: Colours): StyleSpecification {
  return {
    version: 8,
    sources: { tiles: { type: 'raster', tiles: [url], tileSize: 256 } },
    layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': sea } },
      { id: 'tiles', type: 'raster', source: 'tiles' },
    ],
  }
}

/** The least population of a labelled town, by zoom */
const peopleAt: ExpressionSpecification = [
  'step',
  ['zoom'],
  leastPopulation(0),
  ...labelledFrom.slice(1).flat(),
]

/** The address of the built-in tiles. The protocol that `addProtocol` adds to the map answers it. */
const tilesUrl = 'pmtiles://basemap/{z}/{x}/{y}'

function builtInStyle({ land, shore, paper, ink, soft }: Colours): StyleSpecification {
  const halo = { 'text-halo-color': land, 'text-halo-width': 1.6, 'text-halo-blur': 0.4 }
  const tiles: VectorSourceSpecification = {
    type: 'vector',
    tiles: [tilesUrl],
    minzoom: tileZooms.least,
    maxzoom: tileZooms.most,
  }
  const [source, ofNames] = ['land', 'names']
  return {
    version: 8,
    // A tile appears once all its layers are drawn. Names take longest on a phone, so they have their own source.
    sources: { land: tiles, names: tiles },
    // The sea needs no layer: the box has its colour, and the outline shows through until the tiles have loaded.
    layers: [
      { id: 'land', type: 'fill', source, 'source-layer': 'land', paint: { 'fill-color': land } },
      {
        id: 'shore',
        type: 'line',
        source,
        'source-layer': 'land',
        layout: { 'line-join': 'round' },
        paint: { 'line-color': shore, 'line-width': ['interpolate', ['linear'], ['zoom'], 4, 0.6, 10, 1.4] },
      },
      {
        id: 'borders',
        type: 'line',
        source,
        'source-layer': 'border',
        layout: { 'line-join': 'round' },
        paint: { 'line-color': soft, 'line-width': 1, 'line-opacity': 0.6, 'line-dasharray': [4, 3] },
      },
      {
        id: 'seas',
        type: 'symbol',
        source: ofNames,
        'source-layer': 'sea',
        maxzoom: 8,
        layout: {
          'text-field': ['get', 'name'],
          'text-font': ['Besley', 'Georgia', 'serif'],
          'text-size': 13,
          'text-letter-spacing': 0.12,
          'text-max-width': 6,
        },
        paint: { 'text-color': soft, 'text-opacity': 0.85 },
      },
      {
        id: 'towns',
        type: 'symbol',
        source: ofNames,
        'source-layer': 'town',
        filter: ['>=', ['get', 'people'], peopleAt],
        layout: {
          'icon-image': dot,
          'icon-size': ['interpolate', ['linear'], ['get', 'people'], 3000, 0.5, 200_000, 0.75, 1_000_000, 1],
          'text-field': ['get', 'name'],
          'text-font': ['system-ui', 'sans-serif'],
          'text-size': ['interpolate', ['linear'], ['get', 'people'], 3000, 12, 150_000, 13, 1_000_000, 15.5],
          'text-variable-anchor': ['left', 'right', 'top', 'bottom'],
          'text-radial-offset': 0.55,
          'text-justify': 'auto',
          'symbol-sort-key': ['-', 0, ['get', 'people']],
          'text-padding': 4,
        },
        paint: { 'text-color': ink, 'icon-color': soft, ...halo },
      },
      {
        id: 'nations',
        type: 'symbol',
        source: ofNames,
        'source-layer': 'nation',
        maxzoom: 7.5,
        layout: {
          'text-field': ['get', 'name'],
          'text-font': ['Besley', 'Georgia', 'serif'],
          'text-size': ['interpolate', ['linear'], ['zoom'], 4, 13, 7, 20],
          'text-letter-spacing': 0.08,
          'text-max-width': 7,
        },
        paint: { 'text-color': soft, 'text-halo-color': paper, 'text-halo-width': 1, 'text-opacity': 0.9 },
      },
    ],
  }
}
