import type { Staff } from '../../people/sign-in/actor.ts'
import { createStaffBooking } from '../../bookings/new-bookings/staff-booking.server.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { ok, type Result } from '../../platform/result.ts'
import type { FileRefusal } from '../../platform/thread.server.ts'
import { type BookingFile, placesLeftNote, planBookings, type PlannedBooking } from './booking-plan.server.ts'
import { type BookingListRow, bookingOutcomes } from './booking-import.shapes.ts'
import { countOutcomes } from '../lists/list.server.ts'

/** Returns the outcome that an import would have for each row. Writes nothing. */
export async function previewBookings(sql: Queryable, vineyard_id: string, file: BookingFile, now: Date) {
  const plan = await planBookings(sql, vineyard_id, file, now)
  if (!plan.ok) return plan
  const { planned, skipped, ...about } = plan.value
  const rows = [...planned, ...skipped]
    .map(({ booking: _booking, ...row }) => row)
    .toSorted((a, b) => a.line - b.line)
  return ok({ ...about, rows, counts: countOutcomes(bookingOutcomes, rows), total: planned.length })
}

/** The part of a list that one request imports. */
type Part = BookingFile & {
  /** The index of the first planned row that this part imports. */
  from: number
  count: number
  /** If given, only the rows on these lines are booked, even beyond capacity, because staff have confirmed them. */
  overbook?: number[] | undefined
  emails_guest: boolean
  /** The hashes `shown` of the rows that the preview showed. The import books no other rows. */
  shown?: string[] | undefined
}

/**
 * Books a part of a list, each row in its own transaction, and returns the outcome of each row. If the places of a row
 * were taken since the preview, the row is returned as full. The next call continues where this call stopped.
 */
export async function importBookings(
  sql: Queryable,
  vineyard_id: string,
  { from, count, overbook, emails_guest, shown, ...file }: Part,
  { by }: { by: Staff },
  now: Date,
): Promise<Result<{ rows: BookingListRow[]; next: number | null }, FileRefusal>> {
  const plan = await planBookings(sql, vineyard_id, file, now)
  if (!plan.ok) return plan
  const { planned } = plan.value
  const confirmed = overbook && new Set(overbook)
  const seen = shown && new Set(shown)
  const rows: BookingListRow[] = []
  for (const { booking, ...row } of planned.slice(from, from + count)) {
    const isWanted = confirmed ? confirmed.has(row.line) : row.outcome === 'new'
    if (!booking || !isWanted) rows.push(row)
    else if (seen && !seen.has(row.shown ?? ''))
      rows.push({
        ...row,
        outcome: 'refused',
        notes: ['This row has changed since the preview. Please preview again.'],
      })
    else rows.push(await book(booking, row))
  }
  return ok({ rows, next: from + count < planned.length ? from + count : null })

  async function book(
    { row, slot, key, each }: NonNullable<PlannedBooking['booking']>,
    planned: BookingListRow,
  ): Promise<BookingListRow> {
    const { pattern_id, availability_id, slot_date, experience_id } = slot
    const request = {
      experience_id,
      slot: pattern_id === null ? { availability_id: String(availability_id) } : { pattern_id, slot_date },
      number_of_guests: row.guests,
      guest_name: row.guest_name,
      guest_email: row.guest_email,
      guest_phone: row.guest_phone,
      special_requests: row.notes,
      channel: 'import' as const,
      external_reference: row.reference,
      emails_guest,
      ...(each !== undefined && { price_per_person: each }),
      idempotency_key: key,
    }
    const created = await createStaffBooking(sql, request, { by, overbook: confirmed !== undefined }, now)
    if (created.ok)
      return {
        ...planned,
        outcome: 'imported',
        id: created.value.id,
        notes: confirmed ? ['Booked beyond the capacity.'] : planned.notes,
      }
    switch (created.problem.kind) {
      case 'full':
        return { ...planned, outcome: 'full', notes: [placesLeftNote(created.problem.remaining)] }
      case 'other':
        return { ...planned, outcome: 'imported', notes: ['Another import has booked this row meanwhile.'] }
      case 'absent':
      case 'early':
      case 'gone':
      case 'group_size':
        return {
          ...planned,
          outcome: 'refused',
          notes: ['The session has changed meanwhile. Please preview again.'],
        }
    }
  }
}
