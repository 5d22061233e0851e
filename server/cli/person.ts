// npm run person -- export EMAIL                       prints everything stored about a person, as JSON
// npm run person -- erase EMAIL [--cancel-bookings]    erases a person; can cancel upcoming bookings first
import { parseArgs } from 'node:util'

import { erasePerson, exportAndRecordPerson } from '../../app/personal-data/person.server.ts'
import { erasureSentences } from '../../app/personal-data/person.ts'
import type { Sql } from '../../app/platform/database.server.ts'
import { isEmail } from '../../app/platform/text.ts'
import { fail, runCommand, withDatabase } from './command.ts'

const usage = `Usage:
  npm run person -- export EMAIL
  npm run person -- erase EMAIL [--cancel-bookings]`

// Standard output is for the export alone, so that it can be written to a file.
const report = (line: string) => console.error(line)

await runCommand(
  async (args) => {
    const command = readArguments(args)
    if (!command) return fail(usage)
    return withDatabase(
      (sql) => (command.name === 'export' ? printExport(sql, command.email) : erase(sql, command)),
      { statement_timeout: 0, report },
    )
  },
  { failureCode: 2 },
)

type PersonCommand = { name: 'export' | 'erase'; email: string; cancel: boolean }

function readArguments(args: string[]): PersonCommand | undefined {
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { 'cancel-bookings': { type: 'boolean' } },
    })
    const [name, email = '', ...more] = positionals
    if ((name !== 'export' && name !== 'erase') || !isEmail(email) || more.length > 0) return undefined
    return { name, email, cancel: values['cancel-bookings'] ?? false }
  } catch {
    return undefined
  }
}

async function printExport(sql: Sql, email: string): Promise<number> {
  console.log(
    JSON.stringify(await exportAndRecordPerson(sql, email, { actor: 'system' }, new Date()), null, 2),
  )
  return 0
}

async function erase(sql: Sql, { email, cancel }: PersonCommand): Promise<number> {
  const erased = await erasePerson(sql, email, { by: { actor: 'system' }, cancel }, new Date())
  if (erased.ok) {
    for (const [kind, count] of Object.entries(erased.value)) report(`${kind}: ${count}`)
    return 0
  }
  const { problem } = erased
  if (problem.kind === 'to_come')
    for (const { reference, booking_date, start_time, vineyard_name } of problem.bookings)
      report(`${reference}  ${booking_date} ${start_time ?? ''}  ${vineyard_name}`)
  return fail(`${erasureSentences[problem.kind]}${problem.kind === 'to_come' ? ' (--cancel-bookings)' : ''}`)
}
