/** A property of an entry, as the calendar writes it. */
export type CalendarProperty = { parameters: Map<string, string>; value: string }

/** A part of a calendar, such as a VEVENT. Properties that the reader does not use are left out. */
export type CalendarComponent = {
  name: string
  /** The number of the line with the part's BEGIN. */
  line: number
  /** The length of the part's text in characters. */
  size: number
  properties: Map<string, CalendarProperty[]>
  /** The STANDARD and DAYLIGHT parts of a VTIMEZONE. */
  parts: CalendarComponent[]
}

/**
 * Thrown if a text is not a calendar. Also thrown if its last line is missing, because entries may then be missing too.
 */
export class NotACalendar extends Error {}

const dated = new Set(['DTSTART', 'DTEND', 'RECURRENCE-ID', 'RDATE', 'EXDATE', 'FREEBUSY'])
const others =
  'BEGIN END UID SEQUENCE SUMMARY STATUS TRANSP X-MICROSOFT-CDO-BUSYSTATUS DURATION RRULE EXRULE TZID X-LIC-LOCATION TZOFFSETFROM TZOFFSETTO'
const read = new Set([...dated, ...others.split(' ')])
const entryNames = new Set(['VEVENT', 'VFREEBUSY', 'VTODO', 'VJOURNAL', 'VTIMEZONE', 'VAVAILABILITY'])
const zoneParts = new Set(['STANDARD', 'DAYLIGHT'])

/** The length of the longest line that is read, after unfolding. It has room for 5,000 dates. */
const maxLine = 100_000

/**
 * Returns the entries and time zones of an iCalendar text (RFC 5545 §3.1). Lines that are no properties are
 * skipped, because some programs do not escape the line breaks inside a property.
 */
export function readEntries(text: string): CalendarComponent[] {
  const found: CalendarComponent[] = []
  // The open alarms and unknown parts inside an entry. Their properties do not belong to the entry.
  let inside: string[] = []
  let calendars = 0
  let isOpen = false
  let entry: CalendarComponent | undefined
  let part: CalendarComponent | undefined
  for (const { content, line, start, end } of unfoldedLines(text)) {
    const property = readProperty(content)
    if (!property) continue
    const { name, value } = property
    const of = value.trim().toUpperCase()
    if (name === 'BEGIN') {
      if (of === 'VCALENDAR') {
        calendars++
        isOpen = true
        entry = part = undefined
        inside = []
      } else if (entryNames.has(of)) {
        // An entry cannot contain another entry, so the END of the previous entry is missing.
        if (entry) entry.size = start - entry.size
        entry = { name: of, line, size: start, properties: new Map(), parts: [] }
        part = undefined
        inside = []
        found.push(entry)
      } else if (entry?.name === 'VTIMEZONE' && zoneParts.has(of)) {
        part = { name: of, line, size: 0, properties: new Map(), parts: [] }
        entry.parts.push(part)
      } else inside.push(of)
    } else if (name === 'END') {
      if (of === 'VCALENDAR') isOpen = false
      if (part?.name === of) part = undefined
      else if (entry?.name === of || of === 'VCALENDAR') {
        if (entry) entry.size = end - entry.size
        entry = part = undefined
      } else if (inside.at(-1) === of) inside.pop()
    } else if (entry && inside.length === 0) {
      const { properties } = part ?? entry
      const before = properties.get(name)
      if (before) before.push(property)
      else properties.set(name, [property])
    }
  }
  if (calendars === 0 || isOpen) throw new NotACalendar()
  return found
}

type UnfoldedLine = { content: string; line: number; start: number; end: number }

/** Yields the lines of a text with their continuations, whatever its line ends (RFC 5545 §3.1). */
function* unfoldedLines(text: string): Generator<UnfoldedLine> {
  const lineEnd = /\r\n|\r|\n/g
  let open: UnfoldedLine | undefined
  let line = 0
  for (let start = 0; start < text.length; ) {
    const found = lineEnd.exec(text)
    const stop = found?.index ?? text.length
    const next = found ? lineEnd.lastIndex : text.length
    line++
    const first = text[start]
    if (open && (first === ' ' || first === '\t')) {
      if (open.content.length < maxLine) open.content += text.slice(start + 1, stop)
      open.end = next
    } else if (stop > start) {
      if (open) yield open
      open = { content: text.slice(start, stop), line, start, end: next }
    }
    start = next
  }
  if (open) yield open
}

/** Returns a line's name, parameters and value, or undefined for a line without a property that the reader uses. */
function readProperty(content: string): (CalendarProperty & { name: string }) | undefined {
  const [, written] = /^\s*([A-Za-z][A-Za-z\d-]*)\s*[;:]/.exec(content.slice(0, 100)) ?? []
  const name = written?.toUpperCase() ?? ''
  if (!read.has(name)) return undefined
  // Cutting the line would silently lose dates, so its value becomes a text that no reader accepts.
  if (content.length >= maxLine) return { name, parameters: new Map(), value: '(too long)' }
  const colon = dated.has(name) ? dateStart(content) : valueStart(content)
  const parameters = new Map<string, string>()
  for (const each of outsideQuotes(content.slice(0, colon), ';').slice(1)) {
    const [parameter = '', ...value] = each.split('=')
    parameters.set(parameter.trim().toUpperCase(), value.join('=').replaceAll('"', '').trim())
  }
  return { name, parameters, value: content.slice(colon + 1).trim() }
}

/**
 * Returns the position of the colon before the first date. An earlier colon may belong to a zone without quotes, such as
 * "TZID=(UTC+01:00) Paris".
 */
function dateStart(content: string): number {
  const found = content.search(/:\s*\d{4}-?\d\d/)
  return found < 0 ? valueStart(content) : found
}

function valueStart(content: string): number {
  const [head = ''] = outsideQuotes(content, ':')
  return head.length < content.length ? head.length : content.indexOf(':')
}

/** Splits a text at a mark, except where the mark is between quotation marks. */
function outsideQuotes(text: string, mark: string): string[] {
  const pieces: string[] = []
  let isQuoted = false
  let start = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') isQuoted = !isQuoted
    else if (text[at] === mark && !isQuoted) {
      pieces.push(text.slice(start, at))
      start = at + 1
    }
  }
  return [...pieces, text.slice(start)]
}
