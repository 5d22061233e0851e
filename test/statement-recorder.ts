import type { Sql } from '../app/platform/database/database.server.ts'

/** A statement as postgres.js sent it. */
export type Sent = { text: string; values: unknown[]; prepare: boolean }

type Made = Promise<unknown> & {
  statement?: { string: string }
  parameters?: unknown[]
  options?: { prepare?: boolean }
}

/** Returns a pool that records its statements. `take` returns the statements since its last call. */
export function recordStatements(sql: Sql): { sql: Sql; take: () => Sent[] } {
  let sent = new Set<Made>()
  const watched = new Proxy(sql, {
    apply(target, self, args) {
      const made: unknown = Reflect.apply(target as never, self, args)
      if (!(made instanceof Promise)) return made
      const { then } = made
      // Only fragments that are awaited are statements. A fragment may be awaited several times.
      made.then = ((...on: Parameters<typeof then>) => {
        sent.add(made)
        return Reflect.apply(then, made, on) as Promise<unknown>
      }) as typeof then
      return made
    },
  })
  const take = () => {
    const taken = [...sent].map(({ statement, parameters = [], options }) => ({
      text: statement?.string ?? '',
      values: parameters,
      prepare: options?.prepare ?? true,
    }))
    sent = new Set()
    return taken
  }
  return { sql: watched, take }
}
