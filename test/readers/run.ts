// `npm run test:readers`: reads our calendar files and a feed with khal and calcurse, and fails if a time differs.
// Debian has both: apt-get install khal calcurse.
import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { startEmbeddedPostgres } from '../../server/embedded-postgres.ts'
import { migrate } from '../../app/platform/database/migrations.server.ts'
import { readWithCalcurse } from './calcurse.ts'
import { readWithKhal } from './khal.ts'
import { expected, writeCalendars } from './calendars.ts'
import { connect } from '../../app/platform/database/pool.server.ts'

const readers = { khal: readWithKhal, calcurse: readWithCalcurse }
const missing = Object.keys(readers).filter((tool) => spawnSync('which', [tool]).status !== 0)
if (missing.length > 0) {
  console.error(`Missing: ${missing.join(' and ')}. On Debian: apt-get install khal calcurse`)
  process.exit(2)
}

const folder = await mkdtemp(join(tmpdir(), 'chalk-readers-'))
const postgres = await startEmbeddedPostgres({ folder: join(folder, 'data'), log: () => {} })
const sql = connect(postgres.url, { max: 2 })
try {
  await migrate(sql, 'db', () => {})
  const written = await writeCalendars(sql)
  let wrong = 0
  for (const [name, texts] of Object.entries(written)) {
    for (const [reader, read] of Object.entries(readers))
      for (const zone of ['UTC', 'Europe/London', 'America/New_York']) {
        const workspace = join(folder, `${name}-${reader}-${zone.replace('/', '-')}`)
        await mkdir(workspace)
        const files = texts.map((_, at) => join(workspace, `${at}.ics`))
        for (const [at, file] of files.entries()) await writeFile(file, texts[at] ?? '')
        const found = await read(workspace, files, zone)
        const wanted = expected.filter((line) => !(reader === 'calcurse' && isTwice(line, zone)))
        const faults = [
          ...wanted.filter((line) => !found.includes(line)).map((line) => `missing: ${line}`),
          ...found
            .filter((line) => !expected.includes(line) && !(reader === 'calcurse' && isTwice(line, zone)))
            .map((line) => `found:   ${line}`),
        ]
        wrong += faults.length
        console.log(`${faults.length === 0 ? 'right' : 'WRONG'}  ${name}, read by ${reader} in ${zone}`)
        for (const fault of faults) console.log(`       ${fault}`)
      }
  }
  console.log(wrong === 0 ? `${expected.length} visits, each at its instant.` : `${wrong} wrong.`)
  process.exitCode = wrong === 0 ? 0 : 1
} finally {
  await sql.end({ timeout: 5 })
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

/**
 * Returns whether the time is in the hour that London's clocks show twice. calcurse stores local times without a zone, so it
 * cannot distinguish the first of these hours from the second.
 */
function isTwice(line: string, zone: string): boolean {
  return zone === 'Europe/London' && line.startsWith('2026-10-25T00:30Z')
}
