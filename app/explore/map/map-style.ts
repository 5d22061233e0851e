import type {
  ExpressionSpecification,
  StyleSpecification,
  SymbolLayerSpecification,
  VectorSourceSpecification,
} from 'maplibre-gl'
import type { Backdrop } from './map-backdrop.tsx'
import { detailZoom, labelledFrom, leastPopulation, tileZooms } from './map-zooms.ts'

/** The names of the CSS custom properties with the map's colours */
const tokens = {
  sea: '--sky',
  land: '--vine-wash',
  paper: '--paper',
  ink: '--ink',
  soft: '--ink-soft',
  line: '--line',
}
/** Colours that are mixed from two tokens: the first token, its share in per cent, and the second token */
const mixed = {
  shore: ['--far', 70, '--ink-soft'],
  water: ['--sky', 80, '--you'],
  wood: ['--vine-wash', 72, '--turf'],
  park: ['--vine-wash', 88, '--turf'],
  built: ['--vine-wash', 50, '--sunken'],
  road: ['--paper', 80, '--straw'],
} as const
export type MapColours = Record<keyof typeof tokens | keyof typeof mixed, string>

/** Returns the page's current colours, light or dark, as rgb() for MapLibre, which does not read oklch(). */
export function readColours(): MapColours {
  const styles = getComputedStyle(document.documentElement)
  const token = (name: string) => styles.getPropertyValue(name).trim()
  const wanted = [
    ...Object.values(tokens).map(token),
    ...Object.values(mixed).map(
      ([one, share, other]) => `color-mix(in oklch, ${token(one)} ${share}%, ${token(other)})`,
    ),
  ]

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
  const read = [...Object.keys(tokens), ...Object.keys(mixed)].map((name, n) => {
    const [red, green, blue] = pixels?.subarray(4 * n, 4 * n + 3) ?? [136, 136, 136]
    return [name, `rgb(${red}, ${green}, ${blue})`]
  })
  return Object.fromEntries(read)
}

/** A town's dot as a signed distance field, which the style colours. The dot of a town of a million people is 8 pixels wide. */
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

/** The image of a station, another signed distance field: the front of a train, with a window and two lamps */
export const stationSign = 'station'
export function drawStationSign() {
  const [width, height] = [32, 36]
  const data = new Uint8ClampedArray(width * height * 4)
  /** Returns the distance from a rounded box, positive outside. */
  const box = (x: number, y: number, halfWidth: number, halfHeight: number, radius: number) => {
    const [beside, above] = [Math.abs(x) - halfWidth + radius, Math.abs(y) - halfHeight + radius]
    return Math.hypot(Math.max(beside, 0), Math.max(above, 0)) + Math.min(Math.max(beside, above), 0) - radius
  }
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [(i % width) + 0.5 - width / 2, Math.floor(i / width) + 0.5 - height / 2]
    const holes = Math.min(box(x, y + 4, 7, 4, 1.5), box(Math.abs(x) - 5, y - 6, 2, 2, 2))
    data[i * 4 + 3] = 191 - Math.max(box(x, y, 11, 13, 5), -holes) * 32
  }
  return { width, height, data }
}

/** Returns the configured style or tiles, or the built-in basemap, which loads nothing from other servers. */
export function styleOf(backdrop: Backdrop | null, colours: MapColours): StyleSpecification | string {
  if (backdrop?.kind === 'style') return backdrop.url
  if (backdrop?.kind === 'tiles') return tileStyle(backdrop.url, colours)
  return builtInStyle(colours)
}

