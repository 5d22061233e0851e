import { readConfig } from '../app/platform/config.server.ts'
import type { Sql } from '../app/platform/database.server.ts'

const builtServer = '../build/server/index.js'

/** A statement as postgres.js sent it. */
export type Sent = { text: string; values: unknown[]; prepare: boolean }

type Made = Promise<unknown> & {
  statement?: { string: string }
  parameters?: unknown[]
  options?: { prepare?: boolean }
}

/** Returns a pool that records its statements. `take` returns those since its last call. */
export function recording(sql: Sql): { sql: Sql; take: () => Sent[] } {
  let sent = new Set<Made>()
  const watched = new Proxy(sql, {
    apply(target, self, args) {
      const made: unknown = Reflect.apply(target as never, self, args)
      if (!(made instanceof Promise)) return made
      const { then } = made
      // Only awaited fragments are statements; one may be awaited several times.
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

/** Returns the statements that the site runs for a request, recorded from a site in this process. */
export async function statementsOf(sql: Sql, folder: string) {
  const { createApp }: typeof import('../app/handler.server.ts') = await import(builtServer)
  const recorded = recording(sql)
  const quiet = () => {}
  const log = { debug: quiet, info: quiet, warn: quiet, error: quiet, fatal: quiet }
  // All recorded requests come from one address.
  const env = {
    NODE_ENV: 'test',
    SITE_URL: 'http://site.test',
    DATA_FOLDER: folder,
    LIMIT_SEARCHES: '1000000',
  }
  const config = readConfig(env)
  const app = createApp({ sql: recorded.sql, now: () => new Date(), config, log })
  return async (path: string, { token, ...init }: RequestInit & { token?: string } = {}): Promise<Sent[]> => {
    const request = new Request(`http://site.test${path}`, init)
    if (token) request.headers.set('Authorization', `Bearer ${token}`)
    recorded.take()
    const answer = await app.fetch(request)
    await answer.text()
    if (answer.status !== 200) throw new Error(`${path} got status ${answer.status}.`)
    return recorded.take()
  }
}
