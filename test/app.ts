import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, vi } from 'vitest'

import { readConfig } from '../app/platform/config.server.ts'
import type { Sql } from '../app/platform/database.server.ts'
import { openElsewhere } from './another-process.ts'
import { ownDatabase } from './database.ts'
import { keepErrors } from './error-log.ts'

const builtServer = '../build/server/index.js'

type Visit = (path: string, init?: RequestInit) => Promise<Response>

/** SITE_PROCESSES=2: whoever visits is answered by two processes in turn, where a test does not say otherwise. */
const usualProcesses = Number(process.env.SITE_PROCESSES || 1)

/**
 * A site of its own for one test file: a fresh database, a clock the test sets, and the built app as a function.
 * What the site logs as an error fails the test, unless the test takes it with `expectErrors()`. Of `processes: 2` the other
 * one is a process in earnest, and every second visit goes to it.
 */
export async function startApp({
  now = '2026-06-01T09:00:00Z',
  env = {} as Record<string, string>,
  processes = usualProcesses,
} = {}) {
  const build: typeof import('../app/handler.server.ts') = await import(/* @vite-ignore */ builtServer)
  const sql = await ownDatabase()
  const errors: string[] = []
  // Made by whoever keeps a file first.
  const folder = join(tmpdir(), `chalk-data-${randomUUID()}`)
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const settings = {
    NODE_ENV: 'test',
    SITE_URL: 'http://site.test',
    DATA_FOLDER: folder,
    SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
    ...env,
  }
  const site = siteOn(build, sql)
  const elsewhere =
    processes > 1 ? await openElsewhere({ url: sql.url, env: settings, now: () => app.now }) : undefined
  if (elsewhere) afterAll(elsewhere.close)
  const visits = [site.visit]
  if (elsewhere)
    visits.push(async (path, init) => {
      const answer = await elsewhere.visit(requestFor(path, init))
      errors.push(...(await elsewhere.takeErrors()))
      return answer
    })
  let turn = 0
  const visitInTurn: Visit = (path, init) => (visits[turn++ % visits.length] ?? site.visit)(path, init)
  const app = {
    sql,
    /** Where this site keeps its files. */
    folder,
    now: new Date(now),
    errors,
    visit: visitInTurn,
    /** The same by process, for what each of them keeps to itself. */
    visits,
    /** Everything that answers, method by method. */
    routes: site.routes,
    /** The same site over another handle. */
    visitOn: (database: Sql) => siteOn(build, database).visit,
    /** A site like this one whose database is away. */
    visitWithoutDatabase: siteOn(build, unreachable(sql)).visit,
    submit: (path: string, answers: Record<string, string>) => submitTo(app.visit, path, answers),
    submitWithoutDatabase: (path: string, answers: Record<string, string>) =>
      submitTo(app.visitWithoutDatabase, path, answers),
    /** Sends a form to one more process of this site: those who meet at one desk go together and do not race. */
    submitElsewhere: (path: string, answers: Record<string, string>) =>
      submitTo(siteOn(build, sql).visit, path, answers),
    /** The errors logged since the last test, which is then not failed by them. */
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
      log: keepErrors(errors),
    })
    const visit: Visit = async (path, init) => built.fetch(requestFor(path, init))
    return { visit, routes: built.routes }
  }

  const unexpected = vi.spyOn(console, 'error')
  afterEach(async () => {
    errors.push(...((await elsewhere?.takeErrors()) ?? []))
    expect(errors.splice(0), 'nothing was logged as an error').toEqual([])
    expect(unexpected.mock.calls, 'nothing was written to console.error').toEqual([])
    unexpected.mockClear()
  })
  return app
}

function requestFor(path: string, init?: RequestInit): Request {
  const request = new Request(`http://site.test${path}`, { redirect: 'manual', ...init })
  // Everybody comes from somewhere else, unless a test says otherwise: limits count addresses.
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

/** A handle whose every query fails as it does when the server has gone. */
function unreachable(sql: Sql): Sql {
  const gone = () =>
    Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))
  // Like a real query it fails when somebody waits for it: a fragment of another query is never waited for.
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