function tileStyle(url: string, { sea }: MapColours): StyleSpecification {
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

/** The address of the built-in tiles. A protocol that `addProtocol` registers answers the requests for this address. */
const tilesUrl = 'pmtiles://basemap/{z}/{x}/{y}'

const tiles: VectorSourceSpecification = {
  type: 'vector',
  tiles: [tilesUrl],
  minzoom: tileZooms.least,
  maxzoom: tileZooms.most,
}

/** The built-in sources. A tile appears once all its layers are drawn, so the slow names have a source of their own. */
export const builtInSources = {
  land: tiles,
  names: tiles,
  details: { ...tiles, minzoom: detailZoom, maxzoom: detailZoom },
}

const name: ExpressionSpecification = ['get', 'name']
const plain = { 'text-field': name, 'text-font': ['system-ui', 'sans-serif'] }
const serif = { 'text-field': name, 'text-font': ['Besley', 'Georgia', 'serif'] }

function builtInStyle({ sea, land, shore, water, paper, ink, soft }: MapColours): StyleSpecification {
  const halo = { 'text-halo-color': land, 'text-halo-width': 1.6, 'text-halo-blur': 0.4 }
  const [source, ofNames, ofDetails] = ['land', 'names', 'details']
  return {
    version: 8,
    sources: builtInSources,
    // The sea needs no layer: `.map-box` has its colour. `MapOutline` behind the canvas shows through until the tiles are drawn.
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
        id: 'rivers',
        type: 'line',
        source,
        'source-layer': 'river',
        minzoom: 6,
        // The rivers are accurate to half a kilometre, so close views show a faint band instead of a wrong line.
        paint: {
          'line-color': water,
          'line-width': ['interpolate', ['exponential', 1.6], ['zoom'], 6, 0.7, 9, 1.6, 14, 14],
          'line-opacity': ['interpolate', ['linear'], ['zoom'], 6, 0.5, 7, 0.8, 10, 0.8, 12, 0.5, 14, 0.25],
          'line-blur': ['interpolate', ['linear'], ['zoom'], 10, 0, 14, 4],
        },
        layout: { 'line-join': 'round', 'line-cap': 'round' },
      },
      {
        id: 'lakes',
        type: 'fill',
        source,
        'source-layer': 'lake',
        paint: { 'fill-color': sea, 'fill-outline-color': shore },
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
        layout: { ...serif, 'text-size': 13, 'text-letter-spacing': 0.12, 'text-max-width': 6 },
        paint: { 'text-color': soft, 'text-opacity': 0.85 },
      },
      ...detailLayers(ofDetails, { land, ink, soft }),
      {
        id: 'towns',
        type: 'symbol',
        source: ofNames,
        'source-layer': 'town',
        filter: ['>=', ['get', 'people'], peopleAt],
        layout: {
          'icon-image': dot,
          'icon-size': ['interpolate', ['linear'], ['get', 'people'], 3000, 0.5, 200_000, 0.75, 1_000_000, 1],
          ...plain,
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
          ...serif,
          'text-size': ['interpolate', ['linear'], ['zoom'], 4, 13, 7, 20],
          'text-letter-spacing': 0.08,
          'text-max-width': 7,
        },
        paint: { 'text-color': soft, 'text-halo-color': paper, 'text-halo-width': 1, 'text-opacity': 0.9 },
      },
    ],
  }
}

/** Returns the layers of stations, districts and villages. Later layers get space first, so towns must come after these. */
export function detailLayers(
  source: string,
  { land, ink, soft }: Pick<MapColours, 'land' | 'ink' | 'soft'>,
): SymbolLayerSpecification[] {
  const halo = { 'text-halo-color': land, 'text-halo-width': 1.4 }
  return [
    {
      id: 'outcodes',
      type: 'symbol',
      source,
      'source-layer': 'outcode',
      minzoom: 9,
      maxzoom: 13.5,
      layout: {
        ...plain,
        'text-size': ['interpolate', ['linear'], ['zoom'], 9, 10.5, 13, 15],
        'text-letter-spacing': 0.1,
        // The name of a town often takes the centre of its district, so the district's label may move below or above it.
        'text-variable-anchor': ['center', 'top', 'bottom'],
        'text-radial-offset': 1.4,
        'text-padding': 10,
      },
      paint: { 'text-color': soft, 'text-opacity': 0.55 },
    },
    {
      id: 'villages',
      type: 'symbol',
      source,
      'source-layer': 'village',
      minzoom: 10.5,
      layout: { ...plain, 'text-size': 11.5, 'text-padding': 6 },
      paint: { 'text-color': soft, ...halo },
    },
    {
      id: 'stations',
      type: 'symbol',
      source,
      'source-layer': 'station',
      minzoom: 10,
      layout: {
        'icon-image': stationSign,
        'icon-size': ['interpolate', ['linear'], ['zoom'], 10, 0.75, 12, 1],
        'icon-padding': 4,
        // A station that shares its town's name gets its label only where both names have room.
        ...plain,
        'text-field': ['step', ['zoom'], ['case', ['has', 'named_by_town'], '', name], 12, name],
        'text-size': 11.5,
        'text-variable-anchor': ['left', 'right', 'bottom', 'top'],
        'text-radial-offset': 0.8,
        'text-justify': 'auto',
        'text-optional': true,
      },
      paint: { 'icon-color': ink, 'icon-opacity': 0.75, 'text-color': soft, ...halo },
    },
  ]
}
