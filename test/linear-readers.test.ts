import { expect, test } from 'vitest'

import { calendarOf } from './calendar.ts'
import { argumentOf, findTextReaders, readersIn } from './text-readers.ts'
import { readBusy } from '../app/partners/calendar-feeds/busy.server.ts'
import { csvOf } from '../app/platform/text/csv.server.ts'
import { readListNow } from '../app/moving-in/lists/read-list.server.ts'
import { typeOf } from '../app/catalogue/experiences/experience-form.ts'

const experience = { min_group_size: 1, max_group_size: 8, price_per_person: 20, currency: 'GBP' }

const window = { from: new Date('2026-01-01T00:00:00Z'), until: new Date('2027-01-01T00:00:00Z') }

/** The further arguments of readers that need more than one argument. */
const others: Record<string, unknown[]> = {
  isKnown: ['"etag"'],
  readTable: [() => 0],
  readImportPosition: ['0.5'],
  readList: ['a list'],
  isTypingErrorOf: ['Chalk Down'],
  isSameAddress: ['a@b.example'],
  readBookingRequest: [experience, '2026-06-03'],
  readChangeRequest: [
    { number_of_guests: 2, slot_date: '2026-06-03', start_time: '10:00' },
    experience,
    '2026-06-03',
  ],
  readPostDraft: [{ published_at: null }],
  readVisitorForm: [{ message: { longest: 1000, is: 'prose' } }],
  readDescription: [5000],
  readLine: [5000],
  readProse: [5000],
  readText: [5000],
  readTitle: [5000],
}

/** Readers that are left out. Most of them read texts that never come from visitors, guests or staff. */
const skipped = new Set([
  'readBusy', // tested in `more`, because its library throws a TypeError at text that is no calendar
  'parseArray', // reads what Postgres writes
  'readClosedDays', // runs readBusy in a thread
  'readFunctionFiles',
  'readMigrations',
  'readStored', // reads the browser's own storage
  'readCurated', // calls the API
])

const start = ['UID:1', 'DTSTART:20260601T100000Z', 'DURATION:PT1H']
const list = (header: string) => (text: string) =>
  new TextEncoder().encode(`${header}\n${Array(header.split(',').length).fill(`"${text}"`).join(',')}\n`)
const bookings = list('Reference,Experience,Date,Time,Guests,Name,Email,Phone,Notes,Total,Status')
const experiences = list('Reference,Title,Description,Kind,Duration,Price,Min,Max,Included')

/** Readers whose first argument must contain more than the text. */
const more: Record<string, (text: string) => unknown> = {
  'a list of bookings': (text) => readListNow('bookings', { bytes: bookings(text) }, '2026-06-03'),
  'a list of experiences': (text) => readListNow('experiences', { bytes: experiences(text) }),
  'a calendar': (text) => readBusy(calendarOf([...start, `SUMMARY:${text}`]), window, new Set()),
  'a file for spreadsheets': (text) => void csvOf([{ text }], [{ key: 'text', header: 'Text' }]),
  typeOf,
}

const units = [
  ...' \t\n,;"\'<&1aA_-/.:@%=+([{\\*\u00a0é😀',
  '\r\n',
  '<p',
  '<!--',
  '1 ',
  'a ',
  '1.',
  'a-',
  '](',
  '=\t',
]
const longest = 1 << 15

/** Returns the CPU time that this thread takes, in ms. */
function timeOf(read: (text: string) => unknown, text: string): number {
  const before = process.threadCpuUsage()
  try {
    read(text)
  } catch (error) {
    // A reader may refuse a text with an error, but must not fail because an argument is missing.
    if (error instanceof TypeError || error instanceof ReferenceError) throw error
  }
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

function medianTime(read: (text: string) => unknown, text: string): number {
  return Array.from({ length: 5 }, () => timeOf(read, text)).toSorted((a, b) => a - b)[2] ?? 0
}

/**
 * Returns a unit whose repetition is slow to read: four times as many units take more than eight times as long.
 * Returns undefined if there is none.
 */
function slowUnit(read: (text: string) => unknown): string | undefined {
  return units.find((unit) => {
    // A letter precedes blanks, so that trimming does not remove the blanks.
    const start = unit.trim() === '' ? 'a' : ''
    const textOf = (length: number) => `${start}${unit.repeat(length / unit.length)}!`
    // The text is doubled until reading takes 20 ms. A reader that is faster for the longest text cannot be measured.
    for (let length = 1 << 10; length <= longest; length *= 2) {
      const once = timeOf(read, textOf(length))
      if (once < 20) continue
      // Medians are taken only if single runs look quadratic, because most readers are linear.
      if (timeOf(read, textOf(4 * length)) <= 6 * once) return false
      return medianTime(read, textOf(4 * length)) > 8 * medianTime(read, textOf(length))
    }
    return false
  })
}

// ASVS 1.3.12
test('every exported reader of text takes linear time', async () => {
  const readers = findTextReaders().filter(({ name }) => !skipped.has(name))
  expect(readers.length).toBeGreaterThan(60)
  const slow: string[] = []
  for (const { path, name, takes } of readers) {
    const module = await import(/* @vite-ignore */ `../${path}`)
    const unit = slowUnit((text) => module[name](argumentOf(takes, text), ...(others[name] ?? [])))
    if (unit !== undefined) slow.push(`${name} in ${path}: ${JSON.stringify(unit)}`)
  }
  for (const [name, read] of Object.entries(more)) {
    const unit = slowUnit(read)
    if (unit !== undefined) slow.push(`${name}: ${JSON.stringify(unit)}`)
  }
  expect(slow).toEqual([])
})

test('finds readers by name and first parameter, and recognises quadratic readers', () => {
  const source = `export const readA = (a: string) => a; export function isB(b: FormData | null) {}
    export const readC = readBy(/c/); export const readD = (d: number) => d; const readE = (e: string) => e`
  expect(readersIn('a.ts', source).map(({ name }) => name)).toEqual(['readA', 'isB', 'readC'])
  expect(slowUnit((text) => /\s+x/.test(text))).toBe(' ')
  expect(slowUnit((text) => text.split(' ').map((word) => word.trim()))).toBeUndefined()
})
