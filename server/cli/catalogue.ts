// npm run catalogue -- import FILE.csv   imports a list of vineyards into the directory
// npm run catalogue -- load              loads the project's own lists, as CATALOGUE says (both, demo, directory, none)
import { basename } from 'node:path'
import { readFile } from 'node:fs/promises'

import { countOf } from '../../app/platform/text/counts.ts'
import { dayOf } from '../../app/platform/days.ts'
import { raisePageVersion } from '../../app/platform/http/page-cache/page-version.server.ts'
import { createLog } from '../../app/platform/log.server.ts'
import { type RefusedRow, readList } from '../../app/moving-in/vineyards/vineyard-import.ts'
import { importVineyards } from '../../app/moving-in/vineyards/vineyard-import.server.ts'
import { formatReasons } from '../../app/moving-in/vineyards/import-format.ts'
import { inTransaction } from '../../app/platform/database/retry.server.ts'
import { loadCatalogue } from '../../db/catalogue/load.ts'
import { fail, runCommand, say, withDatabase } from './command.ts'

const usage = `Usage:
  npm run catalogue -- import FILE.csv   imports a list of vineyards into the directory
  npm run catalogue -- load              loads the project's own list and demonstration estates`

export const catalogueCommand = await runCommand(import.meta, async ([name, file, ...rest]) => {
  if (name === 'import' && file && rest.length === 0) return importFile(file)
  if (name !== 'load' || file) return fail(usage)
  return withDatabase(async (sql, config) => {
    await loadCatalogue(sql, { which: config.catalogue, today: dayOf(new Date()), report: say })
    await raisePageVersion({ sql, log: createLog(config.log_level) })
    return 0
  })
})

async function importFile(file: string): Promise<number> {
  const bytes = await readFile(file).catch((error: Error) => error)
  if (bytes instanceof Error) return fail(`${file} cannot be read: ${bytes.message}`)
  const list = readList(bytes, `import of ${basename(file)}`)
  if (!list.ok) return fail(`${file}: ${list.problem}`)
  const { entries, refusals, ignored } = list.value
  say(`${file}: ${countOf(entries.length + refusals.length, 'row')} read`)
  if (ignored.length > 0) say(`Columns ignored: ${ignored.join(', ')}`)
  if (entries.length === 0) {
    refusals.forEach(printRefusal)
    return fail(`No row was imported, ${refusals.length} rejected`)
  }

  return withDatabase(async (sql, config) => {
    const imported = await inTransaction(sql, (transaction) => importVineyards(transaction, entries))
    await raisePageVersion({ sql, log: createLog(config.log_level) })
    const rejected = [...refusals, ...imported.refusals].sort((a, b) => a.line - b.line)
    rejected.forEach(printRefusal)
    const filled = imported.filled > 0 ? `${imported.filled} filled, ` : ''
    say(`${imported.loaded} loaded, ${filled}${imported.unchanged} unchanged, ${rejected.length} rejected`)
    return 0
  })
}

function printRefusal(refusal: RefusedRow): void {
  const { line, name } = refusal
  console.error(`  line ${line}${name ? ` (${name})` : ''}: ${formatReasons(refusal)}`)
}
