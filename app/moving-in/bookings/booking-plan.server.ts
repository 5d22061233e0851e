import { countOf } from '../../platform/text/counts.ts'
import { hash } from 'node:crypto'

import { slotId } from '../../availability/slot.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { dayOf, formatTime } from '../../platform/days.ts'
import { timesGuests } from '../../platform/money.ts'
import { ok } from '../../platform/result.ts'
import type { SentBookingFile } from './booking-file.server.ts'
import {
  type BookingRow,
  differences,
  isOtherGuest,
  isPast,
  listedNameOf,
  priceEach,
} from './booking-list.ts'
import type { UnreadableRow } from './booking-row.server.ts'
import {
  bookingImportKey,
  findImported,
  findListedSlot,
  findStaffSlots,
  type ListedExperience,
  type ListedName,
  nameExperiences,
  orderReferences,
  type StaffSlot,
} from './listed-sessions.server.ts'
import { orderOf } from './parties.ts'
import { readSentList } from '../lists/read-list.server.ts'
import type { BookingListRow, BookingRowOutcome } from './booking-import.shapes.ts'

/** A list of bookings with the choices of staff, among them the experience for each name in the list. */
export type BookingFile = SentBookingFile & {
  experiences?: { name: string; experience_id: string | null }[] | undefined
}

/**
 * A party, and what an import does with it. A party that can be booked has a slot, a key and `shown`: a hash of its details,
 * which tells an import whether staff have seen these details in a preview.
 */
export type PlannedBooking = BookingListRow & {
  booking?: { row: BookingRow; slot: StaffSlot; key: string; each: number | undefined }
}

/** Returns the plan for a list. The order of the rows does not matter. Writes nothing. */
export async function planBookings(sql: Queryable, vineyard_id: string, file: BookingFile, now: Date) {
  const list = await readSentList('bookings', file, dayOf(now))
  if (!list.ok) return list
  const { coming, cancelled, unreadable, repeats, others, broken, ...about } = list.value
  const entries = [...coming, ...cancelled]

  const experiences = await sql<ListedExperience[]>`
    select id, title, external_reference, is_active, min_group_size, max_group_size, price_per_person
    from experiences where vineyard_id = ${vineyard_id} order by is_active desc, created_at, id`
  const names = nameExperiences(entries, [...experiences], file.experiences ?? [])
  const upcoming = coming.filter((entry) => !isPast(entry, now))
  const slots = await findStaffSlots(sql, names, upcoming, now)
  const existing = await findImported(sql, vineyard_id, entries)

  const planned = decide(vineyard_id, entries, { names, slots, existing, unreadable }, now)
  const skipped: PlannedBooking[] = [
    ...unreadable.map(({ problems, is_cancelled, status, experience, reference: _reference, ...row }) => ({
      ...nothing,
      ...row,
      experience: experience || null,
      ...(is_cancelled
        ? { outcome: 'cancelled' as const, notes: leftOut(status) }
        : { outcome: 'refused' as const, notes: problems }),
    })),
    ...repeats.map(({ row, line }) => ({
      ...nothing,
      ...seenOf(row, names.get(listedNameOf(row))),
      outcome: 'refused' as const,
      notes: [`This row repeats the booking of line ${line}.`],
    })),
    ...others.map(({ line, text }) => {
      const isHeader = line === about.header_line
      const note = isHeader ? `Line ${line} was read as the header.` : 'This line is a title or a sum.'
      return { ...nothing, line, name: text, outcome: 'no_booking' as const, notes: [note] }
    }),
    ...broken.map(({ line, note }) => ({ ...nothing, line, name: '', notes: [note] })),
  ]
  return ok({
    ...about,
    experiences: [...names.values()].map(({ name, experience, rows }) => ({
      name,
      experience_id: experience?.id ?? null,
      rows,
    })),
    planned,
    skipped,
  })
}

const nothing = {
  outcome: 'refused' as const,
  id: null,
  day: null,
  time: null,
  guests: null,
  experience: null,
  total_price: null,
  shown: null,
}

/** Returns a note that quotes the status of a left-out row. A status that begins with "Cancelled" needs no note. */
const leftOut = (status: string) =>
  /^cancell?ed/i.test(status) ? [] : [`The list says “${status.slice(0, 60)}”.`]

