// `npm run dev`: runs the site from its sources. Open pages follow edits; an edited SQL file is applied before they reload.
import { getRequestListener } from '@hono/node-server'
import { createServer } from 'node:http'
import { createServer as createViteServer } from 'vite'

import { ConfigError, readConfig } from '../app/platform/config.server.ts'
import { createLog } from '../app/platform/log.server.ts'
import { migrate } from '../app/platform/database/migrations.server.ts'
import { openDatabase, prepareDatabase } from './database.ts'
import { listen } from './http-server.ts'
import { withSecretsKey } from './secrets.ts'
import { connect } from '../app/platform/database/pool.server.ts'

const report = (line: string) => console.log(line)
const now = () => new Date()

const config = await withSecretsKey(readConfig(process.env))
const log = createLog(config.log_level)
const database = await openDatabase(config, report)
const sql = connect(database.url, { max: config.database_pool })
await prepareDatabase(sql, config, { now: now(), report }).catch(async (error: Error) => {
  await sql.end({ timeout: 1 })
  await database.close()
  console.error(error instanceof ConfigError ? error.message : error)
  process.exit(1)
})

const server = createServer((request, response) =>
  vite.middlewares(request, response, () => void handle(request, response)),
)
const vite = await createViteServer({
  appType: 'custom',
  server: { middlewareMode: true, hmr: { server } },
})
const handle = getRequestListener(async (request, env) => {
  try {
    const response = await (await currentApp()).fetch(request, env)
    // Vite's client adds styles and scripts that the built site's content security policy forbids.
    response.headers.delete('Content-Security-Policy')
    return response
  } catch (error) {
    log.error({ err: error }, 'The site could not be loaded')
    return new Response(String(error), { status: 500 })
  }
})

vite.watcher.add('db').on('change', async (file) => {
  if (!file.endsWith('.sql')) return
  await migrate(sql, 'db', report).catch((error: Error) => report(error.message))
  vite.environments.client.hot.send({ type: 'full-reload' })
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(signal, () => void stop())
await listen(server, config.host, config.port)
report(`Chalk & Vine is open at ${config.site_url} and follows your edits. Ctrl+C closes it.`)
process.send?.('ready')

type Handler = typeof import('../app/handler.server.ts')
let current: { createApp: Handler['createApp']; app: ReturnType<Handler['createApp']> } | undefined

/** Returns the app of the current sources. Vite has reloaded the modules that an edit changed. */
async function currentApp() {
  const { createApp } = (await vite.ssrLoadModule('/app/handler.server.ts')) as Handler
  if (current?.createApp !== createApp) current = { createApp, app: createApp({ sql, now, config, log }) }
  return current.app
}

async function stop() {
  setTimeout(() => process.exit(1), 5000).unref()
  await vite.close()
  await sql.end({ timeout: 1 })
  await database.close()
  process.exit(0)
}
