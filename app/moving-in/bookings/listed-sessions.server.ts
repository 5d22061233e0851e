// What the site already has for a list of bookings: the experiences, the sessions on the listed days, and the bookings.
import type { Slot } from '../../availability/slot.ts'
import { type Experience, type GroupSizes, largestParty } from '../../catalogue/experiences/experience.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { idFrom } from '../../platform/database/id-from.server.ts'
import type { Day } from '../../platform/days.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import {
  type BookingRow,
  type KnownBooking,
  listedNameOf,
  noSessionSentence,
  plainText,
  spansOf,
} from './booking-list.ts'

/** A slot that staff can book. */
export type StaffSlot = Pick<
  Slot,
  'pattern_id' | 'availability_id' | 'slot_date' | 'start_time' | 'remaining'
> & {
  experience_id: string
}

/** The fields of an experience that an import needs. */
export type ListedExperience = GroupSizes &
  Pick<Experience, 'id' | 'title' | 'is_active' | 'price_per_person'> & { external_reference: string | null }
/** A name in the list, and the experience that it stands for. */
export type ListedName = { name: string; experience: ListedExperience | undefined; rows: number }

/**
 * Finds the experience for each name in the list: the experience that staff chose, or else the experience with the listed
 * reference or title.
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

type Existing = KnownBooking & { external_reference: string | null; idempotency_key: string | null }

/**
 * Returns a function that finds the booking of a party: the booking that an earlier import made or, if the list is the
 * site's own file of bookings, the booking with the listed reference.
 */
export async function findImported(sql: Queryable, vineyard_id: string, entries: BookingRow[]) {
  const references = entries.flatMap(orderReferences)
  const keys = entries.map((entry) => bookingImportKey(vineyard_id, entry))
  const rows = await sql<Existing[]>`
    select id, reference, case when channel = 'import' then external_reference end as external_reference,
      idempotency_key, booking_date, coalesce(start_time, '12:00') as start_time, number_of_guests, status, attendance,
      guest_name, guest_email, erased_at
    from bookings
    where vineyard_id = ${vineyard_id} and (reference = any(${references}) or channel = 'import'
      and (external_reference = any(${references}) or idempotency_key = any(${keys})))`
  const by_reference = new Map(
    rows.flatMap((row) => [[row.external_reference, row] as const, [row.reference, row] as const]),
  )
  const by_key = new Map(rows.map((row) => [row.idempotency_key, row]))
  return (row: BookingRow, key: string): Existing | undefined => {
    const known = by_key.get(key) ?? (row.reference === null ? undefined : by_reference.get(row.reference))
    const { reference = null, anyStart = false } = row.earlier_reference ?? {}
    const earlier = known === undefined && reference !== null ? by_reference.get(reference) : undefined
    if (!earlier || anyStart) return known ?? earlier
    const isSame =
      row.day === earlier.booking_date &&
      (row.time ?? earlier.start_time.slice(0, 5)) === earlier.start_time.slice(0, 5)
    return isSame ? earlier : undefined
  }
}

/**
 * Returns the idempotency key of a row: a hash of its reference or, without a reference, of its experience,
 * start, party size and guest.
 */
export function bookingImportKey(vineyard_id: string, row: BookingRow): string {
  const { reference, day, time, guests, guest_name, guest_email, guest_phone } = row
  const said = [
    listedNameOf(row),
    day,
    time,
    guests,
    plainText(guest_name),
    guest_email?.toLowerCase(),
    guest_phone,
  ]
  return idFrom(JSON.stringify(['import', vineyard_id, reference ?? said]))
}

/** Returns the references that the list may use for the order of a party. */
export const orderReferences = ({ reference, earlier_reference }: BookingRow) =>
  reference === null ? [] : [reference, ...(earlier_reference ? [earlier_reference.reference] : [])]
