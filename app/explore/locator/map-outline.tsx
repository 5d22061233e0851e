import { useLayoutEffect, useRef } from 'react'
import outline from '../../../basemap/outline.svg'
import type { MapControl } from '../map/still-map.ts'
import { home, outlineSize } from '../map/map-zooms.ts'

/** The outline is hidden at more than this many times the scale of the country view, because it is too coarse there. */
const coarsest = 16

let loaded: HTMLImageElement | undefined

/** Loads the outline before the map is opened, so that the outline is painted in the first frame of the map. */
export function preloadOutline(): void {
  if (loaded) return
  loaded = new Image()
  loaded.fetchPriority = 'low'
  loaded.src = outline
}

/** Draws the land of the country view. The drawing is shown until the tiles have loaded, and stays if they fail. */
export function MapOutline({ map }: { map?: MapControl }) {
  const element = useRef<HTMLImageElement>(null)
  useLayoutEffect(() => {
    if (!map) return
    const follow = () => {
      const { clientWidth, clientHeight } = map.getContainer()
      const { x, y } = map.project([home.longitude, home.latitude])
      const scale = 2 ** (map.getZoom() - home.zoom)
      if (!element.current) return
      element.current.hidden = scale > coarsest
      element.current.style.transform = `translate(${x - clientWidth / 2}px, ${y - clientHeight / 2}px) scale(${scale})`
    }
    return followMap(map, follow)
  }, [map])
  return (
    <img
      ref={element}
      className="map-outline"
      src={outline}
      {...outlineSize}
      alt=""
      decoding="sync"
      draggable={false}
    />
  )
}

/** Draws now and whenever the map moves or is resized. Returns the clean-up of an effect. */
export function followMap(map: MapControl, draw: () => void): () => void {
  draw()
  map.on('move', draw)
  map.on('resize', draw)
  return () => {
    map.off('move', draw)
    map.off('resize', draw)
  }
}
