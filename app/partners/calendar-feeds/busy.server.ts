import { type CalendarComponent, readEntries } from './calendar-entries.server.ts'
import {
  type CalendarEvent,
  type CalendarOccurrence,
  readEvent,
  readFreeBusy,
  shortest,
  textOf,
} from './calendar-event.server.ts'
import { endOf, instantOf, momentReader } from './calendar-moment.server.ts'
import { Endless } from './calendar-rule.server.ts'
import { seriesOccurrences, type Window } from './calendar-series.server.ts'
import { maxNamed } from './calendar-source.ts'
import type { NamedEntry, ReadReport } from './read-report.ts'
import { zoneFinder } from './calendar-zone.server.ts'

/** A busy period: between two instants, or whole days in local time. `until` is the first instant or day after the period. */
export type Busy = { kind: 'time'; from: Date; until: Date } | { kind: 'days'; from: string; until: string }

/** Thrown when the entries that close slots are too long in total. */
export class TooLarge extends Error {}

const maxSize = 2 * 1024 * 1024
const maxBusy = 100_000
const maxOfEntry = 20_000

/**
 * Returns the busy periods of an iCalendar text within a window, and a report of entries with problems. Skips free and cancelled
 * entries, and entries whose UID is in `own`: the vineyard's bookings and held sessions. Reads an unknown time zone as London
 * time. Throws if the text is not a calendar, has too many busy periods, or has too much text in busy entries.
 */
export function readBusy(
  text: string,
  window: Window,
  own: ReadonlySet<string>,
): { busy: Busy[]; report: ReadReport } {
  const entries = readEntries(text)
  const readMoment = momentReader(zoneFinder(entries, window.from))
  const report = reporter()
  const busy: Busy[] = []
  const coming = new Map<CalendarComponent, number>()
  /** Adds a span of an entry, or adds the entry to the report. Returns whether the span is in the window. */
  const add = (entry: CalendarComponent, occurrence: CalendarOccurrence): boolean => {
    try {
      const span = busyOf(occurrence)
      if (!isWithin(span, window)) return false
      const found = (coming.get(entry) ?? 0) + 1
      if (found > maxOfEntry) report.note(entry, { problem: 'endless', zone: null })
      else busy.push(span)
      coming.set(entry, found)
      return true
    } catch {
      report.note(entry, { problem: 'unread', zone: null })
      return false
    }
  }

  const series = new Map<string, CalendarEvent[]>()
  for (const entry of entries) {
    if (!countedNames.has(entry.name)) continue
    report.count()
    const uid = textOf(entry, 'UID')
    if (own.has(uid.toLowerCase())) continue
    const note = (doubt: Pick<NamedEntry, 'problem' | 'zone'>) => report.note(entry, doubt)
    if (entry.name === 'VAVAILABILITY') note({ problem: 'unread', zone: null })
    if (entry.name === 'VFREEBUSY')
      for (const occurrence of readFreeBusy(entry, readMoment, note)) add(entry, occurrence)
    if (entry.name !== 'VEVENT') continue
    const event = readEvent(entry, readMoment, note)
    if (!event) continue
    const id = uid || `without ${entry.line}`
    const others = series.get(id)
    if (others) others.push(event)
    else series.set(id, [event])
  }
  for (const events of series.values())
    for (const { event, ...occurrence } of seriesOccurrences(events, window, report.note)) {
      if (add(event.entry, occurrence)) for (const doubt of event.doubts) report.note(event.entry, doubt)
      if (busy.length > maxBusy) throw new Endless()
    }
  const size = coming.keys().reduce((sum, entry) => sum + entry.size, 0)
  if (size > maxSize) throw new TooLarge()
  return { busy, report: report.result }
}

const countedNames = new Set(['VEVENT', 'VFREEBUSY', 'VAVAILABILITY'])

function busyOf({ start, length }: CalendarOccurrence): Busy {
  const end = endOf(start, length)
  if (start.kind === 'day' && typeof end !== 'number' && end.kind === 'day')
    return { kind: 'days', from: start.day.toString(), until: end.day.toString() }
  const from = instantOf(start)
  const until = typeof end === 'number' ? end : instantOf(end)
  return { kind: 'time', from: new Date(from), until: new Date(Math.max(until, from + shortest)) }
}

function isWithin(span: Busy, { from, until }: Window): boolean {
  return span.kind === 'time'
    ? span.until > from && span.from < until
    : span.until > from.toISOString().slice(0, 10) && span.from <= until.toISOString().slice(0, 10)
}

/** Collects the report about a calendar. Counts an entry at most once as unread, and at most once for its unknown zone. */
function reporter() {
  const result: ReadReport = { entries: 0, unread: 0, unknown_zones: 0, named_entries: [] }
  const noted = new Set<string>()
  return {
    result,
    count: () => void result.entries++,
    note: (entry: CalendarComponent, { problem, zone }: Pick<NamedEntry, 'problem' | 'zone'>) => {
      const of = problem === 'unknown_zone' ? 'unknown_zones' : 'unread'
      const key = `${of} ${entry.line}`
      if (noted.has(key)) return
      noted.add(key)
      result[of]++
      if (result.named_entries.length < maxNamed)
        result.named_entries.push({ problem, zone, title: titleOf(entry), line: entry.line })
    },
  }
}

/** Returns an entry's SUMMARY as one line of at most 80 characters, or null. */
function titleOf(entry: CalendarComponent): string | null {
  const text = textOf(entry, 'SUMMARY')
    .slice(0, 200)
    .replaceAll(/\\[nN]/g, ' ')
    .replaceAll(/\\(.)/g, '$1')
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
  return text.length > 80 ? `${text.slice(0, 79)}…` : text || null
}
