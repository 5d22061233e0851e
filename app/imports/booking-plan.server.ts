import { slotId } from '../availability/slot.ts'
import type { Queryable } from '../platform/database.server.ts'
import { idFrom } from '../platform/id-from.server.ts'
import { type Day, dayOf, formatTime, type Time } from '../platform/days.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import {
  type BookingRow,
  differences,
  isPast,
  noSessionSentence,
  plainText,
  priceEach,
  spansOf,
} from './booking-list.ts'
import type { DateOrder } from './cells.ts'
import type { BookingColumn } from './columns.ts'
import type { BookingRowOutcome } from './booking-import.api.ts'
import type { UploadedFile } from './list.server.ts'
import { readSentList } from './read-list.server.ts'

/** A list of bookings with the choices of staff: the order of its dates, and experiences by what the list calls them. */
export type BookingFile = UploadedFile<BookingColumn> & {
  date_order?: DateOrder | undefined
  experiences?: { name: string; experience_id: string | null }[] | undefined
}

type Slot = {
  experience_id: string
  pattern_id: string | null
  availability_id: string | null
  slot_date: Day
  start_time: Time
  remaining: number
}
type Experience = {
  id: string
  title: string
  external_reference: string | null
  is_active: boolean
  min_group_size: number
  max_group_size: number | null
}
type Existing = {
  id: string
  reference: string
  external_reference: string | null
  idempotency_key: string | null
  booking_date: Day
  start_time: Time
  number_of_guests: number
  status: string
}

/** A row and what an import does with it. Rows that it can book have their slot and key. */
export type PlannedBooking = {
  line: number
  name: string
  outcome: BookingRowOutcome
  notes: string[]
  id: string | null
  booking?: { row: BookingRow; slot: Slot; key: string; each: number | undefined }
}

/** Returns the plan for a list: the same rows in any order give the same plan. Writes nothing. */
export async function planBookings(sql: Queryable, vineyard_id: string, file: BookingFile, now: Date) {
  const list = await readSentList('bookings', file, dayOf(now))
  if (!list.ok) return list
  const { header, columns, dates, read, broken } = list.value
  const entries = read.flatMap(({ result }) => (Array.isArray(result) ? [] : [result]))

  const experiences = await sql<Experience[]>`
    select id, title, external_reference, is_active, min_group_size, max_group_size
    from experiences where vineyard_id = ${vineyard_id} order by is_active desc, created_at, id`
  const names = nameExperiences(entries, [...experiences], file.experiences ?? [])
  const upcoming = entries.filter((entry) => !isPast(entry, now) && !entry.is_cancelled)
  const slots = await findStaffSlots(sql, names, upcoming, now)
  const existing = await findImported(sql, vineyard_id, entries)

  const planned = decide(vineyard_id, entries, { names, slots, existing }, now)
  const refusals: PlannedBooking[] = [
    ...read.flatMap(({ line, name, result }) =>
      Array.isArray(result) ? [refusedRow(line, name, result)] : [],
    ),
    ...broken.map(({ line, note }) => refusedRow(line, '', [note])),
  ]
  return ok({
    header,
    columns,
    dates,
    experiences: [...names.values()].map(({ name, experience, rows }) => ({
      name,
      experience_id: experience?.id ?? null,
      rows,
    })),
    planned,
    refusals,
  })
}

const refusedRow = (line: number, name: string, notes: string[]): PlannedBooking => ({
  line,
  name,
  outcome: 'refused',
  notes,
  id: null,
})

type Name = { name: string; experience: Experience | undefined; rows: number }

const nameOf = ({ experience: { reference, title } }: BookingRow) => title || reference

