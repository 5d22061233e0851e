import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'

import { createGroupQueue } from '../group-queue.ts'
import type { Sql } from '../database.server.ts'

/** So many hits of a subject, for a while of so many seconds. */
export type CountedHits = { subject: string; hits: number; seconds: number; now: Date }
/** How many there are by now, these included, and when the while ends. */
export type Counted = { counted: number; ends_at: Date }

/** In milliseconds. Whoever waits for the count waits no longer: it guards against too much, and is not worth more. */
const patience = 1000

/**
 * Counts in the database, where several processes count together; undefined where it does not say in time. What is
 * handed in while a call is under way goes together in the next one, so that a crowd costs no more calls than a few.
 */
export function createRateLimitCounter(sql: Sql): (hits: CountedHits) => Promise<Counted | undefined> {
  const count = createGroupQueue({
    serve: (hits: CountedHits[]) => countAll(sql, hits),
    most: 200,
    longest: 5000,
  })
  return async (hits) => {
    const late = new AbortController()
    const counted = await Promise.race([
      count(hits).catch(() => undefined),
      setTimeout(patience, undefined, { signal: late.signal, ref: false }).catch(() => undefined),
    ])
    late.abort()
    return counted?.ok ? counted.value : undefined
  }
}

/** In their order: of several hits of one subject the first counts before the second. */
async function countAll(sql: Sql, all: CountedHits[]): Promise<Counted[]> {
  const subjects = new Map<string, { key: string; hits: number; seconds: number }>()
  for (const { subject, hits, seconds } of all) {
    const known = subjects.get(subject)
    if (known) known.hits += hits
    else subjects.set(subject, { key: keyOf(subject), hits, seconds })
  }
  const summed = [...subjects.values()]
  const rows = await sql<{ key: string; counted: number; ends_at: Date }[]>`
    select encode(key, 'hex') as key, counted, ends_at
    from count_hits(
      array(select decode(key, 'hex') from unnest(${summed.map(({ key }) => key)}::text[]) as key),
      ${summed.map(({ hits }) => hits)}::integer[], ${summed.map(({ seconds }) => seconds)}::integer[],
      ${all[0]?.now ?? null}
    )`
  const found = new Map(rows.map((row) => [row.key, row]))
  const before = new Map<string, number>()
  return all.map(({ subject, hits }) => {
    const sum = subjects.get(subject)
    const row = found.get(sum?.key ?? '')
    if (!sum || !row) throw new Error('A count came back without one of its subjects')
    const counted = (before.get(subject) ?? row.counted - sum.hits) + hits
    before.set(subject, counted)
    return { counted, ends_at: row.ends_at }
  })
}

/** Nobody reads out of the table who it was. */
function keyOf(subject: string): string {
  return createHash('sha256').update(subject).digest('hex')
}
