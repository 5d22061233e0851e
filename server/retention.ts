// npm run retention   forgets what has been kept for as long as the settings say; safe at any moment, and again
import { forgetOld } from '../app/personal-data/retention.server.ts'
import { ConfigError } from '../app/platform/config-error.ts'
import { readConfig } from '../app/platform/config.server.ts'
import { connect } from '../app/platform/database.server.ts'
import { migrate } from '../app/platform/migrations.server.ts'
import { openDatabase } from './database.ts'

const say = (line: string) => console.log(line)

try {
  await forget()
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exitCode = 2
}

async function forget(): Promise<void> {
  const config = readConfig(process.env)
  const database = await openDatabase({
    databaseUrl: config.database_url,
    dataFolder: config.data_folder,
    log: say,
  })
  const sql = connect(database.url, { max: 1, statement_timeout: 0, application_name: 'retention' })
  try {
    await migrate(sql, 'db', say)
    const { visits, mails, messages, plans, keys } = await forgetOld(sql, config, new Date())
    say(
      `Guests of ${visits} visits, ${mails} mails, ${messages} messages, ${plans} plans and ${keys} keys were forgotten.`,
    )
  } finally {
    await sql.end({ timeout: 5 })
    await database.close()
  }
}
