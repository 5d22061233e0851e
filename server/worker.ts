// The jobs: mail, reminders, and what else is done beside answering. Runs next to the site, on the same database.
import { setPriority } from 'node:os'

import { ConfigError } from '../app/platform/config-error.ts'
import { readConfig } from '../app/platform/config.server.ts'
import { connect } from '../app/platform/database.server.ts'
import { createLog, redirectConsole } from '../app/platform/log.server.ts'
import { migrate } from '../app/platform/migrations.server.ts'
import { checkDatabase, openDatabase } from './database.ts'
import { startHeartbeat } from './heartbeat.ts'
import { startJobs } from './jobs/jobs.ts'

// What answers people comes first on a machine that has both to do.
setPriority(10)

const say = (line: string) => console.log(line)
const complain = console.error

// First of all: to migrate can take minutes.
startHeartbeat()

try {
  await start()
} catch (error) {
  complain(error instanceof ConfigError ? error.message : error)
  process.exit(1)
}

async function start() {
  const config = readConfig(process.env)
  await checkDatabase(config.database_url)
  const log = createLog(config.log_level)
  redirectConsole(log)
  const database = await openDatabase({
    databaseUrl: config.database_url,
    dataFolder: config.data_folder,
    log: say,
  })
  const sql = connect(database.url, {
    max: config.worker_pool,
    application_name: 'chalk-and-vine-worker',
    // A booking's commit must not wait behind those of the jobs, all of which are made again where they are missing.
    async_commit: true,
  })
  let jobs: ReturnType<typeof startJobs> | undefined

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), 15_000).unref()
    // Told to stop while it starts, it starts first: half of a queue can not be ended in order.
    await (await jobs?.catch(() => undefined))?.stop()
    await sql.end({ timeout: 5 })
    await database.close()
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  process.on('SIGHUP', stop)
  // Whoever started it is gone without a word.
  process.on('disconnect', stop)

  try {
    await migrate(sql, 'db', say)
    if (stopping) return
    jobs = startJobs({ sql, now: () => new Date(), config, log })
    await jobs
  } catch (error) {
    await sql.end({ timeout: 5 })
    await database.close()
    throw error
  }
  const mail = config.smtp_url
    ? `sends mail by ${new URL(config.smtp_url).host}`
    : 'keeps mail, as SMTP_URL is not set'
  say(`The worker is up and ${mail}.`)
  process.send?.('ready')
}
