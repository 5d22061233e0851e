import type { CalendarComponent } from './calendar-entries.server.ts'
import type { CalendarEvent, CalendarOccurrence } from './calendar-event.server.ts'
import { type CalendarMoment, instantOf, london, momentAt, wallOf } from './calendar-moment.server.ts'
import { Endless, expandRule } from './calendar-rule.server.ts'
import type { NamedEntry } from './read-report.ts'

export type Window = { from: Date; until: Date }

type Note = (entry: CalendarComponent, doubt: Pick<NamedEntry, 'problem' | 'zone'>) => void
type Range = { from: number; until: number }

const dayLength = 86_400_000

/**
 * Yields the occurrences, with their changes, that the events with one UID may have in a window. Uses only the series with
 * the highest SEQUENCE. A change that matches no occurrence counts as an event of its own, unless the change is older than
 * its series (RFC 5545 §3.8.4.4).
 */
export function* seriesOccurrences(
  events: CalendarEvent[],
  window: Window,
  note: Note,
): Generator<CalendarOccurrence & { event: CalendarEvent }> {
  const all = events.filter(({ changes }) => changes === undefined)
  const newest = Math.max(...all.map(({ sequence }) => sequence))
  const mains = all.filter(({ sequence }) => sequence === newest)
  const changes = newestChanges(
    events.filter((event) => event.changes !== undefined),
    mains[0],
  )
  const later = changes
    .filter(({ changesLater }) => changesLater)
    .toSorted((a, b) => changedInstant(a) - changedInstant(b))
  // A change may move an occurrence from outside into the window.
  const shift = Math.max(
    0,
    ...later.map((change) => Math.abs(instantOf(change.start) - changedInstant(change))),
  )
  const range = { from: window.from.getTime() - shift, until: window.until.getTime() + shift }
  for (const main of mains) {
    const changed = new Set(changes.map((change) => changeKey(change, main)))
    for (const occurrence of occurrencesOf(main, range, note)) {
      if (keysOf(occurrence.start).some((key) => changed.has(key))) continue
      const instant = instantOf(occurrence.start)
      const change = later.findLast((each) => changedInstant(each) < instant)
      if (change) {
        if (!change.isFree)
          yield { event: change, start: shifted(occurrence.start, change), length: change.length }
      } else if (!main.isFree) yield { event: main, ...occurrence }
    }
  }
  for (const change of changes) {
    if (change.isFree) continue
    const isOlder = mains.length > 0 && change.sequence < newest
    if (isOlder && !mains.some((main) => contains(main, change))) continue
    for (const occurrence of occurrencesOf(change, range, note)) yield { event: change, ...occurrence }
  }
}

/** Returns, for each changed occurrence, the changes with the highest SEQUENCE. */
function newestChanges(changes: CalendarEvent[], main: CalendarEvent | undefined): CalendarEvent[] {
  const of = Map.groupBy(changes, (change) => changeKey(change, main ?? change))
  return [...of.values()].flatMap((same) => {
    const newest = Math.max(...same.map(({ sequence }) => sequence))
    return same.filter(({ sequence }) => sequence === newest)
  })
}

function changedInstant(change: CalendarEvent): number {
  return instantOf(change.changes ?? change.start)
}

/** Returns a key of the occurrence that an event changes: its instant, or its day if the event or its series has no time. */
function changeKey({ changes, start }: CalendarEvent, main: CalendarEvent): string {
  const moment = changes ?? start
  return main.start.kind === 'day' || moment.kind === 'day' ? dayKey(moment) : String(instantOf(moment))
}

/** Returns the keys by which a change or an exclusion may refer to an occurrence. */
function keysOf(start: CalendarMoment): string[] {
  const day = wallOf(start).toPlainDate().toString()
  return start.kind === 'day' ? [day] : [String(instantOf(start)), day]
}

/**
 * Returns the day that a reference to an occurrence means. Any time other than midnight is converted to London time,
 * because some calendars write London's midnight in another zone.
 */
function dayKey(moment: CalendarMoment): string {
  if (moment.kind === 'day') return moment.day.toString()
  const isMidnight = moment.wall.toPlainTime().equals(new Temporal.PlainTime())
  return (isMidnight ? moment.wall : london.toWall(instantOf(moment))).toPlainDate().toString()
}

/** Moves a start by the difference between the original and the new start of `change`. */
function shifted(start: CalendarMoment, change: CalendarEvent): CalendarMoment {
  const zone = change.start.kind === 'time' ? change.start.zone : london
  const there = (moment: CalendarMoment) =>
    moment.kind === 'day' ? wallOf(moment) : zone.toWall(instantOf(moment))
  const moved = there(change.changes ?? change.start).until(wallOf(change.start))
  return momentAt(change.start, there(start).add(moved))
}

function contains(main: CalendarEvent, change: CalendarEvent): boolean {
  const instant = changedInstant(change)
  const near = { from: instant - dayLength, until: instant + dayLength }
  const key = changeKey(change, main)
  return occurrencesOf(main, near, () => {}).some(({ start }) => keysOf(start).includes(key))
}

/** Returns the occurrences of one event that may overlap a range of instants. Excluded occurrences are left out. */
function occurrencesOf(event: CalendarEvent, range: Range, note: Note): CalendarOccurrence[] {
  const { start, length, rules, extra } = event
  const repeated = rules.flatMap((rule) => {
    try {
      return repetitionsOf(event, rule, range)
    } catch (error) {
      // Without this rule, the first occurrence and the extra dates of the event still close slots.
      if (!event.isFree)
        note(event.entry, { problem: error instanceof Endless ? 'endless' : 'unread', zone: null })
      return []
    }
  })
  const excluded = new Set(
    event.excluded.map((moment) =>
      start.kind === 'day' || moment.kind === 'day' ? dayKey(moment) : String(instantOf(moment)),
    ),
  )
  const found = new Map<string, CalendarOccurrence>()
  for (const occurrence of [{ start, length }, ...repeated, ...extra]) {
    const keys = keysOf(occurrence.start)
    if (keys.some((key) => excluded.has(key))) continue
    // The key includes the length, because a period of an RDATE may start at the same time as another occurrence.
    found.set(`${keys[0]} ${String(occurrence.length)}`, occurrence)
  }
  return [...found.values()]
}

function repetitionsOf({ start, length }: CalendarEvent, rule: string, { from, until }: Range) {
  const lasts =
    typeof length === 'number'
      ? length
      : length.total({ unit: 'hours', relativeTo: '2026-01-01' }) * 3_600_000
  const { toWall } = start.kind === 'time' ? start.zone : london
  const walls = { from: toWall(from - lasts - dayLength), until: toWall(until + dayLength) }
  return expandRule(rule, wallOf(start), walls, toWall).map((wall) => ({
    start: momentAt(start, wall),
    length,
  }))
}
