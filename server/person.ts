// npm run person -- export EMAIL                       everything that is kept about a person, as JSON
// npm run person -- erase EMAIL [--cancel-bookings]    forgets a person; what is still to come is cancelled first
import { parseArgs } from 'node:util'

import { erasePerson, handOutPerson } from '../app/personal-data/person.server.ts'
import { erasureSentences } from '../app/personal-data/person.ts'
import { ConfigError } from '../app/platform/config-error.ts'
import { readConfig } from '../app/platform/config.server.ts'
import { connect, type Sql } from '../app/platform/database.server.ts'
import { migrate } from '../app/platform/migrations.server.ts'
import { isEmail } from '../app/platform/text.ts'
import { openDatabase } from './database.ts'

const usage = `Say whom, by mail address:
  npm run person -- export EMAIL
  npm run person -- erase EMAIL [--cancel-bookings]`

// Standard output is for the person's copy alone, so that it can be written to a file.
const say = (line: string) => console.error(line)

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exitCode = 2
}

async function run(words: string[]): Promise<number> {
  const asked = readWords(words)
  if (!asked) return refuse(usage)
  const config = readConfig(process.env)
  const database = await openDatabase({
    databaseUrl: config.database_url,
    dataFolder: config.data_folder,
    log: say,
  })
  const sql = connect(database.url, { max: 2, statement_timeout: 0 })
  try {
    await migrate(sql, 'db', say)
    return asked.what === 'export' ? await hand(sql, asked.email) : await erase(sql, asked)
  } finally {
    await sql.end({ timeout: 5 })
    await database.close()
  }
}

type PersonCommand = { what: 'export' | 'erase'; email: string; cancel: boolean }

function readWords(args: string[]): PersonCommand | undefined {
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { 'cancel-bookings': { type: 'boolean' } },
    })
    const [what, email = '', ...more] = positionals
    if ((what !== 'export' && what !== 'erase') || !isEmail(email) || more.length > 0) return undefined
    return { what, email, cancel: values['cancel-bookings'] ?? false }
  } catch {
    return undefined
  }
}

async function hand(sql: Sql, email: string): Promise<number> {
  console.log(JSON.stringify(await handOutPerson(sql, email, { actor: 'system' }, new Date()), null, 2))
  return 0
}

async function erase(sql: Sql, { email, cancel }: PersonCommand): Promise<number> {
  const erased = await erasePerson(sql, email, { by: { actor: 'system' }, cancel }, new Date())
  if (erased.ok) {
    for (const [what, count] of Object.entries(erased.value)) say(`${what}: ${count}`)
    return 0
  }
  if (erased.problem.kind === 'to_come')
    for (const { reference, booking_date, start_time, vineyard_name } of erased.problem.bookings)
      say(`${reference}  ${booking_date} ${start_time ?? ''}  ${vineyard_name}`)
  return refuse(
    `${erasureSentences[erased.problem.kind]}${erased.problem.kind === 'to_come' ? ' (--cancel-bookings)' : ''}`,
  )
}

function refuse(sentence: string): number {
  console.error(sentence)
  return 1
}
