import type { Day, Time } from '../../platform/days.ts'

/** A time zone: minutes ahead of UTC, or a name of the IANA time zone database. */
export type Zone = number | string

const london = 'Europe/London'

/** For each abbreviation, the number of minutes ahead of UTC. */
const abbreviations: Record<string, number> = {
  utc: 0,
  gmt: 0,
  zulu: 0,
  wet: 0,
  west: 60,
  cet: 60,
  cest: 120,
  eet: 120,
  eest: 180,
  est: -300,
  edt: -240,
  cst: -360,
  cdt: -300,
  mst: -420,
  mdt: -360,
  pst: -480,
  pdt: -420,
}

// In Britain, BST means London's time. Windows calls the time zone of London "GMT Standard Time".
const isLondon = /london|\buk\b|\bbst\b|british|gmt standard|\blocal\b/
const offset = /(?:\b(?:utc|gmt) ?([+-]) ?|(\+))(\d{1,2})(?::?(\d\d))?(?!\d)/
const isoOffset = /:\d\d(?:[.,]\d{1,9})? ?([+-])(\d\d):?(\d\d)$/
const region =
  /\b(?:africa|america|antarctica|asia|atlantic|australia|europe|indian|pacific|etc)\/[a-z_/]{2,40}/
const unknown = /(?:\d|m\.?) ?\(?(?!SAT|OCT)[A-Z]{2,3}T\)?$/

let regions: ReadonlySet<string> | undefined

/**
 * Returns the time zone in a short text, 'unknown' for an unknown name, or undefined without a zone. London's time has
 * several names. `isIso` is true for a time after a T, where -05:00 can only be an offset and not the end of a range.
 */
export function readZone(written: string, isIso = false): Zone | undefined {
  const text = written.toLowerCase()
  if (isLondon.test(text)) return london
  const [, sign, plus, hours = '', minutes = '0'] = offset.exec(text) ?? []
  if (hours !== '') return toMinutes(sign ?? plus, hours, minutes)
  const exact = isoOffset.exec(text)
  // In a text without seconds, such as 10:00-11:30, the second time is an end and not an offset.
  if (exact && (isIso || /:\d\d:\d\d/.test(text))) return toMinutes(exact[1], exact[2], exact[3])
  const name = region.exec(text)?.[0]
  if (name !== undefined) {
    regions ??= new Set(Intl.supportedValuesOf('timeZone').map((each) => each.toLowerCase()))
    return /^etc\/(?:utc|gmt)$/.test(name) ? 0 : regions.has(name) ? name : 'unknown'
  }
  const short = text.split(/[^a-z]+/).find((word) => Object.hasOwn(abbreviations, word))
  if (short !== undefined) return abbreviations[short]
  if (/\dz$|universal/.test(text)) return 0
  return unknown.test(written) ? 'unknown' : undefined
}

const toMinutes = (sign = '+', hours = '0', minutes = '0') =>
  (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)

/** Returns a day and time of another zone as London's day and time. */
export function toLondon(day: Day, time: Time, zone: Zone): { day: Day; time: Time } {
  if (zone === london) return { day, time }
  const there = Temporal.PlainDateTime.from(`${day}T${time}`)
  const instant =
    typeof zone === 'number'
      ? there.toZonedDateTime('UTC').subtract({ minutes: zone })
      : there.toZonedDateTime(zone)
  const here = instant.withTimeZone(london)
  return { day: here.toPlainDate().toString(), time: here.toPlainTime().toString().slice(0, 5) }
}
