import { readConfig } from '../../app/platform/config.server.ts'
import type { Sql } from '../../app/platform/database.server.ts'
import type { Lane } from '../booking/lane.ts'
import { median } from '../booking/table.ts'
import { recording, type Sent } from '../recording.ts'
import type { Call } from './screens.ts'

const builtServer = '../../build/server/index.js'

/** Milliseconds of a call, and of its statements alone. */
export type Row = {
  screen: string
  p50: number
  p95: number
  bare_p50: number
  bare_p95: number
  queries: number
}

/** The statements that calls send, learnt from the same site in this process. */
export async function statementsOf(sql: Sql, folder: string) {
  const { createApp }: typeof import('../../app/handler.server.ts') = await import(builtServer)
  const recorded = recording(sql)
  const quiet = () => {}
  const log = { debug: quiet, info: quiet, warn: quiet, error: quiet, fatal: quiet }
  const config = readConfig({ NODE_ENV: 'test', SITE_URL: 'http://site.test', DATA_FOLDER: folder })
  const app = createApp({ sql: recorded.sql, now: () => new Date(), config, log })
  return async ([, path]: Call, token: string): Promise<Sent[]> => {
    const request = new Request(`http://site.test/api/${path}`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    recorded.take()
    await (await app.fetch(request)).text()
    return recorded.take()
  }
}

/**
 * Milliseconds of a call over HTTP, and of its statements one after the other on one connection, in turn. The first few
 * only warm up.
 */
export async function measure(
  { lane, bare, token }: { lane: Lane; bare: Sql; token: string },
  call: Call,
  sent: Sent[],
  { most, milliseconds }: { most: number; milliseconds: number },
): Promise<Row> {
  const [screen, path] = call
  const [over, alone]: [number[], number[]] = [[], []]
  const until = performance.now() + milliseconds
  for (let n = -3; n < most && (n < 5 || performance.now() < until); n++) {
    const asked = performance.now()
    const answer = await lane.get(`/api/${path}`, token)
    const answered = performance.now()
    for (const { text, values, prepare } of sent) await bare.unsafe(text, values as never[], { prepare })
    const read = performance.now()
    if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}: ${answer.body}`)
    if (n < 0) continue
    over.push(answered - asked)
    alone.push(read - answered)
  }
  return {
    screen,
    p50: median(over),
    p95: at95(over),
    bare_p50: median(alone),
    bare_p95: at95(alone),
    queries: sent.length,
  }
}

function at95(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN
}
