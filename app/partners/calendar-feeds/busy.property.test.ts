import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { calendarOf } from '../../../test/calendar.ts'
import { busyCalendars, busyYear, constructNames, ourSpans } from '../../../test/readers/busy-calendars.ts'
import { readBusy } from './busy.server.ts'

/** Recorded answers of Debian's python3-recurring-ical-events. `npm run test:readers` runs this second reader. */
const answers: { calendar: string; spans: string[] }[] = JSON.parse(
  readFileSync('test/readers/second-reader-answers.json', 'utf8'),
)

test('agrees with a second reader about recorded calendars that contain every construct', () => {
  expect(answers.map(({ calendar }) => ourSpans(calendar))).toEqual(answers.map(({ spans }) => spans))
  const all = answers.map(({ calendar }) => calendar).join('')
  expect(constructNames.filter((name) => !all.includes(`SUMMARY:${name}`))).toEqual([])
  expect(all).toMatch(/BEGIN:VFREEBUSY/)
  expect(all).toMatch(/BEGIN:VTIMEZONE/)
})

test('reads the same busy times in whatever order the entries are', () => {
  fc.assert(
    fc.property(busyCalendars, fc.infiniteStream(fc.nat()), (calendar, numbers) => {
      const [head = '', ...entries] = calendar.split(/(?=BEGIN:VEVENT)/)
      const last = entries.pop() ?? ''
      const [lastEntry = '', rest = ''] = last.split(/(?<=END:VEVENT\r\n)/, 2)
      const shuffled = [...entries, lastEntry].map((entry) => ({ entry, at: numbers.next().value }))
      const ordered = shuffled.toSorted((a, b) => a.at - b.at).map(({ entry }) => entry)
      expect(ourSpans([head, ...ordered, rest].join(''))).toEqual(ourSpans(calendar))
    }),
    { numRuns: 30 },
  )
})

test('an entry with a broken line closes a slot or is named', () => {
  const lines = [
    'UID:1',
    'DTSTART;TZID=Europe/London:20270601T100000',
    'DTEND;TZID=Europe/London:20270601T120000',
    'RRULE:FREQ=WEEKLY;COUNT=3',
    'EXDATE;TZID=Europe/London:20270608T100000',
    'RDATE;TZID=Europe/London:20270610T100000',
  ]
  fc.assert(
    fc.property(fc.nat(lines.length - 1), fc.nat(45), fc.string({ maxLength: 8 }), (line, from, noise) => {
      const broken = lines.map((text, n) =>
        n === line ? text.slice(0, from) + noise + text.slice(from + 3) : text,
      )
      const { busy, report } = readBusy(calendarOf(broken), busyYear, new Set())
      expect(busy.length + report.unread).toBeGreaterThan(0)
      if (line !== 1) expect(busy.length).toBeGreaterThan(0)
    }),
    { numRuns: 300, examples: [[1, 0, 'X']] },
  )
})
