import { unusable } from './config-error.ts'

/** One of the addresses is set, and `origins` are those that it leads a browser to, its own included. */
export type MapConfig = {
  style_url: string | null
  tiles_url: string | null
  attribution: string
  attribution_url: string | null
  origins: string[]
}

/** What is set of it in the environment. */
type MapSettings = {
  MAP_STYLE_URL?: string | undefined
  MAP_TILES_URL?: string | undefined
  MAP_ATTRIBUTION?: string | undefined
  MAP_ATTRIBUTION_URL?: string | undefined
  MAP_ORIGINS?: string[] | undefined
}

/** Throws a ConfigError where the settings do not go together. */
export function readMap(set: MapSettings): MapConfig | null {
  const { MAP_STYLE_URL: style_url = null, MAP_TILES_URL: tiles_url = null, MAP_ATTRIBUTION } = set
  const address = style_url ?? tiles_url
  if (address === null) return null
  if (style_url !== null && tiles_url !== null)
    throw unusable('MAP_TILES_URL: only one of it and MAP_STYLE_URL')
  if (MAP_ATTRIBUTION === undefined) throw unusable('MAP_ATTRIBUTION: must say whose map it is')
  return {
    style_url,
    tiles_url,
    attribution: MAP_ATTRIBUTION,
    attribution_url: set.MAP_ATTRIBUTION_URL ?? null,
    origins: [...new Set([new URL(address).origin, ...(set.MAP_ORIGINS ?? [])])],
  }
}
