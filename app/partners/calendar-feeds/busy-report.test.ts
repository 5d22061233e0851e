import { expect, test } from 'vitest'

import { calendarOf } from '../../../test/calendar.ts'
import { readBusy } from './busy.server.ts'
import { NotACalendar } from './calendar-entries.server.ts'
import { readClosedDays } from './import-calendar.server.ts'

const year = { from: new Date('2026-01-01T00:00:00Z'), until: new Date('2027-01-01T00:00:00Z') }
const own = new Set<string>()
const times = (text: string) =>
  readBusy(text, year, own)
    .busy.map((busy) =>
      busy.kind === 'time' ? `${utc(busy.from)}/${utc(busy.until)}` : `${busy.from}/${busy.until}`,
    )
    .toSorted()
const utc = (instant: Date) => instant.toISOString().slice(0, 16)
const london = (time: string) => `DTSTART;TZID=Europe/London:${time}`
const report = (text: string) => readBusy(text, year, own).report
/** Returns the problems that staff see, each with the title of its entry. */
const told = (text: string) => report(text).named_entries.map(({ problem, title }) => `${problem}: ${title}`)

test('reads rules with spaces or in lower case, and closes only the first date of an entry with a bad rule', () => {
  const rule = (text: string) => ['UID:1', london('20260601T100000'), 'DURATION:PT1H', 'SUMMARY:Club', text]
  expect(times(calendarOf(rule('RRULE:freq=weekly; COUNT=3;BYDAY=MO, TU')))).toEqual([
    '2026-06-01T09:00/2026-06-01T10:00',
    '2026-06-02T09:00/2026-06-02T10:00',
    '2026-06-08T09:00/2026-06-08T10:00',
  ])
  for (const bad of [
    'FREQ=WEEKLY;BYDAY=XX',
    'FREQ=WEEKLY;BYDAY=MO;BYDAY=TU',
    'COUNT=3',
    'FREQ=DAILY;UNTIL=later',
    'FREQ=YEARLY;BYEASTER=-2',
  ]) {
    const calendar = calendarOf(rule(`RRULE:${bad}`))
    expect(times(calendar), bad).toEqual(['2026-06-01T09:00/2026-06-01T10:00'])
    expect(told(calendar), bad).toEqual(['unread: Club'])
  }
})

test('reports an entry with an EXRULE to staff, and also closes slots on the dates that the EXRULE excludes', () => {
  const calendar = calendarOf([
    'UID:1',
    london('20260601T100000'),
    'DURATION:PT1H',
    'SUMMARY:Club',
    'RRULE:FREQ=WEEKLY;COUNT=2;X-OWN=1',
    'EXRULE:FREQ=WEEKLY;INTERVAL=2',
  ])
  expect(times(calendar)).toEqual(['2026-06-01T09:00/2026-06-01T10:00', '2026-06-08T09:00/2026-06-08T10:00'])
  expect(told(calendar)).toEqual(['unread: Club'])
})

test('names entries that cannot be read, with their lines, and still closes slots for the other entries', () => {
  const calendar = calendarOf(
    ['UID:1', 'DTSTART:20261341T100000Z', 'SUMMARY:Private hire\\, all\\nday'],
    ['UID:2', 'DTSTART:20260601T100000Z', 'DURATION:PT1H'],
    ['UID:3', 'SUMMARY:No start'],
    ['UID:4', 'SUMMARY:No start, but free', 'TRANSP:TRANSPARENT'],
    ['UID:5', 'DTSTART:20260602T100000Z', 'DTEND:None'],
    ['UID:6', 'DTSTART:20260603T100000Z', 'DURATION:PT1H', 'EXDATE:never'],
  )
  expect(times(calendar)).toEqual([
    '2026-06-01T10:00/2026-06-01T11:00',
    '2026-06-02T10:00/2026-06-02T10:01',
    '2026-06-03T10:00/2026-06-03T11:00',
  ])
  expect(report(calendar)).toMatchObject({ entries: 6, unread: 4, unknown_zones: 0 })
  expect(report(calendar).named_entries.map(({ title, line }) => ({ title, line }))).toEqual([
    { title: 'Private hire, all day', line: 4 },
    { title: 'No start', line: 16 },
    { title: null, line: 27 },
    { title: null, line: 33 },
  ])
})

