import { RRuleTemporal } from 'rrule-temporal'
import { WINDOWS_TO_IANA_MAP } from 'windows-iana'

import type { CalendarComponent } from './calendar-entries.server.ts'
import { ruleLimits } from './calendar-rule.server.ts'

/** Converts between instants, in milliseconds, and the wall-clock times of one time zone. */
export type CalendarZone = {
  toInstant: (wall: Temporal.PlainDateTime) => number
  toWall: (instant: number) => Temporal.PlainDateTime
}

/** Returns the zone with an IANA name, or with a fixed offset such as +01:00. */
export function zoneNamed(name: string): CalendarZone {
  return {
    toInstant: (wall) => wall.toZonedDateTime(name).epochMilliseconds,
    toWall: (instant) => zonedAt(instant, name).toPlainDateTime(),
  }
}

/** The Windows names of time zones in lower case, each with its IANA zone from the Unicode CLDR. */
const windowsZones = new Map(
  WINDOWS_TO_IANA_MAP.filter(({ territory }) => territory === '001').map(({ windowsName, iana }) => [
    windowsName.toLowerCase(),
    iana[0],
  ]),
)

/** The IANA zones by the last part of their name in lower case, such as "new_york". */
const cities = new Map(
  Intl.supportedValuesOf('timeZone').map((name) => [
    name.slice(name.lastIndexOf('/') + 1).toLowerCase(),
    name,
  ]),
)

/**
 * Returns a function that finds the zone of a TZID by its name, because the rules in files are often incomplete. If the name is
 * unknown or has a fixed offset, the function prefers the rules. Without a known name and without rules, it returns undefined.
 */
export function zoneFinder(
  entries: CalendarComponent[],
  from: Date,
): (id: string) => CalendarZone | undefined {
  const written = new Map<string, CalendarComponent>()
  for (const entry of entries.filter(({ name }) => name === 'VTIMEZONE')) {
    const id = entry.properties.get('TZID')?.[0]?.value
    if (id !== undefined) written.set(id, entry)
  }
  const found = new Map<string, CalendarZone | undefined>()
  return (id) => {
    if (!found.has(id)) found.set(id, findZone(id, written.get(id), from))
    return found.get(id)
  }
}

function findZone(id: string, rules: CalendarComponent | undefined, from: Date): CalendarZone | undefined {
  const location = rules?.properties.get('X-LIC-LOCATION')?.[0]?.value
  const name = regionOf(id) ?? (location === undefined ? undefined : regionOf(location))
  const own = rules && (name === undefined || isFixed(name, from)) ? zoneOfRules(rules, from) : undefined
  return own ?? (name === undefined ? undefined : zoneNamed(name))
}

function isFixed(name: string, from: Date): boolean {
  return zonedAt(from.getTime(), name).getTimeZoneTransition('next') === null
}

/** Returns the IANA zone or offset that a name means. Accepts IANA and Windows names, with or without a prefix. */
function regionOf(id: string): string | undefined {
  const name = id.slice(0, 200).trim()
  // Windows writes zones as "(UTC+01:00) Amsterdam, Berlin".
  const shown = name.startsWith('(') ? name.slice(name.indexOf(')') + 1).trim() : name
  const parts = shown.replaceAll(' ', '_').split('/')
  const windows = shown.toLowerCase()
  // "Eastern Time (US & Canada)" and "Eastern Daylight Time" both mean the zone "Eastern Standard Time".
  const [area = ''] = windows.replace(/ daylight time$/, ' time').split(' (', 1)
  return (
    windowsZones.get(windows) ??
    windowsZones.get(area.replace(/ time$/, ' standard time')) ??
    // Uses the longest ending that is a zone name, such as "Europe/London" in
    // "/mozilla.org/20050126_1/Europe/London".
    parts.map((_, n) => parts.slice(n).join('/')).find(isZone) ??
    shown
      .split(',')
      .map((city) => cities.get(city.trim().replaceAll(' ', '_').toLowerCase()))
      .find((zone) => zone !== undefined) ??
    offsetOf(name)
  )
}

