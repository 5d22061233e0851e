// npm run retention   erases personal data that is older than the settings allow; can be run at any time, repeatedly
import { countOf } from '../../app/platform/text/counts.ts'
import { eraseOldData } from '../../app/staff/personal-data/retention.server.ts'
import { runCommand, say, withDatabase } from './command.ts'

const connection = { max: 1, statement_timeout: 0, application_name: 'retention' }

export const retentionCommand = await runCommand(
  import.meta,
  () =>
    withDatabase(async (sql, config) => {
      const { visits, mails, messages, itineraries, keys } = await eraseOldData(sql, config, new Date())
      say(
        `Erased the guests of ${countOf(visits, 'visit')}, ${countOf(mails, 'email')}, ${countOf(messages, 'message')}, ` +
          `${countOf(itineraries, 'itinerary', 'itineraries')} and ${countOf(keys, 'expired credential')}.`,
      )
      return 0
    }, connection),
  { failureCode: 2 },
)
