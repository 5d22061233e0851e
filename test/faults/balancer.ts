import { once } from 'node:events'
import {
  Agent,
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

type Target = { port: number; ready: boolean }

/**
 * A line kept from before, which the other side was closing for being idle when it was used once more: whoever only asks does so
 * again over a new one, as every balancer does.
 */
function wasClosing({ method, reusedSocket }: ClientRequest, { code }: NodeJS.ErrnoException): boolean {
  return reusedSocket && code === 'ECONNRESET' && (method === 'GET' || method === 'HEAD')
}

/**
 * Sends each request to the next process that is ready, as it found at its last look, so that what one visitor asks for in a
 * row is answered by all of them in turn. What goes wrong it tells as 502. Listens on a free port unless one is named.
 */
export async function openBalancer(ports: number[], looks_ms: number, { port = 0 } = {}) {
  const targets: Target[] = ports.map((port) => ({ port, ready: true }))
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  let turn = 0

  const look = () => {
    for (const target of targets)
      request({ port: target.port, host: '127.0.0.1', path: '/readyz', agent: false, timeout: 1000 })
        .on('response', (answer) => {
          target.ready = answer.statusCode === 200
          answer.resume()
        })
        .on('error', () => {
          target.ready = false
        })
        .end()
  }
  const looking = setInterval(look, looks_ms)

  const pass = (asked: IncomingMessage, answer: ServerResponse) => {
    const ready = targets.filter((target) => target.ready)
    const target = ready[turn++ % ready.length]
    if (!target) return void answer.writeHead(502, 'Nobody is ready').end()
    const { method, url, headers } = asked
    const onwards = request({ port: target.port, host: '127.0.0.1', method, path: url, headers, agent })
    onwards.on('response', (told) => {
      answer.writeHead(told.statusCode ?? 502, told.headers)
      told.pipe(answer)
      // An answer that broke off must not look whole.
      told.on('error', () => answer.destroy())
    })
    // Who has left reads nothing more, and what is unread would hold its connection for good.
    answer.on('close', () => answer.writableFinished || onwards.destroy())
    onwards.on('error', (error) => {
      if (wasClosing(onwards, error)) return pass(asked, answer)
      if (!answer.headersSent) answer.writeHead(502, error.message.slice(0, 60))
      answer.end()
    })
    asked.pipe(onwards)
  }
  const server = createServer(pass)
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      clearInterval(looking)
      agent.destroy()
      server.close().closeAllConnections()
    },
  }
}
