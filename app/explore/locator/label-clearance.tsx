import type { GeoJSONSource, Map as Canvas } from 'maplibre-gl'
import { useEffect } from 'react'
import type { Position } from '../../catalogue/vineyards/position.ts'

/** A marker that labels must avoid: a pin above its position, or a cluster around it. */
type Marker = Position & { kind: 'vineyard' | 'cluster' }

/** The width of a cluster in pixels. */
const clusterWidth = 48
const pinScale = 0.8

const markerSource = 'markers'

/**
 * Keeps labels of the backdrop clear of markers: a label moves to another side of its town, or disappears. An invisible symbol
 * on the topmost layer claims each marker's space first. A change of style removes the layer, so it is added again.
 */
export function useLabelClearance(map: Canvas | null, markers: Marker[]): void {
  const features = markers.map(({ kind, latitude, longitude }) => ({
    type: 'Feature',
    properties: { kind },
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
  }))
  const json = JSON.stringify({ type: 'FeatureCollection', features })
  useEffect(() => {
    if (!map) return
    const data: GeoJSON.FeatureCollection = JSON.parse(json)
    const put = () => {
      const source = map.getSource<GeoJSONSource>(markerSource)
      if (source) void source.setData(data)
      else if (map.isStyleLoaded()) addLayer(map, data)
    }
    const putBack = () => {
      if (!map.getSource(markerSource)) put()
    }
    put()
    map.on('styledata', putBack)
    map.on('idle', putBack)
    return () => {
      map.off('styledata', putBack)
      map.off('idle', putBack)
    }
  }, [map, json])
}

function addLayer(map: Canvas, data: GeoJSON.FeatureCollection) {
  // Adds the source before the image, because adding the image fires `styledata`, whose listener would add a missing source
  // again.
  map.addSource(markerSource, { type: 'geojson', data })
  map.addLayer({
    id: markerSource,
    type: 'symbol',
    source: markerSource,
    layout: {
      'icon-image': markerSource,
      'icon-size': ['match', ['get', 'kind'], 'cluster', 1, pinScale],
      'icon-anchor': ['match', ['get', 'kind'], 'cluster', 'center', 'bottom'],
      'icon-allow-overlap': true,
    },
  })
  if (map.hasImage(markerSource)) return
  const empty = new Uint8Array(4 * clusterWidth ** 2)
  map.addImage(markerSource, { width: clusterWidth, height: clusterWidth, data: empty })
}
