import type { Sql } from '../platform/database.server.ts'

/** So many changes one statement adds up, so that none holds anything for long. */
const portion = 2000

/**
 * Adds up what bookings changed since the last round, and reckons customers again whose visit has come. Returns how many
 * rows it saw to; of several at once one does it. Figures are right without it, and slower to read.
 */
export async function updateTotals(sql: Sql, now: Date): Promise<number> {
  let all = 0
  for (;;) {
    const [{ seen }] = await sql<[{ seen: number }]>`select update_totals(${portion}, ${now}) as seen`
    all += seen
    if (seen === 0) return all
  }
}
