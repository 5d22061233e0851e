import { afterEach, expect, test, vi } from 'vitest'

import { fit, startPins, visibleBounds } from './use-pins.tsx'

/** Stubs the worker. It answers when the test calls `answer`. */
function stubWorker() {
  const posted: { message: [number, string, unknown]; transferred: unknown[] }[] = []
  const terminate = vi.fn()
  const events = new EventTarget()
  vi.stubGlobal(
    'Worker',
    class {
      terminate = terminate
      addEventListener = events.addEventListener.bind(events)
      postMessage(message: [number, string, unknown], transferred: unknown[]) {
        posted.push({ message, transferred })
      }
    },
  )
  const client = startPins()
  const answer = (number: number, isOk: boolean, value: unknown) =>
    events.dispatchEvent(new MessageEvent('message', { data: [number, isOk, value] }))
  return { client, posted, answer, terminate, crash: () => events.dispatchEvent(new Event('error')) }
}

afterEach(() => vi.unstubAllGlobals())

const settled = (calls: Promise<unknown>[]) =>
  Promise.allSettled(calls).then((all) =>
    all.map((each) => (each.status === 'fulfilled' ? each.value : String(each.reason))),
  )

test('each call gets its own answer, in whatever order the answers arrive', async () => {
  const { client, answer } = stubWorker()
  const calls = [client.call('members', 'a'), client.call('members', 'b'), client.call('members', 'c')]
  answer(2, true, ['of b'])
  answer(3, false, 'Unknown cluster')
  answer(1, true, ['of a'])
  // A second answer to a call changes nothing.
  answer(1, true, ['of nobody'])
  expect(await settled(calls)).toEqual([['of a'], ['of b'], 'Error: Unknown cluster'])
})

test('every waiting call fails when the worker does not start', async () => {
  const { client, answer, crash } = stubWorker()
  const calls = [client.call('members', 'a'), client.call('members', 'b'), client.call('members', 'c')]
  answer(1, true, ['of a'])
  crash()
  const reason = "Error: The map's worker did not start"
  expect(await settled(calls)).toEqual([['of a'], reason, reason])
})

test('transfers large answers instead of copying them, and ends the worker', () => {
  const { client, posted, terminate } = stubWorker()
  const bytes = new ArrayBuffer(8)
  void client.call('load', bytes)
  void client.call('members', 'a')
  expect(posted.map(({ transferred }) => transferred)).toEqual([[bytes], []])
  client.end()
  expect(terminate).toHaveBeenCalledOnce()
})

/** Returns a map that shows 4 by 2 degrees, and a list of the movements that other code requests from the map. */
function makeMap() {
  const went: unknown[] = []
  const bounds = { getWest: () => -2, getEast: () => 2, getSouth: () => 50, getNorth: () => 52 }
  const map = {
    getBounds: () => bounds,
    easeTo: (to: object) => went.push(to),
    fitBounds: (to: number[], { animate }: { animate: boolean }) => went.push({ to, animate }),
  }
  return { map: map as never, went }
}

test('draws pins beyond the edges of the map too, within a margin in proportion to the map’s size', () => {
  const { map } = makeMap()
  expect(visibleBounds(map, 0)).toEqual({ west: -2, east: 2, south: 50, north: 52 })
  expect(visibleBounds(map, 0.25)).toEqual({ west: -3, east: 3, south: 49.5, north: 52.5 })
})

test('the map jumps to the results of the first search, and flies to the results of later searches', () => {
  const { map, went } = makeMap()
  const bounds = { west: -1, south: 51, east: 1, north: 52 }
  fit(map, bounds, null, true)
  fit(map, bounds, null, false)
  fit(map, bounds, { latitude: 51.5, longitude: 0.5 }, false)
  expect(went).toEqual([
    { to: [-1, 51, 1, 52], animate: false },
    { to: [-1, 51, 1, 52], animate: true },
    { center: [0.5, 51.5], zoom: expect.any(Number), animate: true },
  ])
})
