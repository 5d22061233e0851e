import { ConfigError } from '../app/platform/config-error.ts'
import { readConfig } from '../app/platform/config.server.ts'
import { connect } from '../app/platform/database.server.ts'
import { dayOf } from '../app/platform/days.ts'
import { createLog, redirectConsole } from '../app/platform/log.server.ts'
import { migrate } from '../app/platform/migrations.server.ts'
import { Replica } from '../app/platform/replica.server.ts'
import { loadCatalogue } from '../db/catalogue/load.ts'
import { checkDatabase, openDatabase } from './database.ts'
import { createDoor } from './door.ts'
import { prepareFirstSignIn } from './first-sign-in.ts'
import { startHeartbeat } from './heartbeat.ts'
import { checkHost, listen } from './listen.ts'
import { tidySecrets, withSecretsKey } from './secrets.ts'
import { createWeb } from './web.ts'

/** Milliseconds by which what may be a moment old is old at most. */
const replicaGoodFor = 100

const say = (line: string) => console.log(line)
const complain = console.error

// First of all: to migrate and to load the catalogue can take minutes.
startHeartbeat()

try {
  await start()
} catch (error) {
  // What an operator can put right is one sentence; what nobody foresaw keeps its stack.
  const expected = error instanceof ConfigError || (error instanceof Error && error.name !== 'TypeError')
  complain(expected ? error.message : error)
  process.exit(1)
}

async function start() {
  const started = performance.now()
  const settings = readConfig(process.env)
  await checkHost(settings.host)
  await checkDatabase(settings.database_url)
  const config = await withSecretsKey(settings)
  // React goes by this alone, and makes pages two to four times as fast as where it looks for mistakes, which the tests do.
  process.env.NODE_ENV = 'production'
  const log = createLog(config.log_level)
  redirectConsole(log)
  const now = () => new Date()

  const database = await openDatabase({
    databaseUrl: config.database_url,
    dataFolder: config.data_folder,
    log: say,
  })
  // Somebody waits for each of their statements.
  const patience = { acquire_timeout: 5000, connect_timeout_seconds: 5 }
  const sql = connect(database.url, { max: config.database_pool, ...patience })
  const copy = config.database_read_url
    ? connect(config.database_read_url, { max: config.database_pool, ...patience })
    : undefined
  let door: ReturnType<typeof createDoor> | undefined

  let stopping = false
  const stop = async (signal: string) => {
    // Ctrl+C comes twice: from the terminal and from the process that started this one.
    if (stopping) return
    stopping = true
    say(`\n${signal}: finishing what is under way …`)
    setTimeout(() => process.exit(1), config.leave_ms + 15_000).unref()
    await door?.leave(config.leave_ms)
    await Promise.all([sql.end({ timeout: 5 }), copy?.end({ timeout: 5 })])
    await database.close()
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  process.on('SIGHUP', stop)

  try {
    await migrate(sql, 'db', say)
    const [{ empty }] = await sql<[{ empty: boolean }]>`select not exists (select from vineyards) as empty`
    if (empty) await loadCatalogue(sql, { which: config.catalogue, today: dayOf(now()), report: say })
    await prepareFirstSignIn(sql, config, say)
    await tidySecrets(sql, config, log)

    const replica = copy && new Replica(sql, copy, { goodFor: replicaGoodFor, log })
    const web = await createWeb({ sql, now, config, log, replica })
    door = createDoor(web)
    await listen(door.server, config.host, config.port)
  } catch (error) {
    await Promise.all([sql.end({ timeout: 5 }), copy?.end({ timeout: 5 })])
    await database.close()
    throw error
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  say(`Chalk & Vine is open at ${config.site_url} (ready in ${seconds} s). Ctrl+C closes it.`)
  // Whoever supervises it starts the worker now; whoever went away without a word takes it along.
  process.send?.('ready')
  process.on('disconnect', () => stop('The starter is gone'))
}
