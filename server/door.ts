import { getRequestListener } from '@hono/node-server'
import { createServer, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import { createConnectionQueue } from './connection-queue.ts'
import { refuseAtOnce, refuseConnect, refuseUnparsed } from './refusals.ts'
import type { Web } from './web.ts'

/** In milliseconds, what somebody may take: for the head of a request, for all of it, and without a sign of life. */
export type Slowness = { head: number; request: number; silence: number; looks: number }

/** A picture of ten megabytes comes over a slow line in two minutes. */
const allowed: Slowness = { head: 15_000, request: 120_000, silence: 60_000, looks: 2000 }

/**
 * Where requests come in: what stands ready is sent at once, for everything else the site is asked. Nobody holds a connection
 * by sending or reading too slowly, and pipelined requests are handled one at a time. `/readyz` tells a balancer whether to
 * send more, which it does until `leave` is called, and whoever reads it that the database is away. It does not listen yet.
 */
export function createDoor(
  web: Pick<Web, 'fetch' | 'respondFromCache' | 'isDatabaseAway'>,
  { head, request, silence, looks }: Slowness = allowed,
) {
  const listener = getRequestListener(web.fetch)
  let leaving = false
  const limits = { headersTimeout: head, requestTimeout: request, connectionsCheckingInterval: looks }
  const queue = createConnectionQueue((asked, answer) => {
    // Whoever is answered from now on comes to another process next time.
    if (leaving) answer.shouldKeepAlive = false
    if (refuseAtOnce(asked, answer)) return
    if (asked.url === '/readyz') tell(answer, leaving ? 'leaving' : web.isDatabaseAway() ? 'away' : 'ready')
    else if (!web.respondFromCache(asked, answer)) void listener(asked, answer)
  })
  const server = createServer(limits, queue.take)
  server.on('clientError', (error, socket) => refuseUnparsed(error, socket, queue.mayRefuse(socket)))
  server.on('connect', (_, socket) => refuseConnect(socket, queue.mayRefuse(socket)))
  server.timeout = silence
  return {
    server,
    /** Takes what still comes for `grace` ms, until every balancer knows, then ends what is under way and closes. */
    leave: async (grace: number): Promise<void> => {
      leaving = true
      if (!server.listening) return
      await sleep(grace)
      await new Promise((done) => server.close(done).closeIdleConnections())
    },
  }
}

/** Without a database all processes are alike, so none of them is to be left out: what is kept is still answered. */
const states = {
  ready: { status: 200, text: 'ready' },
  away: { status: 200, text: 'ready, but the database is away' },
  leaving: { status: 503, text: 'leaving' },
}

function tell(answer: ServerResponse, state: keyof typeof states): void {
  const { status, text } = states[state]
  answer.writeHead(status, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' })
  answer.end(text)
}
