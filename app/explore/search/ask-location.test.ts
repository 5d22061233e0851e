import { afterEach, expect, test, vi } from 'vitest'
import { askLocation, locationSentences } from './ask-location.ts'

afterEach(() => vi.unstubAllGlobals())

type Ask = Geolocation['getCurrentPosition']

/** Simulates a browser whose geolocation calls `ask`, or a browser without geolocation. */
const inBrowser = (ask?: Ask) =>
  vi.stubGlobal('navigator', ask ? { geolocation: { getCurrentPosition: ask } } : {})

test('requests a fresh, precise position with a timeout of five seconds', async () => {
  const ask = vi.fn<Ask>((found) =>
    found({ coords: { latitude: 50.87, longitude: 0.01 } } as GeolocationPosition),
  )
  inBrowser(ask)
  expect(await askLocation()).toEqual({ ok: true, value: { latitude: 50.87, longitude: 0.01 } })
  expect(ask.mock.calls.map(([, , options]) => options)).toEqual([
    { enableHighAccuracy: true, timeout: 5000, maximumAge: 0 },
  ])
})

test('distinguishes a refusal or timeout from a browser without geolocation', async () => {
  inBrowser((_, fail) => fail?.({ code: 3 } as GeolocationPositionError))
  const failed = await askLocation()
  inBrowser()
  const unsupported = await askLocation()
  const sentences = [failed, unsupported].map((answer) =>
    answer.ok ? null : locationSentences[answer.problem],
  )
  expect(sentences).toEqual([
    'Unable to retrieve your location. Please type a town or postcode instead.',
    'Geolocation is not supported by your browser',
  ])
})
