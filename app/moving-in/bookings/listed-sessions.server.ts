import { largestParty } from '../../catalogue/experiences/experience.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import type { Day, Time } from '../../platform/days.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import { type BookingRow, listedNameOf, noSessionSentence, plainText, spansOf } from './booking-list.ts'

/** A slot that staff can book. */
export type StaffSlot = {
  experience_id: string
  pattern_id: string | null
  availability_id: string | null
  slot_date: Day
  start_time: Time
  remaining: number
}

/** The fields of an experience that an import needs. */
export type ListedExperience = {
  id: string
  title: string
  external_reference: string | null
  is_active: boolean
  min_group_size: number
  max_group_size: number | null
  price_per_person: number
}
/** A name in the list, and the experience that it stands for. */
export type ListedName = { name: string; experience: ListedExperience | undefined; rows: number }

/**
 * Finds the experience for each name in the list: the experience that staff chose, or the one with that reference or title.
 */
export function nameExperiences(
  entries: BookingRow[],
  experiences: ListedExperience[],
  chosen: readonly { name: string; experience_id: string | null }[],
): Map<string, ListedName> {
  const names = new Map<string, ListedName>()
  for (const entry of entries) {
    const name = listedNameOf(entry)
    const known = names.get(name)
    if (known) {
      known.rows++
      continue
    }
    const choice = chosen.find((each) => each.name === name)
    const { reference, title } = entry.experience
    const experience = choice
      ? experiences.find(({ id }) => id === choice.experience_id)
      : (experiences.find((each) => reference !== '' && each.external_reference === reference) ??
        experiences.find((each) => title !== '' && each.external_reference === title) ??
        experiences.find((each) => title !== '' && plainText(each.title) === plainText(title)))
    names.set(name, { name, experience, rows: 1 })
  }
  return names
}

const slotKey = (experience_id: string, day: Day) => `${experience_id} ${day}`

/** Returns the slots that staff can book on the days of the list, by experience and day. */
export async function findStaffSlots(
  sql: Queryable,
  names: Map<string, ListedName>,
  entries: BookingRow[],
  now: Date,
) {
  const days = Map.groupBy(entries, (entry) => names.get(listedNameOf(entry))?.experience?.id)
  const found: StaffSlot[] = []
  for (const [experience_id, group] of days) {
    if (experience_id === undefined) continue
    for (const [from, until] of spansOf(group.map(({ day }) => day)))
      found.push(
        ...(await sql<StaffSlot[]>`
          select ${experience_id} as experience_id, s.pattern_id, s.availability_id, s.slot_date, s.start_time, s.remaining
          from slots_for(${experience_id}, ${from}, ${until}, ${now}, true, null) s
          order by s.slot_date, s.start_time`),
      )
  }
  return Map.groupBy(found, (slot) => slotKey(slot.experience_id, slot.slot_date))
}

/** Returns the slot for a party, or a sentence that says why there is none. */
export function findListedSlot(
  row: BookingRow,
  { names, slots }: { names: Map<string, ListedName>; slots: Map<string, StaffSlot[]> },
  today: Day,
): Result<StaffSlot, string> {
  const name = listedNameOf(row)
  const experience = names.get(name)?.experience
  if (!experience)
    return refused(`There is no experience “${name.slice(0, 60)}”. Choose the matching experience above.`)
  const { id, title, is_active, min_group_size } = experience
  if (!is_active) return refused(`${title} is off sale. Put it on sale, then import again.`)
  const largest = largestParty(experience)
  if (row.guests < min_group_size || row.guests > largest)
    return refused(
      `${title} takes parties of ${min_group_size} to ${largest}. Change its party sizes, then import again.`,
    )
  const starts = slots.get(slotKey(id, row.day)) ?? []
  const slot =
    row.time === null && starts.length === 1
      ? starts[0]
      : starts.find(({ start_time }) => start_time.slice(0, 5) === row.time)
  return slot
    ? ok(slot)
    : refused(
        noSessionSentence(
          title,
          row,
          starts.map(({ start_time }) => start_time),
          today,
        ),
      )
}
