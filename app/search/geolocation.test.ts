import { afterEach, expect, test, vi } from 'vitest'
import { askLocation, locationSentences } from './geolocation.ts'

afterEach(() => vi.unstubAllGlobals())

type Ask = Geolocation['getCurrentPosition']

/** A browser whose location is asked for by `ask`; none where it knows no locations. */
const inBrowser = (ask?: Ask) =>
  vi.stubGlobal('navigator', ask ? { geolocation: { getCurrentPosition: ask } } : {})

test('a location is asked for as exactly as can be, for five seconds at most, and never an old one', async () => {
  const ask = vi.fn<Ask>((found) =>
    found({ coords: { latitude: 50.87, longitude: 0.01 } } as GeolocationPosition),
  )
  inBrowser(ask)
  expect(await askLocation()).toEqual({ ok: true, value: { latitude: 50.87, longitude: 0.01 } })
  expect(ask.mock.calls.map(([, , options]) => options)).toEqual([
    { enableHighAccuracy: true, timeout: 5000, maximumAge: 0 },
  ])
})

test('who refuses, is not found in time, or has a browser that knows no locations is told which', async () => {
  inBrowser((_, failed) => failed?.({ code: 3 } as GeolocationPositionError))
  const refused = await askLocation()
  inBrowser()
  const unsupported = await askLocation()
  const sentences = [refused, unsupported].map((answer) =>
    answer.ok ? null : locationSentences[answer.problem],
  )
  expect(sentences).toEqual([
    'Unable to retrieve your location. Using default view.',
    'Geolocation is not supported by your browser',
  ])
})
