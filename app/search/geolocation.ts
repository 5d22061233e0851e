import { ok, type Result, refused } from '../platform/result.ts'
import type { Position } from '../vineyards/position.ts'

/** Fresh and exact, or not at all; milliseconds. */
const wanted: PositionOptions = { enableHighAccuracy: true, timeout: 5000, maximumAge: 0 }

export const locationSentences = {
  unsupported: 'Geolocation is not supported by your browser',
  failed: 'Unable to retrieve your location. Using default view.',
  elsewhere: 'You are outside this map. Using default view.',
} as const

/** Asks the browser where the visitor is; the browser asks the visitor. Only when a map opens or somebody wishes it. */
export function askLocation(): Promise<Result<Position, 'unsupported' | 'failed'>> {
  if (!('geolocation' in navigator)) return Promise.resolve(refused('unsupported'))
  return new Promise((answer) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => answer(ok({ latitude, longitude })),
      () => answer(refused('failed')),
      wanted,
    )
  })
}
