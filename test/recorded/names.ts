import type { Sql } from '../../app/platform/database.server.ts'

const ids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const references = /\bCV-[0-9A-Z]{4}-[0-9A-Z]{2}\b/g
/** Written by the clock of the machine, or by counters that say nothing about what is offered. */
const ignored = new Set([
  'created_at',
  'updated_at',
  'utcUpdatedAt',
  'version',
  'next_check_at',
  'last_used_at',
])

/** Names rows by their kind and the order in which they were made, so that two runs write the same answers. */
export class Names {
  readonly #names = new Map<string, string>()
  readonly #counts = new Map<string, number>()

  /** Names a row, unless it has a name. A booking keeps the name of the hold that it was. */
  add(kind: string, id: string): void {
    if (this.#names.has(id)) return
    const count = (this.#counts.get(kind) ?? 0) + 1
    this.#counts.set(kind, count)
    this.#names.set(id, `${kind}${count}`)
  }

  /** Names the rows that the last operation made. */
  async learn(sql: Sql): Promise<void> {
    const rows = await sql<{ kind: string; id: string; reference: string | null }[]>`
      with sandbox as (select e.id from experiences e join vineyards v on v.id = e.vineyard_id where v.is_sandbox)
      select concat(case when experience_id in (select id from sandbox) then 'sandbox ' end, kind) as kind, id, reference
      from (
        select 'hold' as kind, id, experience_id, null as reference from holds
        union all select 'booking', id, experience_id, reference from bookings
        union all select 'pattern', id, experience_id, null from availability_patterns
        union all select 'exception', id, experience_id, null from availability_exceptions
        union all select 'legacy', id, experience_id, null from availability
        union all select 'calendar', id, experience_id, null from calendar_sources
      ) as made
      order by made.kind desc, id`
    for (const { kind, id, reference } of rows) {
      this.add(kind, id)
      if (reference) this.#names.set(reference, `reference of ${this.of(id)}`)
    }
  }

  of(id: string): string {
    return this.#names.get(id) ?? '?'
  }

  /** JSON of an answer with sorted keys, and with names in place of ids. */
  json(answer: unknown): string {
    const text = JSON.stringify(answer, (key, value: unknown) =>
      ignored.has(key) ? undefined : sorted(value),
    )
    return (text ?? 'null')
      .replaceAll(ids, (id) => this.of(id))
      .replaceAll(references, (reference) => this.of(reference))
  }
}

function sorted(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
