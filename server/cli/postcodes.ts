// npm run postcodes -- import FILE|FOLDER [--year YEAR]   replaces the loaded list of postcodes
import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'

import { dayOf } from '../../app/platform/days.ts'
import { ok, type Result, refused } from '../../app/platform/result.ts'
import { readPostcodeFiles } from '../../app/catalogue/locations/postcode-file.server.ts'
import {
  type Imported,
  type Refused,
  replacePostcodes,
} from '../../app/catalogue/locations/postcode-import.server.ts'
import { fail, runCommand, say, withDatabase } from './command.ts'

const usage = `Usage:
  npm run postcodes -- import FILE.csv              a list with the columns code (or postcode), latitude, longitude,
                                                    or a file of OS Code-Point Open
  npm run postcodes -- import FOLDER                all .csv files in a folder, such as Code-Point Open unpacked
  npm run postcodes -- import … --year 2026         the copyright year of the list; this year by default`

/** The time limit of a statement in milliseconds. One statement checks and compares the whole country's postcodes. */
const timeout = 30 * 60_000

export const postcodesCommand = await runCommand(import.meta, async ([name, path, ...options]) => {
  const now = new Date()
  const year = readYear(options, now)
  if (name !== 'import' || !path || year === null) return fail(usage)
  const files = await findLists(path)
  if (!files.ok) return fail(files.problem)
  return withDatabase(
    async (sql) => {
      say(`Reading ${files.value.length === 1 ? path : `${files.value.length} files in ${path}`} …`)
      const list = { name: basename(path), year }
      const imported = await replacePostcodes(sql, readPostcodeFiles(files.value), list, now, say)
      return imported.ok ? printResult(imported.value) : printRefusal(imported.problem, files.value)
    },
    { max: 1, statement_timeout: timeout, idle_in_transaction_session_timeout: timeout },
  )
})

function readYear(options: string[], now: Date): number | null {
  if (options.length === 0) return Number(dayOf(now).slice(0, 4))
  const [flag, year = '', ...rest] = options
  return flag === '--year' && /^20\d\d$/.test(year) && rest.length === 0 ? Number(year) : null
}

/** Returns the file at a path or, if the path is a folder, the lists in it and its subfolders. */
async function findLists(path: string): Promise<Result<string[], string>> {
  const info = await stat(path).catch((error: Error) => error)
  if (info instanceof Error) return refused(`${path} cannot be read: ${info.message}`)
  if (!info.isDirectory())
    return path.endsWith('.zip')
      ? refused(`${path} is a zip file. Unpack it and name the folder.`)
      : ok([path])
  const names = await readdir(path, { recursive: true })
  const files = names.filter((name) => /\.csv$/i.test(name)).toSorted()
  return files.length > 0
    ? ok(files.map((name) => join(path, name)))
    : refused(`There is no .csv file in ${path}.`)
}

function printResult({ postcodes, outcodes, unplaced, changed, removed }: Imported): number {
  const number = (count: number) => count.toLocaleString('en-GB')
  say(
    `${number(postcodes)} ${postcodes === 1 ? 'postcode' : 'postcodes'} and ${number(outcodes)} ${outcodes === 1 ? 'outcode' : 'outcodes'} loaded`,
  )
  say(
    `${number(changed)} new or moved, ${number(removed)} removed, ${number(unplaced)} without a position ignored`,
  )
  return 0
}

function printRefusal({ problems, wrong }: Refused, files: string[]): number {
  for (const { file, line, problem } of problems)
    console.error(`  ${files[file]}${line > 0 ? `, line ${line}` : ''}: ${problem}`)
  if (wrong > problems.length) console.error(`  … and ${wrong - problems.length} more`)
  return fail('Nothing was loaded, because a list is loaded whole or not at all.')
}
