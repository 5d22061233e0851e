// npm run catalogue -- import FILE.csv   puts a list of vineyards into the directory
// npm run catalogue -- load              loads the project's own, as CATALOGUE says (both, demo, directory, none)
import { basename } from 'node:path'
import { readFile } from 'node:fs/promises'

import { ConfigError } from '../app/platform/config-error.ts'
import { type Config, readConfig } from '../app/platform/config.server.ts'
import { connect, type Sql } from '../app/platform/database.server.ts'
import { dayOf } from '../app/platform/days.ts'
import { migrate } from '../app/platform/migrations.server.ts'
import { type RefusedRow, readList } from '../app/vineyards/import/import.ts'
import { importVineyards } from '../app/vineyards/import/import.server.ts'
import { inOneLine } from '../app/vineyards/import/import-problems.ts'
import { loadCatalogue } from '../db/catalogue/load.ts'
import { openDatabase } from './database.ts'

const usage = `Say what to do with the catalogue:
  npm run catalogue -- import FILE.csv   puts a list of vineyards into the directory
  npm run catalogue -- load              loads the project's own list and demonstration estates`

const say = (line: string) => console.log(line)

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exitCode = 1
}

async function run([act, file, ...rest]: string[]): Promise<number> {
  if (act === 'import' && file && rest.length === 0) return importFile(file)
  if (act !== 'load' || file) {
    console.error(usage)
    return 1
  }
  const config = readConfig(process.env)
  return withDatabase(config, async (sql) => {
    await loadCatalogue(sql, { which: config.catalogue, today: dayOf(new Date()), report: say })
    return 0
  })
}

async function importFile(file: string): Promise<number> {
  const bytes = await readFile(file).catch((error: Error) => error)
  if (bytes instanceof Error) {
    console.error(`${file} can not be read: ${bytes.message}`)
    return 1
  }
  const list = readList(bytes, `import of ${basename(file)}`)
  if (!list.ok) {
    console.error(`${file}: ${list.problem}`)
    return 1
  }
  const { entries, refusals, ignored } = list.value
  say(`${file}: ${entries.length + refusals.length} rows read`)
  if (ignored.length > 0) say(`Columns left alone: ${ignored.join(', ')}`)
  if (entries.length === 0) return noGoodRow(refusals)

  return withDatabase(readConfig(process.env), async (sql) => {
    const done = await sql.begin((transaction) => importVineyards(transaction, entries, say))
    const refused = [...refusals, ...done.refusals].sort((a, b) => a.line - b.line)
    refused.forEach(tell)
    const filled = done.filled > 0 ? `${done.filled} filled, ` : ''
    say(`${done.loaded} loaded, ${filled}${done.unchanged} unchanged, ${refused.length} refused`)
    return 0
  })
}

function noGoodRow(refusals: RefusedRow[]): number {
  refusals.forEach(tell)
  console.error(`No row could be taken, ${refusals.length} refused`)
  return 1
}

function tell(refusal: RefusedRow) {
  const { line, name } = refusal
  console.error(`  line ${line}${name ? ` (${name})` : ''}: ${inOneLine(refusal)}`)
}

async function withDatabase(config: Config, work: (sql: Sql) => Promise<number>): Promise<number> {
  const database = await openDatabase({
    databaseUrl: config.database_url,
    dataFolder: config.data_folder,
    log: say,
  })
  const sql = connect(database.url, { max: 2 })
  try {
    await migrate(sql, 'db', say)
    return await work(sql)
  } finally {
    await sql.end({ timeout: 5 })
    await database.close()
  }
}
