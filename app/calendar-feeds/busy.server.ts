import ICAL from 'ical.js'
import { tzlib_get_ical_block, tzlib_get_timezones } from 'timezones-ical-library'

/** Busy for some time, from an instant to another; or for whole days of wherever one is, the last one not included. */
export type Busy = { kind: 'time'; from: Date; until: Date } | { kind: 'days'; from: string; until: string }

export type Window = { from: Date; until: Date }

/** Thrown for what repeats more often than anybody is busy. */
export class Endless extends Error {}

const mostSteps = 500_000
const mostBusy = 10_000
const aDay = 86_400_000
const london = 'Europe/London'

/**
 * What a calendar says one is busy at within a window, however it is written: once or repeating, with what was left out,
 * moved or called off. Entries that are free or cancelled do not count, nor do those whose UID ends with `own`: they are
 * our bookings on their way back. Times without a zone, or in one that nobody knows, are London's. Throws for what is no
 * calendar.
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
      // Where no rule repeats it, the entry's own start is one of its dates all the same.
      if (!main.hasProperty('rrule')) main.addPropertyWithValue('rdate', event.startDate)
      const early = new Date(from.getTime() - event.duration.toSeconds() * 1000 - aDay)
      const starts = event.iterator()
      for (let start = starts.next(); start; start = starts.next()) {
        if (++steps > mostSteps || busy.length > mostBusy) throw new Endless()
        const at = instantOf(start)
        if (at >= until) break
        // Years of what is over are only counted; a change may have moved it to where it still counts.
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
  if (inWindow.length > mostBusy) throw new Endless()
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
  // The same time elapses at each repetition, whatever the clocks do in it.
  const from = instantOf(start)
  const until = new Date(from.getTime() + event.duration.toSeconds() * 1000)
  if (until > from) busy.push({ kind: 'time', from, until })
}

function isFree(event: ICAL.Component): boolean {
  const says = (name: string) => event.getFirstPropertyValue(name)?.toString().toUpperCase()
  return (
    says('transp') === 'TRANSPARENT' ||
    says('status') === 'CANCELLED' ||
    says('x-microsoft-cdo-busystatus') === 'FREE'
  )
}

function instantOf(time: ICAL.Time): Date {
  return new Date(time.toUnixTime() * 1000)
}

type Series = { main: ICAL.Component | undefined; changes: ICAL.Component[] }

/** The entries of a calendar by their UID: the newest of each, and what was changed of its repetitions. */
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

// As the library parses them: name, parameters, type, values; and name, properties, parts.
type Property = [string, Record<string, string>, string, ...unknown[]]
type Part = [string, Property[], Part[]]

/** Every time is given a zone whose rules stand in the calendar. */
function calendarsIn(text: string): ICAL.Component[] {
  const parsed = ICAL.parse(text.replace(/^\uFEFF/, '')) as unknown as Part | Part[]
  const calendars = (typeof parsed[0] === 'string' ? [parsed] : parsed) as Part[]
  if (!calendars.some(([name]) => name === 'vcalendar')) throw new Error('There is no calendar in it.')
  for (const [, , parts] of calendars) {
    const known = new Set(parts.filter(([name]) => name === 'vtimezone').map(zoneIn))
    const lacking = new Set<string>()
    for (const [, properties] of parts.filter(([name]) => name === 'vevent'))
      for (const [, parameters, type, ...values] of properties) {
        if (type !== 'date-time' || values.every((value) => String(value).endsWith('Z'))) continue
        const { tzid = london } = parameters
        parameters.tzid = known.has(tzid) || rulesOf(tzid) ? tzid : london
        if (!known.has(parameters.tzid)) lacking.add(parameters.tzid)
      }
    for (const zone of lacking) parts.push(rulesOf(zone) as Part)
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
    // Without the calendar around it, a zone's rules are all there is to parse.
    rules.set(zone, block ? (ICAL.parse(block) as unknown as Part) : undefined)
  }
  return rules.get(zone)
}
