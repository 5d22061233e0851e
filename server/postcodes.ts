// npm run postcodes -- import FILE|FOLDER [--year YEAR]   loads a list of postcodes in the place of the loaded one
import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'

import { ConfigError } from '../app/platform/config-error.ts'
import { readConfig } from '../app/platform/config.server.ts'
import { connect } from '../app/platform/database.server.ts'
import { dayOf } from '../app/platform/days.ts'
import { migrate } from '../app/platform/migrations.server.ts'
import { ok, type Result, refused } from '../app/platform/result.ts'
import { readPostcodeFiles } from '../app/places/postcode-file.server.ts'
import { type Imported, type Refused, replacePostcodes } from '../app/places/postcode-import.server.ts'
import { openDatabase } from './database.ts'

const usage = `Say which list of postcodes to load:
  npm run postcodes -- import FILE.csv              one with the columns code (or postcode), latitude, longitude,
                                                    or one of OS Code-Point Open
  npm run postcodes -- import FOLDER                all .csv files in it, such as Code-Point Open unpacked
  npm run postcodes -- import … --year 2026         the year of the list's copyright; this one unless said`

const say = (line: string) => console.log(line)

/** A whole country is read, checked and compared in one statement each. In milliseconds. */
const patience = 30 * 60_000

try {
  process.exitCode = await run(process.argv.slice(2), new Date())
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exitCode = 1
}

async function run([act, path, ...options]: string[], now: Date): Promise<number> {
  const year = readYear(options, now)
  if (act !== 'import' || !path || year === null) {
    console.error(usage)
    return 1
  }
  const files = await filesIn(path)
  if (!files.ok) {
    console.error(files.problem)
    return 1
  }
  const config = readConfig(process.env)
  const database = await openDatabase({
    databaseUrl: config.database_url,
    dataFolder: config.data_folder,
    log: say,
  })
  const sql = connect(database.url, {
    max: 1,
    statement_timeout: patience,
    idle_in_transaction_session_timeout: patience,
  })
  try {
    await migrate(sql, 'db', say)
    say(`Reading ${files.value.length === 1 ? path : `${files.value.length} files in ${path}`} …`)
    const list = { name: basename(path), year }
    const done = await replacePostcodes(sql, readPostcodeFiles(files.value), list, now, say)
    return done.ok ? tellDone(done.value) : tellRefused(done.problem, files.value)
  } finally {
    await sql.end({ timeout: 5 })
    await database.close()
  }
}

function readYear(options: string[], now: Date): number | null {
  if (options.length === 0) return Number(dayOf(now).slice(0, 4))
  const [flag, year = '', ...rest] = options
  return flag === '--year' && /^20\d\d$/.test(year) && rest.length === 0 ? Number(year) : null
}

/** The file, or the lists in the folder and those below it. */
async function filesIn(path: string): Promise<Result<string[], string>> {
  const found = await stat(path).catch((error: Error) => error)
  if (found instanceof Error) return refused(`${path} can not be read: ${found.message}`)
  if (!found.isDirectory())
    return path.endsWith('.zip') ? refused(`${path} is packed. Unpack it and name the folder.`) : ok([path])
  const names = await readdir(path, { recursive: true })
  const files = names.filter((name) => /\.csv$/i.test(name)).toSorted()
  return files.length > 0
    ? ok(files.map((name) => join(path, name)))
    : refused(`There is no .csv file in ${path}.`)
}

function tellDone({ postcodes, outcodes, unplaced, changed, removed }: Imported): number {
  const number = (count: number) => count.toLocaleString('en-GB')
  say(`${number(postcodes)} postcodes and ${number(outcodes)} outcodes are loaded`)
  say(
    `${number(changed)} new or moved, ${number(removed)} removed, ${number(unplaced)} without a position left out`,
  )
  return 0
}

function tellRefused({ problems, wrong }: Refused, files: string[]): number {
  for (const { file, line, problem } of problems)
    console.error(`  ${files[file]}${line > 0 ? `, line ${line}` : ''}: ${problem}`)
  if (wrong > problems.length) console.error(`  … and ${wrong - problems.length} more`)
  console.error('Nothing was loaded: a list goes in whole or not at all.')
  return 1
}
