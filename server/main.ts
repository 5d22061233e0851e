import { collectDefaultMetrics } from 'prom-client'

import manifest from '../package.json' with { type: 'json' }
import { storeBookableDays } from '../app/availability/stored-slots.server.ts'
import { ConfigError, readConfig } from '../app/platform/config.server.ts'
import { createLog, logCrashes, redirectConsole } from '../app/platform/log.server.ts'
import { Replica } from '../app/platform/database/replica.server.ts'
import {
  checkDatabase,
  checkDataFolder,
  describeEmbedded,
  openDatabase,
  prepareDatabase,
} from './database.ts'
import { checkHost, createHttpServer, listen } from './http-server.ts'
import { startHeartbeat } from './heartbeat.ts'
import { reencryptSecrets, withSecretsKey } from './secrets.ts'
import { startTracing } from './tracing.ts'
import { createWeb } from './web.ts'
import { connect } from '../app/platform/database/pool.server.ts'

/** The largest allowed age of data from the replica, in milliseconds. */
const replicaMaxAge = 100

collectDefaultMetrics()

const say = (line: string) => console.log(line)
const printError = console.error

// The heartbeat starts first, because migrating and loading the catalogue can take minutes.
startHeartbeat()

try {
  await start()
} catch (error) {
  // An error that an operator can fix is printed as one sentence. Any other error is a defect, and is printed with its
  // stack.
  const expected = error instanceof ConfigError || (error instanceof Error && error.name !== 'TypeError')
  printError(expected ? error.message : error)
  process.exit(1)
}

async function start() {
  const started = performance.now()
  const settings = readConfig(process.env)
  await checkHost(settings.host)
  await checkDataFolder(settings)
  await checkDatabase(settings.database_url)
  const config = await withSecretsKey(settings)
  // React renders two to four times as fast in production mode.
  process.env.NODE_ENV = 'production'
  const log = createLog(config.log_level)
  redirectConsole(log)
  logCrashes(log)
  const now = () => new Date()
  const endTracing = await startTracing('chalk-and-vine-site')

  const database = await openDatabase(config, say)
  // The timeouts are short, because a visitor waits for each statement.
  const timeouts = { acquire_timeout: 5000, connect_timeout_seconds: 5 }
  const sql = connect(database.url, { max: config.database_pool, ...timeouts })
  const replicaSql = config.database_read_url
    ? connect(config.database_read_url, { max: config.database_pool, ...timeouts })
    : undefined
  let httpServer: ReturnType<typeof createHttpServer> | undefined

  let stopping = false
  const stop = async (signal: string) => {
    // Ctrl+C sends two signals: one from the terminal and one from the parent process.
    if (stopping) return
    stopping = true
    say(`\n${signal}: finishing pending requests …`)
    setTimeout(() => process.exit(1), config.leave_seconds * 1000 + 15_000).unref()
    await httpServer?.close(config.leave_seconds * 1000)
    await Promise.all([sql.end({ timeout: 5 }), replicaSql?.end({ timeout: 5 }), endTracing()])
    await database.close()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)

  try {
    await prepareDatabase(sql, config, { now: now(), report: say })
    await reencryptSecrets(sql, config, log)
    await storeBookableDays(sql, now())

    const replica = replicaSql && new Replica(sql, replicaSql, { goodFor: replicaMaxAge, log })
    const web = await createWeb({ sql, now, config, log, replica })
    httpServer = createHttpServer(web, undefined, config)
    await listen(httpServer.server, config.host, config.port)
  } catch (error) {
    await Promise.all([sql.end({ timeout: 5 }), replicaSql?.end({ timeout: 5 })])
    await database.close()
    throw error
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  say(
    `Chalk & Vine ${manifest.version} is open at ${config.site_url} (ready in ${seconds} s). Ctrl+C closes it.`,
  )
  const embedded = describeEmbedded(config)
  if (embedded) say(embedded)
  // The supervisor now starts the worker. When the supervisor dies, this process also stops.
  process.send?.('ready')
  process.on('disconnect', () => stop('The supervisor has ended'))
}
