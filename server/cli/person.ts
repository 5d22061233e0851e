// npm run person -- export EMAIL                       prints everything stored about a person, as JSON
// npm run person -- erase EMAIL [--cancel-bookings]    erases a person; can cancel upcoming bookings first
// npm run person -- erase-booking REFERENCE            erases the guest of a booking, if the guest gave no email address
import { parseArgs } from 'node:util'

import { asReference } from '../../app/bookings/booking-search.server.ts'
import {
  eraseBooking,
  erasePerson,
  exportAndRecordPerson,
} from '../../app/staff/personal-data/person.server.ts'
import { bookingErasureSentences, erasureSentences } from '../../app/staff/personal-data/person.ts'
import type { Sql } from '../../app/platform/database/database.server.ts'
import { isEmail } from '../../app/platform/text/text.ts'
import { fail, runCommand, withDatabase } from './command.ts'

const usage = `Usage:
  npm run person -- export EMAIL
  npm run person -- erase EMAIL [--cancel-bookings]
  npm run person -- erase-booking REFERENCE`

// Only the export goes to standard output, so that an operator can redirect it to a file.
const report = (line: string) => console.error(line)

export const personCommand = await runCommand(
  import.meta,
  async (args) => {
    const command = readArguments(args)
    if (!command) return fail(usage)
    return withDatabase(
      (sql) => {
        if (command.name === 'erase-booking') return eraseOneBooking(sql, command.reference)
        return command.name === 'export' ? printExport(sql, command.email) : erase(sql, command)
      },
      { statement_timeout: 0, report },
    )
  },
  { failureCode: 2 },
)

type PersonCommand = { name: 'export' | 'erase'; email: string; cancel: boolean }
type BookingCommand = { name: 'erase-booking'; reference: string }

function readArguments(args: string[]): PersonCommand | BookingCommand | undefined {
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { 'cancel-bookings': { type: 'boolean' } },
    })
    const [name, email = '', ...more] = positionals
    const reference = name === 'erase-booking' && more.length === 0 && asReference(email)
    if (reference) return { name: 'erase-booking', reference }
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

async function eraseOneBooking(sql: Sql, reference: string): Promise<number> {
  const erased = await eraseBooking(sql, reference, { by: { actor: 'system' } }, new Date())
  if (!erased.ok) return fail(bookingErasureSentences[erased.problem])
  report(`bookings: ${erased.value.bookings}`)
  return 0
}
