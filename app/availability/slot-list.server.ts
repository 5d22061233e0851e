import { type Listing, type Page, readListPage } from '../platform/api/listing.server.ts'
import type { Queryable } from '../platform/database.server.ts'
import type { Day } from '../platform/days.ts'
import type { OpenDay, Slot } from './slot.ts'

type Span = { experience_id: string; from: Day; until: Day }

/** One page of the slots of an experience from one day to another, as guests find them. */
export async function pageOfSlots(
  sql: Queryable,
  { experience_id, from, until, ...asked }: Listing & Span,
  now: Date,
): Promise<Page<Slot>> {
  return readListPage(
    sql,
    asked,
    sql`
      select s.*, coalesce(s.pattern_id || '-' || s.slot_date, s.availability_id::text) as id
      from slots_of(${experience_id}, ${from}, ${until}, ${now}) s`,
  )
}

/** One page of the days on which an experience has slots, full days included. */
export async function pageOfOpenDays(
  sql: Queryable,
  { experience_id, from, until, ...asked }: Listing & Span,
  now: Date,
): Promise<Page<OpenDay>> {
  return readListPage(
    sql,
    asked,
    sql`select d.*, d.slot_date as id from slot_days(${experience_id}, ${from}, ${until}, ${now}) d`,
  )
}

/** A single start with the places that are left, from before there were patterns. */
export type LegacySlot = { id: string; experience_id: string; start_time: Date; available_slots: number }

/** One page of an experience's legacy starts that have places left, as the specification's fallback reads them. */
export async function pageOfLegacySlots(
  sql: Queryable,
  { experience_id, from, until, ...asked }: Listing & Span,
): Promise<Page<LegacySlot>> {
  return readListPage(
    sql,
    asked,
    sql`
      select a.id, a.experience_id, a.start_time, a.available_slots
      from availability a
        join experiences e on e.id = a.experience_id and e.is_active
        join vineyards v on v.id = e.vineyard_id and v.is_visible
      where a.experience_id = ${experience_id} and a.available_slots > 0
        and london_today(a.start_time) between ${from} and ${until}`,
  )
}
