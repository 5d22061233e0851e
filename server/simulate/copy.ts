import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import type { Transaction } from '../../app/platform/database.server.ts'

/**
 * Copies lines of COPY's text form into a table, inside the caller's transaction. Throws when the table refuses them;
 * the reason may then stand in the database's log alone.
 */
export async function copyInto(
  transaction: Transaction,
  table: string,
  columns: string,
  lines: string[],
): Promise<void> {
  const stream = await transaction.unsafe(`copy ${table} (${columns}) from stdin`).writable()
  // The driver waits for ever when rows are refused after the last of them was sent. A statement right behind the
  // copy is answered after it, and fails where it failed.
  const settled = new Promise((resolve, reject) => {
    const finish = stream._final.bind(stream)
    stream._final = (done) => {
      finish(done)
      transaction`select`.then(resolve, reject)
    }
  })
  await Promise.all([pipeline(Readable.from([lines.join('')]), stream), settled])
}