/** What the list calls its experiences, and which they are: as chosen, by reference, or by title. */
function nameExperiences(
  entries: BookingRow[],
  experiences: Experience[],
  chosen: NonNullable<BookingFile['experiences']>,
): Map<string, Name> {
  const names = new Map<string, Name>()
  for (const entry of entries) {
    const name = nameOf(entry)
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

/** The slots that staff can book, by experience and day, of all days in the list. */
async function findStaffSlots(sql: Queryable, names: Map<string, Name>, entries: BookingRow[], now: Date) {
  const days = Map.groupBy(entries, (entry) => names.get(nameOf(entry))?.experience?.id)
  const found: Slot[] = []
  for (const [experience_id, group] of days) {
    if (experience_id === undefined) continue
    for (const [from, until] of spansOf(group.map(({ day }) => day)))
      found.push(
        ...(await sql<Slot[]>`
          select ${experience_id} as experience_id, s.pattern_id, s.availability_id, s.slot_date, s.start_time, s.remaining
          from slots_for(${experience_id}, ${from}, ${until}, ${now}, true, null) s
          order by s.slot_date, s.start_time`),
      )
  }
  return Map.groupBy(found, (slot) => slotKey(slot.experience_id, slot.slot_date))
}

async function findImported(sql: Queryable, vineyard_id: string, entries: BookingRow[]) {
  const references = entries.flatMap(({ reference }) => (reference === null ? [] : [reference]))
  const keys = entries.map((entry) => importKey(vineyard_id, entry))
  const rows = await sql<Existing[]>`
    select id, reference, external_reference, idempotency_key, booking_date, start_time, number_of_guests, status
    from bookings
    where vineyard_id = ${vineyard_id} and channel = 'import'
      and (external_reference = any(${references}) or idempotency_key = any(${keys}))`
  return {
    by_reference: new Map(rows.map((row) => [row.external_reference, row])),
    by_key: new Map(rows.map((row) => [row.idempotency_key, row])),
  }
}

/** The idempotency key of a row: made from its reference or, without one, from its guest, time and party. */
function importKey(vineyard_id: string, { reference, ...row }: BookingRow): string {
  const { day, time, guests, guest_name, guest_email, guest_phone } = row
  const said = [
    nameOf({ reference, ...row }),
    day,
    time,
    guests,
    plainText(guest_name),
    guest_email?.toLowerCase(),
    guest_phone,
  ]
  return idFrom(JSON.stringify(['import', vineyard_id, reference ?? said]))
}

type Known = {
  names: Map<string, Name>
  slots: Map<string, Slot[]>
  existing: Awaited<ReturnType<typeof findImported>>
}

/** Decides the rows in the order of their days, so that the order of the file does not matter. */
function decide(vineyard_id: string, entries: BookingRow[], known: Known, now: Date): PlannedBooking[] {
  const left = new Map([...known.slots.values()].flat().map((slot) => [slotId(slot), slot.remaining]))
  const keyed = entries
    .map((row) => ({ row, key: importKey(vineyard_id, row) }))
    .toSorted((a, b) => (orderOf(a.row) < orderOf(b.row) ? -1 : 1))
  const seen = new Map<string, BookingRow>()
  return keyed.map(({ row, key }) => {
    const as = (outcome: BookingRowOutcome, notes: string[] = [], id: string | null = null) => ({
      line: row.line,
      name: row.guest_name,
      outcome,
      notes: [...notes, ...row.remarks],
      id,
    })
    const twin = seen.get(key)
    seen.set(key, twin ?? row)
    const earlier =
      known.existing.by_key.get(key) ??
      (row.reference === null ? undefined : known.existing.by_reference.get(row.reference))
    if (earlier) return as('imported', differences(row, earlier), earlier.id)
    if (row.is_cancelled) return as('cancelled')
    if (isPast(row, now)) return as('past')
    if (twin) return as('refused', [`Repeats the booking of line ${twin.line}.`])
    const read = findSlot(row, known, dayOf(now))
    if (!read.ok) return as('refused', [read.problem])
    const slot = read.value
    const { each, remark } = priceEach(row)
    const notes = [
      ...(row.time === null ? [`Without a time in the list: booked at ${formatTime(slot.start_time)}.`] : []),
      ...(remark === undefined ? [] : [remark]),
    ]
    const booking = { row, slot, key, each }
    const places = left.get(slotId(slot)) ?? 0
    if (places < row.guests) {
      const sentence =
        places === 1
          ? 'Only 1 place is left.'
          : places === 0
            ? 'The session is full.'
            : `Only ${places} places are left.`
      return { ...as('full', [sentence, ...notes]), booking }
    }
    left.set(slotId(slot), places - row.guests)
    return { ...as('new', notes), booking }
  })
}

/** By day and time, then by content: by the line only for rows that say the same. */
function orderOf({
  day,
  time,
  reference,
  guests,
  guest_name,
  guest_email,
  notes,
  price,
  line,
}: BookingRow): string {
  const content = [reference, guests, guest_name, guest_email, notes, price]
  return `${day} ${time ?? ''} ${JSON.stringify(content)} ${String(line).padStart(6, '0')}`
}

function findSlot(row: BookingRow, { names, slots }: Known, today: Day): Result<Slot, string> {
  const name = nameOf(row)
  const experience = names.get(name)?.experience
  if (!experience)
    return refused(`There is no experience “${name.slice(0, 60)}”. Choose above which one it is.`)
  const { id, title, is_active, min_group_size, max_group_size } = experience
  if (!is_active) return refused(`${title} is off sale. Put it on sale, then import again.`)
  const largest = max_group_size ?? 10
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
