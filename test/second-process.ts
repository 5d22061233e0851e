// This second process of the site has its own pools, caches and limits. test/another-process.ts starts it.
import { getRequestListener } from '@hono/node-server'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { readConfig } from '../app/platform/config.server.ts'
import { type ProcessRequest, clockHeader } from './another-process.ts'
import { collectErrors } from './error-log.ts'
import { connect } from '../app/platform/database/pool.server.ts'

const builtServer = '../build/server/index.js'
const { createApp }: typeof import('../app/handler.server.ts') = await import(builtServer)

const sites = new Map<string, Awaited<ReturnType<typeof openSite>>>()
const errors: string[] = []
console.error = (...words: unknown[]) => void errors.push(`console.error: ${words.join(' ')}`)

async function openSite(url: string, env: Record<string, string>) {
  const sql = connect(url, { max: 24 })
  let now = new Date()
  const app = createApp({ sql, now: () => now, config: readConfig(env), log: collectErrors(errors) })
  const listener = getRequestListener(app.fetch)
  const server = createServer((request, response) => {
    now = new Date(String(request.headers[clockHeader]))
    void listener(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.close().closeAllConnections()
      await sql.end({ timeout: 5 })
    },
  }
}

const handlers = {
  open: async ({ site, url, env }: Extract<ProcessRequest, { kind: 'open' }>) => {
    const opened = await openSite(url, env)
    sites.set(site, opened)
    return opened.port
  },
  close: async ({ site }: Extract<ProcessRequest, { kind: 'close' }>) => {
    await sites.get(site)?.close()
    sites.delete(site)
  },
  errors: () => errors.splice(0),
}

process.on('message', async (request: ProcessRequest & { id: number }) => {
  const answer = await handlers[request.kind](request as never)
  process.send?.({ id: request.id, answer })
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
