import { GeoJSONSource, type Map as Canvas } from 'maplibre-gl'
import { useEffect } from 'react'
import type { Position } from '../vineyards/position.ts'

/** What stands on the map for a name to keep clear of: a pin over its place, or a cluster round it. */
type Mark = Position & { kind: 'vineyard' | 'cluster' }

/** Pixels: as wide as a cluster is drawn; a pin is a little smaller. */
const width = 48
const pinShare = 0.8

const source = 'room'

/**
 * Keeps the names of the backdrop out from under what stands on it: they go to another side of their town, or away. Things
 * that cannot be seen lie there, over all of the backdrop's layers, so that they take their room first. A backdrop is
 * sometimes drawn anew, in other colours, and then without them.
 */
export function useRoom(map: Canvas, marks: Mark[]): void {
  const wanted = JSON.stringify(marks.map(({ kind, latitude, longitude }) => [kind, longitude, latitude]))
  useEffect(() => {
    const data = featuresOf(JSON.parse(wanted))
    const put = () => {
      const known = map.getSource(source)
      if (known instanceof GeoJSONSource) void known.setData(data)
      else if (map.isStyleLoaded()) addTo(map, data)
    }
    const putBack = () => {
      if (!map.getSource(source)) put()
    }
    put()
    map.on('styledata', putBack)
    map.on('idle', putBack)
    return () => {
      map.off('styledata', putBack)
      map.off('idle', putBack)
    }
  }, [map, wanted])
}

type Features = ReturnType<typeof featuresOf>

function featuresOf(marks: [Mark['kind'], number, number][]) {
  return {
    type: 'FeatureCollection' as const,
    features: marks.map(([kind, longitude, latitude]) => ({
      type: 'Feature' as const,
      properties: { kind },
      geometry: { type: 'Point' as const, coordinates: [longitude, latitude] },
    })),
  }
}

function addTo(map: Canvas, data: Features) {
  // The source comes first: adding the image fires `styledata` at once, whose listener adds what is missing.
  map.addSource(source, { type: 'geojson', data })
  map.addLayer({
    id: source,
    type: 'symbol',
    source,
    layout: {
      'icon-image': source,
      'icon-size': ['match', ['get', 'kind'], 'cluster', 1, pinShare],
      'icon-anchor': ['match', ['get', 'kind'], 'cluster', 'center', 'bottom'],
      'icon-allow-overlap': true,
    },
  })
  if (!map.hasImage(source))
    map.addImage(source, { width, height: width, data: new Uint8Array(4 * width ** 2) })
}
