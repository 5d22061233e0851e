import { capacityByExceptions, type DayException, exceptionsFor } from './exceptions.ts'
import {
  blockEnd,
  detailField,
  endOfPatterns,
  experienceField,
  type ExperienceTable,
  idLength,
  patternField,
} from './experience-table.ts'
import { type IdWords, isSameId } from './id-table.ts'

const dayMilliseconds = 86_400_000
const hourMilliseconds = 3_600_000

/** What else decides whether a vineyard has slots: closures in days, and legacy slots in milliseconds, since 1970. */
export type SlotChanges = { closures: DayException[]; legacy: { experience: IdWords; starts_at: number }[] }

const offsets = new Map<number, number>()

/** London's offset from UTC in milliseconds. It only changes on the hour. */
function londonOffset(instant: number): number {
  const hour = Math.floor(instant / hourMilliseconds)
  return offsets.getOrInsertComputed(
    hour,
    () =>
      Temporal.Instant.fromEpochMilliseconds(hour * hourMilliseconds).toZonedDateTimeISO('Europe/London')
        .offsetNanoseconds / 1_000_000,
  )
}

/** The instant of a wall-clock time, the first of two, or undefined if the clocks skip it. Same rule as SQL `london_instant`. */
export function londonInstant(wall: number): number | undefined {
  return [wall - hourMilliseconds, wall].find((instant) => instant + londonOffset(instant) === wall)
}

/**
 * When booking closes for the last slot that can be booked on a day, full or not. From the end of that day on any later slot
 * may stand for the last. Zero without slots. Same rules as the SQL function `slots_of`.
 */
export function closingTime(
  table: ExperienceTable,
  block: number,
  { closures, legacy }: SlotChanges,
  today: number,
): number {
  const { experiences, details, ids } = table
  const tomorrow = londonInstant((today + 1) * dayMilliseconds) ?? 0
  let latest = 0
  const end = blockEnd(experiences, block)
  for (let at = block + 1; at < end; at += experienceField.length) {
    const detail = experiences[at + experienceField.details] ?? 0
    const id = details[detail + detailField.ids] ?? 0
    const cutoff = (details[detail + detailField.cutoff] ?? 0) * 60_000
    const lastDay = today + (details[detail + detailField.horizon] ?? 0)
    const lasts = (experiences[at + experienceField.minutes] ?? 0) * 60_000
    const own = exceptionsFor(closures, ids, id)
    /** Takes a start into account, unless it is closed or skipped by the clocks. */
    const add = (wall: number, pattern: number | null) => {
      const starts = londonInstant(wall)
      if (starts === undefined || starts - cutoff <= latest) return
      if (own.length > 0 && isClosed(own, ids, pattern, wall, starts + lasts)) return
      latest = starts - cutoff
    }
    const patternsEnd = endOfPatterns(details, detail)
    let patternId = id
    for (let pattern = detail + detailField.length; pattern < patternsEnd; pattern += patternField.length) {
      patternId += idLength
      const last = Math.min(lastDay, details[pattern + patternField.until] ?? 0)
      const minute = details[pattern + patternField.start] ?? 0
      for (let day = Math.max(today, details[pattern + patternField.from] ?? 0); day <= last; day++) {
        if (!runsOn(details, pattern, day)) continue
        add(day * dayMilliseconds + minute * 60_000, patternId)
        if (latest >= tomorrow) return latest
      }
    }
    for (const { experience, starts_at } of legacy) {
      if (!isSameId(experience, 0, ids, id)) continue
      const wall = starts_at + londonOffset(starts_at)
      const day = Math.floor(wall / dayMilliseconds)
      let hasPattern = false
      for (let pattern = detail + detailField.length; pattern < patternsEnd; pattern += patternField.length)
        hasPattern ||= runsOn(details, pattern, day)
      if (day >= today && day <= lastDay && !hasPattern) add(wall, null)
      if (latest >= tomorrow) return latest
    }
  }
  return latest
}

/** Whether a pattern has a start on a day, before any exception. */
function runsOn(details: number[], pattern: number, day: number): boolean {
  // 1 January 1970 was a Thursday.
  const weekday = 1 << ((day + 3) % 7)
  return (
    ((details[pattern + patternField.weekdays] ?? 0) & weekday) !== 0 &&
    day >= (details[pattern + patternField.from] ?? 0) &&
    day <= (details[pattern + patternField.until] ?? 0)
  )
}

function isClosed(
  closures: DayException[],
  ids: number[],
  pattern: number | null,
  wall: number,
  ends_at: number,
): boolean {
  const day = Math.floor(wall / dayMilliseconds)
  const seconds = (clock: number) => (clock - day * dayMilliseconds) / 1000
  const ofDay = closures
    .map((closure) => ({
      ...closure,
      first_day: closure.first_day - day,
      last_day: closure.last_day - day,
    }))
    .filter(({ hours, first_day, last_day }) => hours !== null || (first_day <= 0 && last_day >= 0))
  const span = { from: seconds(wall), until: seconds(ends_at + londonOffset(ends_at)) }
  return capacityByExceptions(ofDay, ids, pattern, span) === 0
}
