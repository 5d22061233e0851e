import { attempt } from '../../platform/attempt.server.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { rowFrom } from '../../platform/database/row-from.server.ts'
import type { SqlEnums } from '../../platform/database/sql-enums.generated.ts'
import type { Day, Time } from '../../platform/days.ts'
import type { Log } from '../../platform/log.server.ts'
import type { BookingProblem } from './create-booking.server.ts'

/** A refused demand without personal data: a booking of an experience, or a search in a region. */
export type DemandRefusal = {
  /** The requested day, or null if none was requested. */
  day: Day | null
  party: number
  reason: Exclude<SqlEnums['demand_reason'], 'late'>
} & ({ experience_id: string } | { region: string })

/**
 * Counts a refusal for the demand report. Counts `late` instead of `gone` if an open slot at `start_time` has passed its cut-off.
 * Call this after the refused transaction, because that transaction rolls back. If counting fails, only logs the error: the
 * visitor's request must not fail.
 */
export async function countRefusal(
  sql: Queryable,
  log: Log,
  refusal: DemandRefusal & { start_time?: Time | undefined },
  now: Date,
): Promise<void> {
  const experience = 'experience_id' in refusal ? refusal.experience_id : null
  const region = 'region' in refusal ? refusal.region : null
  const { start_time } = refusal
  const isGone = refusal.reason === 'gone'
  // Equal refusals share a row, so concurrent counts conflict if the database's default isolation is REPEATABLE READ.
  await attempt(
    log,
    'A refusal could not be counted',
    () => rowFrom(sql)`
      select count_refusal(
        ${refusal.day}, ${experience}, ${region}, ${refusal.party},
        case when ${isGone} and is_too_late(${experience}, ${refusal.day}, ${start_time ?? null}, ${now})
          then 'late' else ${refusal.reason} end
      )`,
  )
}

/** Counts a refused booking. Skips refusals that do not show demand: a reused key, a full queue, limits for a person. */
export async function countRefusedBooking(
  sql: Queryable,
  log: Log,
  problem: BookingProblem,
  subject: { day: Day; start_time: Time | undefined; experience_id: string; party: number },
  now: Date,
): Promise<void> {
  const { kind: reason } = problem
  if (reason !== 'key_reused' && reason !== 'queue_full' && reason !== 'emails' && reason !== 'held')
    await countRefusal(sql, log, { ...subject, reason }, now)
}
