import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, vi } from 'vitest'

import { readConfig } from '../app/platform/config.server.ts'
import type { Sql } from '../app/platform/database/database.server.ts'
import { openSecondProcess } from './another-process.ts'
import { ownDatabase } from './database.ts'
import { collectErrors } from './error-log.ts'

const builtServer = '../build/server/index.js'

type Visit = (path: string, init?: RequestInit) => Promise<Response>

// With SITE_PROCESSES=2, two processes answer requests in turn, unless a test sets `processes`.
const usualProcesses = Number(process.env.SITE_PROCESSES || 1)

/**
 * Starts the built app with a new database and a clock that the test sets. A logged error fails the test,
 * unless the test calls `expectErrors()`. With `processes: 2`, the site also runs in another process, which gets every
 * second request.
 */
export async function startApp({
  now = '2026-06-01T09:00:00Z',
  env = {} as Record<string, string>,
  processes = usualProcesses,
} = {}) {
  const build: typeof import('../app/handler.server.ts') = await import(/* @vite-ignore */ builtServer)
  const sql = await ownDatabase()
  const errors: string[] = []
  const lines: Record<string, unknown>[] = []
  // The folder is created when the first file is stored.
  const folder = join(tmpdir(), `chalk-data-${randomUUID()}`)
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const settings = {
    NODE_ENV: 'test',
    SITE_URL: 'http://site.test',
    DATA_FOLDER: folder,
    SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
    // Most tests book for the same made-up guest, whom this limit would stop.
    LIMIT_BOOKING_EMAILS: '0',
    ...env,
  }
  const site = siteOn(build, sql)
  const elsewhere =
    processes > 1 ? await openSecondProcess({ url: sql.url, env: settings, now: () => app.now }) : undefined
  if (elsewhere) afterAll(elsewhere.close)
  const visits = [site.visit]
  if (elsewhere)
    visits.push(async (path, init) => {
      const answer = await elsewhere.visit(requestFor(path, init))
      errors.push(...(await elsewhere.takeErrors()))
      return answer
    })
  let requests = 0
  const visitInTurn: Visit = (path, init) => (visits[requests++ % visits.length] ?? site.visit)(path, init)
  const app = {
    sql,
    /** The data folder. */
    folder,
    now: new Date(now),
    errors,
    /** The logged lines that are not errors. */
    lines,
    visit: visitInTurn,
    /** The function `visit` of each process. */
    visits,
    /** All routes of the app, each with its method and path. */
    routes: site.routes,
    /** Returns the function `visit` of a site that uses another database connection. */
    visitOn: (database: Sql) => siteOn(build, database).visit,
    /** The function `visit` of a site whose database is unreachable. */
    visitWithoutDatabase: siteOn(build, unreachable(sql)).visit,
    submit: (path: string, answers: Record<string, string>) => submitTo(app.visit, path, answers),
    submitWithoutDatabase: (path: string, answers: Record<string, string>) =>
      submitTo(app.visitWithoutDatabase, path, answers),
    /** Sends a form to a new instance of the app, which has its own limits. */
    submitElsewhere: (path: string, answers: Record<string, string>) =>
      submitTo(siteOn(build, sql).visit, path, answers),
    /** Returns the logged errors, which then do not fail the test. */
    expectErrors: () => errors.splice(0),
  }

  function siteOn(
    { createApp }: typeof build,
    database: Sql,
  ): { visit: Visit; routes: { method: string; path: string }[] } {
    const built = createApp({
      sql: database,
      now: () => app.now,
      config: readConfig(settings),
      log: collectErrors(errors, lines),
    })
    const visit: Visit = async (path, init) => built.fetch(requestFor(path, init))
    return { visit, routes: built.routes }
  }

  const unexpected = vi.spyOn(console, 'error')
  afterEach(async () => {
    errors.push(...((await elsewhere?.takeErrors()) ?? []))
    expect(errors.splice(0), 'errors were logged').toEqual([])
    expect(unexpected.mock.calls, 'console.error was called').toEqual([])
    unexpected.mockClear()
  })
  return app
}

function requestFor(path: string, init?: RequestInit): Request {
  const request = new Request(`http://site.test${path}`, { redirect: 'manual', ...init })
  // Rate limits count by client address, so each request has a new address unless the test sets one.
  if (!request.headers.has('X-Forwarded-For')) request.headers.set('X-Forwarded-For', nextAddress())
  return request
}

let visitors = 0
function nextAddress(): string {
  visitors += 1
  return `10.${(visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors & 255}`
}

function submitTo(visit: Visit, path: string, answers: Record<string, string>): Promise<Response> {
  return visit(path, { method: 'POST', body: new URLSearchParams(answers) })
}

/** Returns a database connection whose queries fail as if the server were down. */
function unreachable(sql: Sql): Sql {
  const gone = () =>
    Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))
  // Like a real query, this query fails only when it is awaited. A query inside another query is never awaited.
  const refuse = () => ({
    // biome-ignore lint/suspicious/noThenProperty: a query is a thenable
    then: (...on: Parameters<Promise<never>['then']>) => gone().then(...on),
    catch: (on: () => unknown) => gone().catch(on),
  })
  return new Proxy(sql, {
    apply: (target, self, args) =>
      Array.isArray(args[0]) && 'raw' in args[0] ? refuse() : Reflect.apply(target as never, self, args),
    get: (target, key) => (key === 'begin' || key === 'unsafe' ? refuse : Reflect.get(target, key)),
  })
}
