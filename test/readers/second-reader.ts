// `node test/readers/second-reader.ts`: reads random calendars with our reader and with Debian's python3-icalendar and
// python3-recurring-ical-events, and fails if a busy period differs. `record` writes the answers for `npm test`.
import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import fc from 'fast-check'

import { busyCalendars, ourSpans } from './busy-calendars.ts'

const python = '/usr/bin/python3'
if (spawnSync(python, ['-c', 'import icalendar, recurring_ical_events']).status !== 0) {
  console.error(
    'Two Python packages are missing. On Debian: apt-get install python3-icalendar python3-recurring-ical-events',
  )
  process.exit(2)
}
const answersFile = join(import.meta.dirname, 'second-reader-answers.json')
const isRecording = process.argv[2] === 'record'
const seed = isRecording ? 1 : Math.trunc(Math.random() * 1e9)
const calendars = fc.sample(busyCalendars, { seed, numRuns: isRecording ? 40 : 1000 })
const spans: string[][] = JSON.parse(
  execFileSync(python, [join(import.meta.dirname, 'second-reader.py')], {
    input: JSON.stringify(calendars),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  }),
)
const answers = calendars.map((calendar, n) => ({ calendar, spans: spans[n] ?? [] }))
const wrong = answers.filter(({ calendar, spans }) => spans.join() !== ourSpans(calendar).join())
for (const { calendar, spans } of wrong.slice(0, 3))
  console.log(calendar, '\nsecond reader:', spans, '\nours:', ourSpans(calendar))
console.log(`Seed ${seed}: ${calendars.length} calendars, ${wrong.length} read differently.`)
if (isRecording) writeFileSync(answersFile, `${JSON.stringify(answers, null, 1)}\n`)
process.exitCode = wrong.length > 0 ? 1 : 0
