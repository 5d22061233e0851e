// One more process of the sites that tests visit, so that nothing in memory is shared: pools, caches and limits of its own, on
// the databases of the test files that open a site here. test/another-process.ts speaks to it.
import { getRequestListener } from '@hono/node-server'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { readConfig } from '../app/platform/config.server.ts'
import { connect } from '../app/platform/database.server.ts'
import { type Asked, clockHeader } from './another-process.ts'
import { keepErrors } from './error-log.ts'

const builtServer = '../build/server/index.js'
const { createApp }: typeof import('../app/handler.server.ts') = await import(builtServer)

const sites = new Map<string, Awaited<ReturnType<typeof openSite>>>()
const errors: string[] = []
console.error = (...words: unknown[]) => void errors.push(`console.error: ${words.join(' ')}`)

async function openSite(url: string, env: Record<string, string>) {
  const sql = connect(url, { max: 24 })
  let now = new Date()
  const app = createApp({ sql, now: () => now, config: readConfig(env), log: keepErrors(errors) })
  const listener = getRequestListener(app.fetch)
  const server = createServer((asked, answer) => {
    now = new Date(String(asked.headers[clockHeader]))
    void listener(asked, answer)
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

/** What is asked over the line between the two, and what is answered. */
const acts = {
  open: async ({ site, url, env }: Extract<Asked, { act: 'open' }>) => {
    const opened = await openSite(url, env)
    sites.set(site, opened)
    return opened.port
  },
  close: async ({ site }: Extract<Asked, { act: 'close' }>) => {
    await sites.get(site)?.close()
    sites.delete(site)
  },
  errors: () => errors.splice(0),
}

process.on('message', async (asked: Asked & { turn: number }) => {
  const answer = await acts[asked.act](asked as never)
  process.send?.({ turn: asked.turn, answer })
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
