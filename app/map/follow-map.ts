import type { Map as Canvas } from 'maplibre-gl'

/** Draws now and whenever the map is moved or resized. Ends with what is returned, as an effect does. */
export function followMap(map: Canvas, draw: () => void): () => void {
  draw()
  map.on('move', draw)
  map.on('resize', draw)
  return () => {
    map.off('move', draw)
    map.off('resize', draw)
  }
}