test('an entry that repeats too often is named, and the other entries still close slots', () => {
  const endless = [
    'UID:1',
    'DTSTART:20260101T000000Z',
    'DURATION:PT1S',
    'RRULE:FREQ=SECONDLY',
    'SUMMARY:Tick',
  ]
  const calendar = calendarOf(endless, ['UID:2', 'DTSTART:20260601T100000Z', 'DURATION:PT1H'])
  expect(times(calendar)).toContain('2026-06-01T10:00/2026-06-01T11:00')
  expect(told(calendar)).toEqual(['endless: Tick'])
})

test('names the entries whose time zone is unknown', () => {
  const calendar = calendarOf(
    ['UID:1', 'SUMMARY:Tasting', 'DTSTART;TZID=Cellar:20260701T090000', 'DURATION:PT30M'],
    ['UID:2', 'SUMMARY:Long ago', 'DTSTART;TZID=Cellar:20160701T090000', 'DURATION:PT30M'],
  )
  expect(report(calendar)).toEqual({
    entries: 2,
    unread: 0,
    unknown_zones: 1,
    named_entries: [{ problem: 'unknown_zone', title: 'Tasting', line: 4, zone: 'Cellar' }],
  })
})

test('refuses a calendar without its last line, because entries may also be missing', () => {
  const cut = calendarOf(['UID:1', 'DTSTART:20260601T100000Z', 'DURATION:PT1H']).replace('END:VCALENDAR', '')
  expect(() => readBusy(cut, year, own)).toThrow(NotACalendar)
})

// ASVS 15.2.2
test('the reader and its thread reject text that is not a calendar; the thread also rejects too many closures', async () => {
  for (const text of ['', '<!doctype html><title>Sign in</title>', 'BEGIN:VCARD\r\nEND:VCARD\r\n'])
    expect(() => readBusy(text, year, own), text).toThrow(NotACalendar)
  expect(await readClosedDays('nonsense', year, own)).toEqual({ ok: false, problem: 'unreadable' })
  const many = ['00', '30'].map((minute) => [
    `UID:${minute}`,
    `DTSTART:20260101T00${minute}00Z`,
    'DURATION:PT1M',
    'RRULE:FREQ=HOURLY',
  ])
  expect(await readClosedDays(calendarOf(...many), year, own)).toEqual({ ok: false, problem: 'endless' })
  const good = calendarOf(['UID:1', 'DTSTART:20260601T100000Z', 'DURATION:PT1H'], ['UID:2'])
  expect(await readClosedDays(good, year, own)).toEqual({
    ok: true,
    value: {
      closed: [
        { starts_on: '2026-06-01', ends_on: '2026-06-01', from_time: '11:00:00', until_time: '12:00:00' },
      ],
      report: {
        entries: 2,
        unread: 1,
        unknown_zones: 0,
        named_entries: [{ problem: 'unread', title: null, line: 10, zone: null }],
      },
    },
  })
})

test('stops reading a calendar after the time limit, and returns the problem “complex”', async () => {
  const good = calendarOf(['UID:1', 'DTSTART:20260601T100000Z', 'DURATION:PT1H'])
  const budget = { time: 0, memory: 256 }
  expect(await readClosedDays(good, year, own, budget)).toEqual({ ok: false, problem: 'complex' })
})

test('refuses a calendar with more than 2 MB of entries that close slots, and does not count past entries', async () => {
  const text = `DESCRIPTION:${'x'.repeat(1000)}`
  const entries = (from: number) =>
    Array.from({ length: 3000 }, (_, n) => [
      `UID:${n}`,
      `DTSTART:${from}0601T${String(n % 24).padStart(2, '0')}0000Z`,
      'DURATION:PT1H',
      text,
    ])
  expect(await readClosedDays(calendarOf(...entries(2026)), year, own)).toEqual({
    ok: false,
    problem: 'large_entries',
  })
  expect(await readClosedDays(calendarOf(...entries(2016)), year, own)).toMatchObject({
    ok: true,
    value: { closed: [], report: { entries: 3000 } },
  })
})
