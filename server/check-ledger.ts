// npm run check-ledger   compares counters, events, mails and limits with the bookings; exit 1 where they differ
import { countChecked, findInconsistencies } from '../app/consistency-checks/consistency-check.server.ts'
import { ConfigError } from '../app/platform/config-error.ts'
import { readConfig } from '../app/platform/config.server.ts'
import { connect } from '../app/platform/database.server.ts'
import { migrate } from '../app/platform/migrations.server.ts'
import { openDatabase } from './database.ts'

const say = (line: string) => console.log(line)

try {
  process.exitCode = await check()
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exitCode = 2
}

async function check(): Promise<number> {
  const config = readConfig(process.env)
  const database = await openDatabase({
    databaseUrl: config.database_url,
    dataFolder: config.data_folder,
    log: say,
  })
  const sql = connect(database.url, { max: 1, statement_timeout: 0, application_name: 'check-ledger' })
  try {
    await migrate(sql, 'db', say)
    const { bookings, slots, events } = await countChecked(sql)
    say(`Comparing ${bookings} bookings with ${slots} counters and ${events} events …`)
    const started = performance.now()
    const faults = await findInconsistencies(sql, new Date())
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    for (const { fault, noun, noun_id, detail } of faults)
      console.error(`${fault}: ${noun} ${noun_id} ${detail}`)
    say(
      faults.length === 0
        ? `Everything agrees (${seconds} s).`
        : `${faults.length} differences found (${seconds} s).`,
    )
    return faults.length === 0 ? 0 : 1
  } finally {
    await sql.end({ timeout: 5 })
    await database.close()
  }
}
