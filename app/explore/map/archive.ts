import { type Flavor, layers, namedFlavor } from '@protomaps/basemaps'
import type { LayerSpecification, StyleSpecification } from 'maplibre-gl'
import { FetchSource, PMTiles, TileType } from 'pmtiles'
import { builtInSources, detailLayers, dot, type MapColours } from './map-style.ts'
import { TilesSource } from './tile-retries.ts'

/** Milliseconds for which visitors wait for the archive before they see the built-in map */
const archiveDeadline = 6000

/** An archive of Protomaps that has answered, with the style that draws it */
type Archive = { tiles: PMTiles; style: (colours: MapColours) => StyleSpecification }

const opened = new Map<string, Promise<Archive | null>>()

/**
 * Returns the archive at an address, drawn as the source `name`; null if it fails or does not answer in time. Later maps of the
 * page get the same result.
 */
export function openArchive(url: string, name: string): Promise<Archive | null> {
  const known = opened.get(url)
  if (known) return known
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`no answer in ${archiveDeadline} ms`)), archiveDeadline)
  })
  const archive = Promise.race([open(url, name), late]).catch((error: Error) => {
    console.error(`The background map: the archive cannot be used: ${error.message}`)
    return null
  })
  opened.set(url, archive)
  return archive
}

async function open(url: string, name: string): Promise<Archive> {
  const file = new FetchSource(url)
  const tiles = new PMTiles(
    new TilesSource((offset, length, signal) => file.getBytes(offset, length, signal), window, { key: url }),
  )
  const { tileType, minZoom, maxZoom, ...box } = await tiles.getHeader()
  if (tileType !== TileType.Mvt) throw new Error('it has no vector tiles')
  const source = {
    type: 'vector' as const,
    tiles: [`pmtiles://${url}/{z}/{x}/{y}`],
    minzoom: minZoom,
    maxzoom: maxZoom,
    bounds: [box.minLon, box.minLat, box.maxLon, box.maxLat] as [number, number, number, number],
  }
  return {
    tiles,
    style: (colours) => ({
      version: 8,
      sources: { ...builtInSources, [name]: source },
      layers: [
        // The built-in land below the archive, so that the country stays visible beyond the edge of an extract
        {
          id: 'land',
          type: 'fill',
          source: 'land',
          'source-layer': 'land',
          paint: { 'fill-color': colours.land },
        },
        ...archiveLayers(name, colours),
      ],
    }),
  }
}

/** The fonts of the device in one string, because the layers of an archive do not accept a list. */
const font = 'system-ui, sans-serif'

/** The site's colour for each part of the map. The first expression that matches the name of a part decides. */
const palette: [part: RegExp, colour: keyof MapColours][] = [
  [/^ocean_label$/, 'soft'],
  [/^(city|subplace)_label$/, 'ink'],
  [/_halo$/, 'land'],
  [/label/, 'soft'],
  [/casing/, 'line'],
  [/^water$/, 'sea'],
  [/^wood|forest/, 'wood'],
  [/^(park|scrub|zoo)|grassland/, 'park'],
  [/^(hospital|industrial|school|military|pedestrian|aerodrome)|urban/, 'built'],
  [/^(buildings|runway|pier)$/, 'line'],
  [/^(railway|boundaries)$/, 'soft'],
  [/^(tunnel|minor|major|link|highway|bridges|other)/, 'road'],
  [/./, 'land'],
]

/** Returns the layers of an archive in the site's colours and the device's fonts, with stations and districts of our own. */
export function archiveLayers(source: string, colours: MapColours): LayerSpecification[] {
  const drawn = layers(source, flavourOf(colours), { lang: 'en' })
    .filter(({ id }) => id !== 'background')
    // Leaves out road numbers, arrows and shops, because their pictures are on another site.
    .filter(
      (layer) =>
        layer.type !== 'symbol' ||
        layer.id === 'places_locality' ||
        layer.layout?.['icon-image'] === undefined,
    )
    .map((layer) => restyle(layer, colours))
  const isTown = ({ id }: LayerSpecification) => id.startsWith('places_')
  const ours = detailLayers('details', colours).filter(({ id }) => id !== 'villages')
  return [...drawn.filter((layer) => !isTown(layer)), ...ours, ...drawn.filter(isTown)]
}

function restyle(layer: LayerSpecification, { water, soft }: MapColours): LayerSpecification {
  if (layer.type === 'line' && layer['source-layer'] === 'water')
    return { ...layer, paint: { ...layer.paint, 'line-color': water } }
  if (layer.type !== 'symbol' || layer.id !== 'places_locality') return layer
  return {
    ...layer,
    layout: { ...layer.layout, 'icon-image': ['step', ['zoom'], dot, 8, ''] },
    paint: { ...layer.paint, 'icon-color': soft },
  }
}

function flavourOf(colours: MapColours): Flavor {
  const colourOf = (part: string) =>
    colours[palette.find(([expression]) => expression.test(part))?.[1] ?? 'land']
  const paint = <Parts extends object>(parts: Parts) =>
    Object.fromEntries(Object.keys(parts).map((part) => [part, colourOf(part)])) as Parts
  const { pois: _, landcover, ...parts } = namedFlavor('light')
  return {
    ...paint(parts),
    ...(landcover && { landcover: paint(landcover) }),
    regular: font,
    bold: font,
    italic: font,
  }
}
