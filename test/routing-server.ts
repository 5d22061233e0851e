import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

/**
 * Starts a routing server on this machine. Once a test sets `road`, the server answers that the drive between any two positions
 * takes these seconds and metres. Before that, it answers that there are no roads.
 */
export async function startRoutingServer() {
  const routing = { road: null as { seconds: number; metres: number } | null, address: '' }
  const server = createServer((request, response) => {
    const positions = decodeURIComponent(request.url ?? '').split(';')
    const table = (drive: number | undefined) => positions.map(() => positions.map(() => drive ?? null))
    const [durations, distances] = [table(routing.road?.seconds), table(routing.road?.metres)]
    response.end(JSON.stringify({ code: 'Ok', durations, distances }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => server.closeAllConnections())
  afterAll(() => void server.close())
  routing.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return routing
}
