// The worker process: runs the background jobs, such as emails and reminders, on the site's database.
import { setPriority } from 'node:os'
import { collectDefaultMetrics } from 'prom-client'

import { ConfigError, readConfig } from '../app/platform/config.server.ts'
import { createLog, logCrashes, redirectConsole } from '../app/platform/log.server.ts'
import { migrate } from '../app/platform/database/migrations.server.ts'
import { checkDatabase, checkDataFolder, nameDatabase, openDatabase } from './database.ts'
import { startHeartbeat } from './heartbeat.ts'
import { startJobs } from './jobs/jobs.ts'
import { withSecretsKey } from './secrets.ts'
import { startTracing } from './tracing.ts'
import { serveWorkerMetrics } from './worker-metrics.ts'
import { connect } from '../app/platform/database/pool.server.ts'

// The web process has priority if both processes share a machine.
setPriority(10)

collectDefaultMetrics()

const say = (line: string) => console.log(line)
const printError = console.error

// The heartbeat starts first, because migrating can take minutes.
startHeartbeat()

try {
  await start()
} catch (error) {
  printError(error instanceof ConfigError ? error.message : error)
  process.exit(1)
}

async function start() {
  const settings = readConfig(process.env)
  await checkDataFolder(settings)
  await checkDatabase(settings.database_url)
  const config = await withSecretsKey(settings)
  const log = createLog(config.log_level)
  redirectConsole(log)
  logCrashes(log)
  const endTracing = await startTracing('chalk-and-vine-worker')
  const database = await openDatabase(config, say)
  const sql = connect(database.url, {
    max: config.worker_pool,
    application_name: 'chalk-and-vine-worker',
    // With asynchronous commits, jobs do not delay bookings. A job whose commit was lost in a crash runs again.
    async_commit: true,
  })
  let jobs: ReturnType<typeof startJobs> | undefined

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), 15_000).unref()
    // Jobs that are still starting are awaited first, because a half-started queue cannot be stopped cleanly.
    await (await jobs?.catch(() => undefined))?.stop()
    await Promise.all([sql.end({ timeout: 5 }), endTracing()])
    await database.close()
    process.exit(0)
  }
  // The connection to the supervisor breaks when the supervisor ends.
  for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(event, stop)

  try {
    await migrate(sql, 'db', say, nameDatabase(config))
    if (stopping) return
    jobs = startJobs({ sql, now: () => new Date(), config, log })
    await jobs
    await serveWorkerMetrics(sql, config)
  } catch (error) {
    await sql.end({ timeout: 5 })
    await database.close()
    throw error
  }
  const mail = config.smtp_url
    ? `sends emails through ${new URL(config.smtp_url).host}`
    : 'only stores emails, because SMTP_URL is not set'
  say(`The worker is running and ${mail}.`)
  process.send?.('ready')
}