/** Returns the fields of a party for the preview. */
function seenOf(row: BookingRow, name: ListedName | undefined) {
  const { each } = priceEach(row)
  return {
    line: row.line,
    name: row.guest_name,
    day: row.day,
    time: row.time,
    guests: row.guests,
    experience: name?.experience?.title ?? listedNameOf(row),
    total_price: each === undefined ? null : timesGuests(each, row.guests),
    shown: null,
  }
}

type Known = {
  names: Map<string, ListedName>
  slots: Map<string, StaffSlot[]>
  existing: Awaited<ReturnType<typeof findImported>>
  unreadable: readonly UnreadableRow[]
}

/** Plans the parties in the order of their days, so that the order of the rows in the file does not matter. */
function decide(vineyard_id: string, entries: BookingRow[], known: Known, now: Date): PlannedBooking[] {
  const left = new Map([...known.slots.values()].flat().map((slot) => [slotId(slot), slot.remaining]))
  const keyed = entries
    .map((row) => ({ row, key: bookingImportKey(vineyard_id, row) }))
    .toSorted((a, b) => (orderOf(a.row) < orderOf(b.row) ? -1 : 1))
  const seen = new Map<string, BookingRow>()
  // An unreadable row may belong to the party with the same reference, unless their days differ.
  const unreadable = Map.groupBy(
    known.unreadable.filter(({ is_cancelled }) => !is_cancelled),
    ({ reference }) => reference,
  )
  const comes = new Set(entries.flatMap((row) => (row.is_cancelled ? [] : orderReferences(row))))
  return keyed.map(({ row, key }) => {
    const name = known.names.get(listedNameOf(row))
    const as = (outcome: BookingRowOutcome, notes: string[] = [], id: string | null = null) => ({
      ...seenOf(row, name),
      outcome,
      notes: [...notes, ...row.remarks],
      id,
    })
    // Other guests of the same order may still come, so staff are not told to cancel the booking of the order.
    if (row.is_cancelled && orderReferences(row).some((reference) => comes.has(reference)))
      return as('cancelled', leftOut(row.status))
    const twin = seen.get(key)
    seen.set(key, twin ?? row)
    const earlier = known.existing(row, key)
    if (earlier && row.reference !== null && isOtherGuest(row, earlier))
      return as('refused', [
        `The reference ${row.reference} already belongs to the booking of another guest, ${earlier.reference}.`,
      ])
    if (earlier) return as('imported', differences(row, earlier), earlier.id)
    if (row.is_cancelled) return as('cancelled', leftOut(row.status))
    if (isPast(row, now)) return as('past')
    if (twin) return as('refused', [`This row repeats the booking of line ${twin.line}.`])
    const lost = orderReferences(row)
      .flatMap((reference) => unreadable.get(reference) ?? [])
      .find(({ day }) => day === null || day === row.day)
    if (lost)
      return as('refused', [
        `Line ${lost.line} of the same booking cannot be read. Correct it, then import again.`,
      ])
    const read = findListedSlot(row, known, dayOf(now))
    if (!read.ok) return as('refused', [read.problem])
    const slot = read.value
    const { each, remark } = priceEach(row)
    const notes = [
      ...(row.time === null
        ? [`The list has no time for this visit, so it is booked at ${formatTime(slot.start_time)}.`]
        : []),
      ...(remark === undefined ? [] : [remark]),
    ]
    const total_price = timesGuests(each ?? name?.experience?.price_per_person ?? 0, row.guests)
    const time = slot.start_time.slice(0, 5)
    const { line: _, remarks: __, ...content } = row
    const details = [content, slotId(slot), time, total_price]
    const booked = {
      time,
      total_price,
      shown: hash('sha256', JSON.stringify(details), 'base64url').slice(0, 16),
      booking: { row, slot, key, each },
    }
    const places = left.get(slotId(slot)) ?? 0
    if (places < row.guests) return { ...as('full', [placesLeftNote(places), ...notes]), ...booked }
    left.set(slotId(slot), places - row.guests)
    return { ...as('new', notes), ...booked }
  })
}

/** Returns why a party of an import does not fit into its session. */
export const placesLeftNote = (places: number): string =>
  places === 0 ? 'The session is full.' : `Only ${countOf(places, 'place is', 'places are')} left.`
