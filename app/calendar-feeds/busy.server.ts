import ICAL from 'ical.js'
import { tzlib_get_ical_block, tzlib_get_timezones } from 'timezones-ical-library'

/** A busy period: between two instants, or whole days in local time, `until` not included. */
export type Busy = { kind: 'time'; from: Date; until: Date } | { kind: 'days'; from: string; until: string }

export type Window = { from: Date; until: Date }

/** Thrown when the entries repeat too often to list. */
export class Endless extends Error {}

const maxSteps = 500_000
const maxBusy = 10_000
const dayLength = 86_400_000
const london = 'Europe/London'

/**
 * Returns the busy periods of an iCalendar text within a window, repetitions expanded. Skips free and cancelled entries,
 * and our own bookings, whose UID ends with `own`. Times without a known zone are London's. Throws when the text is not
 * a calendar.
 */
export function readBusy(text: string, { from, until }: Window, own: string): Busy[] {
  const busy: Busy[] = []
  let steps = 0
  for (const calendar of calendarsIn(text)) {
    for (const { main, changes } of seriesIn(calendar)) {
      if (main === undefined) {
        for (const change of changes) note(busy, new ICAL.Event(change))
        continue
      }
      if (main.getFirstPropertyValue('uid')?.toString().endsWith(own)) continue
      const event = new ICAL.Event(main, { exceptions: changes, strictExceptions: false })
      if (!event.isRecurring()) {
        note(busy, event)
        continue
      }
      // Without a rule, the library does not count the entry's own start among its dates.
      if (!main.hasProperty('rrule')) main.addPropertyWithValue('rdate', event.startDate)
      const early = new Date(from.getTime() - event.duration.toSeconds() * 1000 - dayLength)
      const starts = event.iterator()
      for (let start = starts.next(); start; start = starts.next()) {
        if (++steps > maxSteps || busy.length > maxBusy) throw new Endless()
        const at = instantOf(start)
        if (at >= until) break
        // Skip past repetitions, unless a change may have moved one of them into the window.
        if (at < early && changes.length === 0) continue
        const { item, startDate } = event.getOccurrenceDetails(start)
        note(busy, item, startDate)
      }
    }
  }
  const inWindow = busy.filter((span) =>
    span.kind === 'time'
      ? span.until > from && span.from < until
      : span.until >= from.toISOString().slice(0, 10) && span.from <= until.toISOString().slice(0, 10),
  )
  if (inWindow.length > maxBusy) throw new Endless()
  return inWindow
}

function note(busy: Busy[], event: ICAL.Event, start: ICAL.Time | null = event.startDate): void {
  if (!start || isFree(event.component)) return
  if (start.isDate) {
    const days = Math.max(1, Math.round(event.duration.toSeconds() / 86_400))
    const after = start.clone()
    after.adjust(days, 0, 0, 0)
    busy.push({ kind: 'days', from: start.toString(), until: after.toString() })
    return
  }
  // Each repetition lasts equally long, also over a clock change.
  const from = instantOf(start)
  const until = new Date(from.getTime() + event.duration.toSeconds() * 1000)
  if (until > from) busy.push({ kind: 'time', from, until })
}

function isFree(event: ICAL.Component): boolean {
  const property = (name: string) => event.getFirstPropertyValue(name)?.toString().toUpperCase()
  return (
    property('transp') === 'TRANSPARENT' ||
    property('status') === 'CANCELLED' ||
    property('x-microsoft-cdo-busystatus') === 'FREE'
  )
}

function instantOf(time: ICAL.Time): Date {
  return new Date(time.toUnixTime() * 1000)
}

type Series = { main: ICAL.Component | undefined; changes: ICAL.Component[] }

/** Groups the entries of a calendar by UID: the newest main entry, and the changes to its repetitions. */
function seriesIn(calendar: ICAL.Component): Series[] {
  const series = new Map<string, Series>()
  for (const [n, event] of calendar.getAllSubcomponents('vevent').entries()) {
    const uid = event.getFirstPropertyValue('uid')?.toString() ?? `without ${n}`
    const known = series.get(uid) ?? { main: undefined, changes: [] }
    series.set(uid, known)
    if (event.hasProperty('recurrence-id')) known.changes.push(event)
    else if (known.main === undefined || sequenceOf(event) >= sequenceOf(known.main)) known.main = event
  }
  return [...series.values()]
}

function sequenceOf(event: ICAL.Component): number {
  return Number(event.getFirstPropertyValue('sequence') ?? 0)
}

// The library's parse tree (jCal, RFC 7265): name, parameters, type, values; and name, properties, parts.
type Property = [string, Record<string, string>, string, ...unknown[]]
type Part = [string, Property[], Part[]]

/** Parses the calendars of a text, and adds the rules of each time zone that they lack. */
function calendarsIn(text: string): ICAL.Component[] {
  const parsed = ICAL.parse(text.replace(/^\uFEFF/, '')) as unknown as Part | Part[]
  const calendars = (typeof parsed[0] === 'string' ? [parsed] : parsed) as Part[]
  if (!calendars.some(([name]) => name === 'vcalendar')) throw new Error('The text contains no calendar.')
  for (const [, , parts] of calendars) {
    const known = new Set(parts.filter(([name]) => name === 'vtimezone').map(zoneIn))
    const missing = new Set<string>()
    for (const [, properties] of parts.filter(([name]) => name === 'vevent'))
      for (const [, parameters, type, ...values] of properties) {
        if (type !== 'date-time' || values.every((value) => String(value).endsWith('Z'))) continue
        const { tzid = london } = parameters
        parameters.tzid = known.has(tzid) || rulesOf(tzid) ? tzid : london
        if (!known.has(parameters.tzid)) missing.add(parameters.tzid)
      }
    for (const zone of missing) parts.push(rulesOf(zone) as Part)
  }
  return calendars.map((calendar) => new ICAL.Component(calendar as unknown as never[]))
}

function zoneIn([, properties]: Part): string {
  return String(properties.find(([name]) => name === 'tzid')?.[3])
}

const zones = new Set(tzlib_get_timezones())
const rules = new Map<string, Part | undefined>()

function rulesOf(zone: string): Part | undefined {
  if (!rules.has(zone)) {
    const [block] = zones.has(zone) ? tzlib_get_ical_block(zone) : []
    rules.set(zone, block ? (ICAL.parse(block) as unknown as Part) : undefined)
  }
  return rules.get(zone)
}