function isZone(name: string): boolean {
  if (!/^[a-z]/i.test(name)) return false
  try {
    zonedAt(0, name)
    return true
  } catch {
    return false
  }
}

/** Returns the offset that a text such as "GMT+0100", "UTC+1" or "+01:00" means, in the form +01:00. */
function offsetOf(name: string): string | undefined {
  if (/^z$/i.test(name)) return 'UTC'
  const [, sign = '', hours = '', minutes = '00'] = /^(?:gmt|utc)? ?([+-])(\d\d?):?(\d\d)?$/i.exec(name) ?? []
  return sign && Number(hours) < 24 && Number(minutes) < 60
    ? `${sign}${hours.padStart(2, '0')}:${minutes}`
    : undefined
}

/** A change of the clocks: the wall-clock time at which they change, and the offsets in seconds before and after. */
type ClockChange = { starts: Temporal.PlainDateTime; from: number; to: number }

/** Returns the zone that a VTIMEZONE defines, or undefined if its rules cannot be read. */
function zoneOfRules({ parts }: CalendarComponent, from: Date): CalendarZone | undefined {
  try {
    const changes = parts
      .flatMap((part) => clockChanges(part, from))
      .toSorted((a, b) => Temporal.PlainDateTime.compare(a.starts, b.starts))
    const [first] = changes
    if (!first) return undefined
    const offsetAt = (isAfter: (change: ClockChange) => boolean) =>
      changes.findLast(isAfter)?.to ?? first.from
    return {
      toInstant: (wall) => {
        const change = changes.findLast(({ starts }) => Temporal.PlainDateTime.compare(starts, wall) <= 0)
        if (!change) return utcOf(wall) - first.from * 1000
        // A time that the clocks skip has the offset from before the change (RFC 5545 §3.3.5).
        const isSkipped =
          Temporal.PlainDateTime.compare(wall, change.starts.add({ seconds: change.to - change.from })) < 0
        return utcOf(wall) - (isSkipped ? change.from : change.to) * 1000
      },
      toWall: (instant) => {
        const offset = offsetAt(({ starts, from }) => utcOf(starts) - from * 1000 <= instant)
        return zonedAt(instant + offset * 1000, 'UTC').toPlainDateTime()
      },
    }
  } catch {
    return undefined
  }
}

function clockChanges({ properties }: CalendarComponent, window: Date): ClockChange[] {
  const text = (name: string) => properties.get(name)?.[0]?.value ?? ''
  const [from, to] = [secondsOf(text('TZOFFSETFROM')), secondsOf(text('TZOFFSETTO'))]
  const first = Temporal.PlainDateTime.from(text('DTSTART'))
  const dates = (properties.get('RDATE') ?? []).flatMap(({ value }) => value.split(','))
  const near = zonedAt(window.getTime(), 'UTC')
  const rule = text('RRULE')
  const repeated = rule
    ? new RRuleTemporal({
        rruleString: rule,
        dtstart: first.toZonedDateTime('UTC'),
        temporal: Temporal,
        ...ruleLimits,
      }).between(near.subtract({ years: 3 }), near.add({ years: 3 }), true)
    : []
  const starts = [
    first,
    ...dates.map((date) => Temporal.PlainDateTime.from(date)),
    ...repeated.map((date) => date.toPlainDateTime()),
  ]
  return starts.map((starts) => ({ starts, from, to }))
}

/** Returns an offset in seconds, from a text such as +HHMM or +HHMMSS. */
function secondsOf(offset: string): number {
  const [, sign, hours, minutes, seconds = 0] = /^([+-])(\d\d):?(\d\d):?(\d\d)?$/.exec(offset) ?? []
  if (sign === undefined) throw new RangeError(`No offset: ${offset}`)
  return (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * (sign === '-' ? -1 : 1)
}

function utcOf(wall: Temporal.PlainDateTime): number {
  return wall.toZonedDateTime('UTC').epochMilliseconds
}

/** Returns an instant in milliseconds as the time in a zone. */
function zonedAt(instant: number, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone)
}
