import { readConfig } from '../app/platform/config.server.ts'
import type { Sql } from '../app/platform/database.server.ts'

const builtServer = '../build/server/index.js'

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

/** The statements by which the site answers a request, learnt from the same site in this process. */
export async function statementsOf(sql: Sql, folder: string) {
  const { createApp }: typeof import('../app/handler.server.ts') = await import(builtServer)
  const recorded = recording(sql)
  const quiet = () => {}
  const log = { debug: quiet, info: quiet, warn: quiet, error: quiet, fatal: quiet }
  // Everything that is recorded comes from one address.
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
    if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}.`)
    return recorded.take()
  }
}
