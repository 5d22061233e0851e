import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, expect, onTestFinished, test } from 'vitest'

import { readConfig } from '../app/platform/config.server.ts'
import { ownDatabase } from '../test/database.ts'
import { openDatabaseProxy } from '../test/faults/database-proxy.ts'
import { serveWorkerMetrics } from './worker-metrics.ts'
import { connect } from '../app/platform/database/pool.server.ts'

const database = await ownDatabase()
const proxy = await openDatabaseProxy(database.url)
const sql = connect(proxy.url, { max: 1 })
afterAll(async () => {
  proxy.cutAll()
  await sql.end({ timeout: 1 })
  await proxy.close()
})

async function serve(trusted: string, patience?: number) {
  const config = readConfig({ NODE_ENV: 'test', WORKER_METRICS_PORT: '0', TRUSTED_PROXIES: trusted })
  const server = await serveWorkerMetrics(sql, config, patience)
  if (!server) throw new Error('The server does not listen.')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`)
    return [answer.status, await answer.text()]
  }
}

test('the worker is healthy while its database answers, and is healthy again after an outage', async () => {
  const ask = await serve('loopback', 2000)
  expect(await ask('/healthz')).toEqual([200, 'ok'])
  proxy.silent = true
  expect(await ask('/healthz')).toEqual([503, 'The database does not answer.'])
  proxy.silent = false
  proxy.cutAll()
  await expect.poll(() => ask('/healthz')).toEqual([200, 'ok'])
  proxy.away = true
  proxy.cutAll()
  expect(await ask('/healthz')).toEqual([503, 'The database does not answer.'])
  proxy.away = false
  await expect.poll(() => ask('/healthz')).toEqual([200, 'ok'])
})

test('shows metrics to trusted addresses only', async () => {
  const trusted = await serve('loopback')
  expect(await trusted('/metrics')).toEqual([200, expect.stringContaining('chalk_database_pool_')])
  const other = await serve('203.0.113.1')
  expect(await other('/metrics')).toEqual([404, 'Not found.'])
  expect((await other('/healthz'))[0]).toBe(200)
})

test('reports a port that is already in use, with the name of its setting', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const config = readConfig({ NODE_ENV: 'test', WORKER_METRICS_PORT: String(port) })
  await expect(serveWorkerMetrics(sql, config)).rejects.toThrow(
    `Port ${port} is used by another program. Set WORKER_METRICS_PORT to a free port`,
  )
})
