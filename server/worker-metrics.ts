import { createServer, type Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { register, Registry } from 'prom-client'

import type { Config } from '../app/platform/config.server.ts'
import type { Sql } from '../app/platform/database/database.server.ts'
import { isTrusted } from '../app/platform/http/client-address.server.ts'
import { addPoolGauges } from '../app/platform/metrics.server.ts'
import { listen } from './http-server.ts'

type Settings = Pick<Config, 'worker_metrics_host' | 'worker_metrics_port' | 'trusted_proxies'>

/**
 * If `WORKER_METRICS_PORT` is set, serves /healthz and, to trusted proxies only, /metrics of the worker. /healthz
 * answers 200 if the database answers the worker within `patience` milliseconds, and otherwise 503.
 */
export async function serveWorkerMetrics(
  sql: Sql,
  { worker_metrics_host, worker_metrics_port, trusted_proxies }: Settings,
  patience = 4000,
): Promise<Server | undefined> {
  if (worker_metrics_port === undefined) return undefined
  const server = createServer(async (incoming, response) => {
    if (incoming.url === '/healthz') {
      const isUp = await Promise.race([
        sql`select`.then(
          () => true,
          () => false,
        ),
        sleep(patience, false, { ref: false }),
      ])
      return void response
        .writeHead(isUp ? 200 : 503, { 'Content-Type': 'text/plain' })
        .end(isUp ? 'ok' : 'The database does not answer.')
    }
    const isAllowed = incoming.url === '/metrics' && isTrusted(trusted_proxies, incoming.socket.remoteAddress)
    if (!isAllowed) return void response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Not found.')
    const pool = new Registry()
    addPoolGauges(pool, { worker: sql.usage?.() })
    const texts = await Promise.all([register.metrics(), pool.metrics()])
    response
      .writeHead(200, { 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE })
      .end(`${texts.map((text) => text.trimEnd()).join('\n')}\n`)
  })
  await listen(server, worker_metrics_host, worker_metrics_port, 'WORKER_METRICS_PORT')
  return server
}
