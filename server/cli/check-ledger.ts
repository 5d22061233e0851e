// npm run check-ledger   compares counters, events, emails and limits with the bookings; exits with 1 if they differ
import { countOf } from '../../app/platform/text/counts.ts'
import {
  countChecked,
  findInconsistencies,
} from '../../app/operations/consistency-checks/consistency-check.server.ts'
import { runCommand, say, withDatabase } from './command.ts'

const connection = { max: 1, statement_timeout: 0, application_name: 'check-ledger' }

export const checkLedgerCommand = await runCommand(
  import.meta,
  () =>
    withDatabase(async (sql) => {
      const { bookings, slots, events } = await countChecked(sql)
      say(
        `Comparing ${countOf(bookings, 'booking')} with ${countOf(slots, 'slot')} and ${countOf(events, 'event')} …`,
      )
      const started = performance.now()
      const faults = await findInconsistencies(sql, new Date())
      const seconds = ((performance.now() - started) / 1000).toFixed(1)
      for (const { fault, noun, noun_id, detail } of faults)
        console.error(`${fault}: ${noun} ${noun_id} ${detail}`)
      const result =
        faults.length === 0 ? 'Everything agrees' : `${countOf(faults.length, 'difference')} found`
      say(`${result} (${seconds} s).`)
      return faults.length === 0 ? 0 : 1
    }, connection),
  { failureCode: 2 },
)
