// npm run stations -- FILE   adds the stops of a NaPTAN file to the stations
import { stat } from 'node:fs/promises'

import { importStations, readStationFile } from '../../app/catalogue/stations/station-import.server.ts'
import { raisePageVersion } from '../../app/platform/http/page-cache/page-version.server.ts'
import { countOf } from '../../app/platform/text/counts.ts'
import { createLog } from '../../app/platform/log.server.ts'
import { loadStations } from '../../db/catalogue/stations.ts'
import { fail, runCommand, say, withDatabase } from './command.ts'

const usage = `Usage:
  npm run stations -- FILE.csv   adds the stops of a NaPTAN CSV file, or updates them if they are already stored`

/** The time limit of a statement in milliseconds. It is long, because an import may have to wait for another import. */
const timeout = 30 * 60_000
const mostNamed = 100

export const stationsCommand = await runCommand(import.meta, async ([file, ...rest]) => {
  if (!file || rest.length > 0) return fail(usage)
  const info = await stat(file).catch((error: Error) => error)
  if (info instanceof Error) return fail(`${file} cannot be read: ${info.message}`)
  if (!info.isFile()) return fail(`${file} is not a file.`)
  return withDatabase(
    async (sql, config) => {
      say(`Reading ${file} …`)
      // The project's own railway stations are loaded first, so that the file does not add them a second time.
      await loadStations(sql)
      let named = 0
      const imported = await importStations(sql, readStationFile(file), (line, problem) => {
        if (named++ < mostNamed) console.error(`  line ${line}: ${problem}`)
      })
      if (!imported.ok) {
        const { line, problem } = imported.problem
        return fail(`  ${line > 0 ? `line ${line}: ` : ''}${problem}\nNothing was stored.`)
      }
      if (named > mostNamed) console.error(`  … and ${named - mostNamed} more`)
      await raisePageVersion({ sql, log: createLog(config.log_level) })
      const { stored, changed, ended, known, skipped, others } = imported.value
      say(
        `${countOf(stored, 'stop')}: ${changed} new or changed, ${ended} removed because they are no longer in use`,
      )
      if (known > 0) say(`${countOf(known, 'railway station')} left out: already in the site's own list`)
      const kinds = [...others].map(([type, count]) => `${count} ${type}`).toSorted()
      if (kinds.length > 0)
        say(`Other kinds left out: ${kinds.slice(0, 20).join(', ')}${kinds.length > 20 ? ' …' : ''}`)
      if (skipped > 0) say(`${countOf(skipped, 'bad row')} skipped`)
      return 0
    },
    {
      max: 1,
      statement_timeout: timeout,
      lock_timeout: timeout,
      idle_in_transaction_session_timeout: timeout,
    },
  )
})
