import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'

import { measureRoads } from '../../catalogue/stations/roads.server.ts'
import { readDrives } from './travel.server.ts'
import { estimateLegs } from './drive.ts'

const lewes = { latitude: 50.8739, longitude: 0.0088 }
const alfriston = { latitude: 50.8074, longitude: 0.1577 }
const rye = { latitude: 50.9503, longitude: 0.7332 }

const errors: string[] = []
const log = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: (_details: unknown, line = '') => void errors.push(line),
  fatal: () => {},
}
const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
  errors.length = 0
})

/** Starts a routing server with the given answer. Returns its address and the requests it received. */
async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { requests, address: `http://127.0.0.1:${port}` }
}

const json =
  (body: unknown, status = 200) =>
  (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(status, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(body))
  }

test('uses the drives of the routing server, which differ by direction', async () => {
  const { requests, address } = await serve(
    json({
      code: 'Ok',
      durations: [
        [0, 1441],
        [1500, 0],
      ],
      distances: [
        [0, 15_200],
        [16_000, 0],
      ],
    }),
  )
  const legs = await readDrives(measureRoads(log, address), [lewes, alfriston])
  expect(requests).toEqual(['/table/v1/driving/0.0088,50.8739;0.1577,50.8074?annotations=duration,distance'])
  expect(legs[0]?.[1]).toEqual({ kilometres: 15.2, minutes: 25, by: 'road' })
  expect(legs[1]?.[0]).toEqual({ kilometres: 16, minutes: 25, by: 'road' })
  expect(errors).toEqual([])
})

test('leaves out stops without a position and estimates drives without a road', async () => {
  const { requests, address } = await serve(
    json({
      code: 'Ok',
      durations: [
        [0, null],
        [600, 0],
      ],
      distances: [
        [0, null],
        [9000, 0],
      ],
    }),
  )
  const positions = [lewes, null, rye]
  const legs = await readDrives(measureRoads(log, address), positions)
  expect(requests[0]).toContain('0.0088,50.8739;0.7332,50.9503')
  expect(legs[0]?.[1]).toBeNull()
  expect(legs[0]?.[2]).toEqual(estimateLegs(positions)[0]?.[2])
  expect(legs[2]?.[0]).toMatchObject({ minutes: 10, by: 'road' })
})

test('estimates drives, and logs an error, when the routing server’s answer is invalid', async () => {
  const guessed = estimateLegs([lewes, rye])
  const wrong = [
    json({ code: 'InvalidQuery', message: 'no' }, 400),
    json({ code: 'NoTable' }),
    json({ error: 'gone' }, 500),
    (_: IncomingMessage, response: ServerResponse) => response.end('<html>A gateway</html>'),
    (_: IncomingMessage, response: ServerResponse) => response.destroy(),
  ]
  for (const answer of wrong) {
    const { address } = await serve(answer)
    expect(await readDrives(measureRoads(log, address), [lewes, rye])).toEqual(guessed)
    expect(errors.splice(0)).toEqual(['The routing server gave no usable answer'])
  }
  for (const table of [{ code: 'Ok' }, { code: 'Ok', durations: [['x', -5]], distances: [[0, 1]] }]) {
    const { address } = await serve(json(table))
    expect(await readDrives(measureRoads(log, address), [lewes, rye])).toEqual(guessed)
  }
})

test('waits three seconds for a slow routing server, then estimates the drives', async () => {
  const { address } = await serve(() => {})
  const before = performance.now()
  expect(await readDrives(measureRoads(log, address), [lewes, rye])).toEqual(estimateLegs([lewes, rye]))
  const waited = performance.now() - before
  expect(waited).toBeGreaterThan(2900)
  expect(errors).toEqual(['The routing server gave no usable answer'])
})

// ASVS 16.5.2
test('estimates drives when the routing server is down or not configured', async () => {
  const { address } = await serve(json({}))
  closing.splice(0).forEach((close) => close())
  const guessed = estimateLegs([lewes, rye])
  expect(await readDrives(measureRoads(log, address), [lewes, rye])).toEqual(guessed)
  expect(errors.splice(0)).toEqual(['The routing server gave no usable answer'])
  expect(await readDrives(measureRoads(log, undefined), [lewes, rye])).toEqual(guessed)
  expect(errors).toEqual([])
})
