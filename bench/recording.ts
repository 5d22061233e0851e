import type { Sql } from '../app/platform/database.server.ts'

/** A statement that was sent: its text and values as postgres.js made them. */
export type Sent = { text: string; values: unknown[]; prepare: boolean }

type Made = Promise<unknown> & {
  statement?: { string: string }
  parameters?: unknown[]
  options?: { prepare?: boolean }
}

/** A pool that keeps the statements it sends. `take` hands over those since the last time. */
export function recording(sql: Sql): { sql: Sql; take: () => Sent[] } {
  let sent = new Set<Made>()
  const watched = new Proxy(sql, {
    apply(target, self, args) {
      const made: unknown = Reflect.apply(target as never, self, args)
      if (!(made instanceof Promise)) return made
      const { then } = made
      // A part of another statement is never waited for; a statement may be waited for by several.
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
