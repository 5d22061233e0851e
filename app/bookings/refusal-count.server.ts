import { attempt } from '../platform/attempt.server.ts'
import type { Queryable } from '../platform/database.server.ts'
import type { Day } from '../platform/days.ts'
import type { Log } from '../platform/log.server.ts'
import { retrying } from '../platform/retry.server.ts'
import type { BookingProblem } from './create-booking.server.ts'

/**
 * Something that was wanted and not to be had, without any person in it: at one experience, or in a region that a
 * search named and we know. `day` is the day that was wanted, null where none was.
 */
export type DemandRefusal = {
  day: Day | null
  party: number
  reason: 'full' | 'gone' | 'price' | 'group_size' | 'none_found'
} & ({ experience_id: string } | { region: string })

/**
 * Counts a refusal for the demand report. Call it after the refused transaction, never inside: that one rolls back.
 * A count that fails is logged and dropped: the visitor does not depend on it.
 */
export async function countRefusal(sql: Queryable, log: Log, refusal: DemandRefusal): Promise<void> {
  const experience = 'experience_id' in refusal ? refusal.experience_id : null
  const region = 'region' in refusal ? refusal.region : null
  // The same refusal is one row: two counts at once collide where the server's default is REPEATABLE READ.
  await attempt(log, 'A refusal could not be counted', () =>
    retrying(
      sql,
      (sql) =>
        sql`select count_refusal(${refusal.day}, ${experience}, ${region}, ${refusal.party}, ${refusal.reason})`,
    ),
  )
}

/** What a refused placing means for the demand report: nothing, where the caller stood in its own way or in a crowd. */
export function demandReason(problem: BookingProblem): DemandRefusal['reason'] | undefined {
  switch (problem.kind) {
    case 'slot':
      return problem.reason
    case 'price':
    case 'group_size':
      return problem.kind
    case 'key_reused':
    case 'queue_full':
      return undefined
  }
}
