import { ok, type Result, refused } from '../../platform/result.ts'
import type { Position } from '../../catalogue/vineyards/position.ts'

export const locationSentences = {
  unsupported: 'Geolocation is not supported by your browser',
  failed: 'Unable to retrieve your location. Please type a town or postcode instead.',
} as const

export const locationSentencesOfMap = {
  ...locationSentences,
  failed: 'Unable to retrieve your location. Using default view.',
  elsewhere: 'You are outside the area of this map.',
} as const

/** Returns the visitor's position, with the options of specification §9. The browser asks for permission first. */
export function askLocation(): Promise<Result<Position, 'unsupported' | 'failed'>> {
  if (!('geolocation' in navigator)) return Promise.resolve(refused('unsupported'))
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve(ok({ latitude, longitude })),
      () => resolve(refused('failed')),
      { enableHighAccuracy: true, timeout: 5000, maximumAge: 0 },
    )
  })
}
