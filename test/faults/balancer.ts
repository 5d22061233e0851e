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

/** Returns whether a safe request failed because the server closed an idle connection. Balancers retry such requests. */
function mayRetry({ method, reusedSocket }: ClientRequest, { code }: NodeJS.ErrnoException): boolean {
  return reusedSocket && code === 'ECONNRESET' && (method === 'GET' || method === 'HEAD')
}

/**
 * Opens a load balancer that sends requests to the ready processes in turn, and answers 502 after errors. It checks
 * every `check_ms` which processes are ready, and listens on a free port unless `port` is given.
 */
export async function openBalancer(ports: number[], check_ms: number, { port = 0 } = {}) {
  const targets: Target[] = ports.map((port) => ({ port, ready: true }))
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  let next = 0

  const check = () => {
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
  const checking = setInterval(check, check_ms)

  const forward = (incoming: IncomingMessage, answer: ServerResponse) => {
    const ready = targets.filter((target) => target.ready)
    const target = ready[next++ % ready.length]
    if (!target) return void answer.writeHead(502, 'No process is ready').end()
    const { method, url, headers } = incoming
    const onwards = request({ port: target.port, host: '127.0.0.1', method, path: url, headers, agent })
    onwards.on('response', (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answer)
      // An answer that was interrupted must not look complete.
      response.on('error', () => answer.destroy())
    })
    // Closes the connection to the process if the client has left.
    answer.on('close', () => answer.writableFinished || onwards.destroy())
    onwards.on('error', (error) => {
      if (mayRetry(onwards, error)) return forward(incoming, answer)
      if (!answer.headersSent) answer.writeHead(502, error.message.slice(0, 60))
      answer.end()
    })
    incoming.pipe(onwards)
  }
  const server = createServer(forward)
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      clearInterval(checking)
      agent.destroy()
      server.close().closeAllConnections()
    },
  }
}
