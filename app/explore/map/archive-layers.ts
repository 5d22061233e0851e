import { type Flavor, layers, namedFlavor } from '@protomaps/basemaps'
import type { LayerSpecification } from 'maplibre-gl'
import { detailLayers, dot, type MapColours } from './map-style.ts'

/** The fonts of the device, as one name: the archive's layers take no list. */
const font = 'system-ui, sans-serif'

/** Which of the site's colours the map's parts have: the first expression that fits the name of a part decides. */
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
    // The pictures of road numbers, arrows and shops are on another site.
    .filter((layer) => layer.id === 'places_locality' || !hasPicture(layer))
    .map((layer) => restyle(layer, colours))
  const isTown = ({ id }: LayerSpecification) => id.startsWith('places_')
  const ours = detailLayers('details', colours).filter(({ id }) => id !== 'villages')
  return [...drawn.filter((layer) => !isTown(layer)), ...ours, ...drawn.filter(isTown)]
}

function hasPicture(layer: LayerSpecification): boolean {
  return layer.type === 'symbol' && layer.layout?.['icon-image'] !== undefined
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
