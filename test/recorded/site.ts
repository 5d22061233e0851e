import { AsyncLocalStorage } from 'node:async_hooks'
import crypto from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { readConfig } from '../../app/platform/config.server.ts'
import { connect, type Sql } from '../../app/platform/database.server.ts'
import { migrate } from '../../app/platform/migrations.server.ts'
import { startEmbeddedPostgres } from '../../server/embedded-postgres.ts'
import { collectErrors } from '../error-log.ts'

const builtServer = '../../build/server/index.js'
const template = 'recorded_template'
/** More than the ids that one step makes. */
const idsOfStep = 2 ** 16

/** `status` and body of an answer. The body is text if it is not JSON. */
// biome-ignore lint/suspicious/noExplicitAny: any JSON
export type Answer = { status: number; body: any; location: string | null }

/** The built site on a database of its own, with a clock that stands still. Without a token a visitor asks. */
export type Site = {
  sql: Sql
  now: Date
  errors: string[]
  ask(method: string, path: string, body?: unknown, token?: string, headers?: HeadersInit): Promise<Answer>
  submit(path: string, fields: Record<string, string>): Promise<Answer>
  /** Makes later ids greater than all earlier ones, in Postgres and in this process. */
  startStep(step: number): Promise<void>
  close(): Promise<void>
}

/** The last id that the program made, in each market that is played. */
const idsOfMarket = new AsyncLocalStorage<{ last: number }>()

// Lists break ties by id. Ids in the order of creation make them the same in every run.
function nextId(): ReturnType<typeof crypto.randomUUID> {
  const ids = idsOfMarket.getStore() ?? { last: 0 }
  ids.last += 1
  return `00000000-0000-4000-8000-${ids.last.toString(16).padStart(12, '0')}`
}

/** Plays a market with ids of its own, so that several can be played at a time. */
export const withOwnIds = <Result>(play: () => Promise<Result>): Promise<Result> =>
  idsOfMarket.run({ last: 0 }, play)

/** Starts Postgres with a migrated template. `open` gives the site on a fresh copy. */
export async function startServer() {
  crypto.randomUUID = nextId
  globalThis.crypto.randomUUID = nextId
  syncBuiltinESMExports()
  const build: typeof import('../../app/handler.server.ts') = await import(builtServer)
  const folder = await mkdtemp(join(tmpdir(), 'chalk-recorded-'))
  const postgres = await startEmbeddedPostgres({ folder, log: () => {}, fsync: false })
  const admin = connect(postgres.url, { max: 1 })
  await admin.unsafe(`create database ${template}`)
  const sql = connect(databaseUrl(postgres.url, template), { max: 2 })
  await migrate(sql, 'db', () => {})
  await countIds(sql)
  await sql.end()

  async function open(name: string, now: Date, env: Record<string, string>): Promise<Site> {
    await admin.unsafe(`create database ${name} template ${template}`)
    const sql = connect(databaseUrl(postgres.url, name), { max: 4 })
    const errors: string[] = []
    const settings = {
      NODE_ENV: 'test',
      SITE_URL: 'http://site.test',
      DATA_FOLDER: folder,
      SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
      // Never connected to: without it every link is printed.
      SMTP_URL: 'smtp://127.0.0.1:1',
      LIMIT_KEY_REQUESTS: '1000000',
      ...env,
    }
    const config = readConfig(settings)
    const app = build.createApp({ sql, now: () => site.now, config, log: collectErrors(errors) })
    let requests = 0
    const send = async (path: string, init: RequestInit): Promise<Answer> => {
      requests += 1
      const request = new Request(`http://site.test${path}`, { redirect: 'manual', ...init })
      // Rate limits count by address, so each request has its own.
      request.headers.set('X-Forwarded-For', `10.0.${requests >> 8}.${requests & 255}`)
      const response = await app.fetch(request)
      const text = await response.text()
      const isJson = response.headers.get('Content-Type')?.includes('json') ?? false
      const location = response.headers.get('Location')
      return { status: response.status, body: isJson ? JSON.parse(text) : text, location }
    }
    const site: Site = {
      sql,
      now,
      errors,
      ask: (method, path, body, token, headers = {}) =>
        send(path, {
          method,
          headers: {
            ...headers,
            // Any version may be changed, except in OCTO, which has none.
            ...(method === 'PATCH' && !path.startsWith('/octo') && { 'If-Match': '*' }),
            ...(body !== undefined && { 'Content-Type': 'application/json' }),
            ...(token && { Authorization: `Bearer ${token}` }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        }),
      submit: (path, fields) => send(path, { method: 'POST', body: new URLSearchParams(fields) }),
      startStep: async (step) => {
        // The program's ids of a step follow those of the database.
        const ids = idsOfMarket.getStore()
        if (ids) ids.last = step * idsOfStep + idsOfStep / 2
        await sql`select setval('recorded_ids', ${step * idsOfStep + 1}::bigint)`
      },
      close: async () => {
        await sql.end({ timeout: 5 })
        await admin.unsafe(`drop database ${name} with (force)`)
      },
    }
    return site
  }
  const stop = async () => {
    await admin.end()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { open, stop }
}

function databaseUrl(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/** Replaces Postgres's random ids, in this database alone, by ids that count. */
async function countIds(sql: Sql): Promise<void> {
  await sql.unsafe(`
    create sequence recorded_ids;
    set allow_system_table_mods = on;
    create or replace function pg_catalog.gen_random_uuid() returns uuid language sql volatile
      as $$ select ('00000000-0000-4000-8000-' || lpad(to_hex(nextval('public.recorded_ids')), 12, '0'))::uuid $$;
    reset allow_system_table_mods`)
}
