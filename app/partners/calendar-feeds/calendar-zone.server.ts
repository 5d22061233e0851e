import { WINDOWS_TO_IANA_MAP } from 'windows-iana'

import type { CalendarComponent } from './calendar-entries.server.ts'
import { type CalendarZone, zoneOfRules } from './calendar-zone-rules.server.ts'

/** Returns the zone with an IANA name, or with a fixed offset such as +01:00. */
export function zoneNamed(name: string): CalendarZone {
  return {
    toInstant: (wall) => wall.toZonedDateTime(name).epochMilliseconds,
    toWall: (instant) =>
      Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(name).toPlainDateTime(),
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
  const then = Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO(name)
  return then.getTimeZoneTransition('next') === null
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
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
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
