import type { Sql } from '../../app/platform/database.server.ts'
import type { Lane } from '../booking/lane.ts'
import { median, percentile } from '../booking/table.ts'
import type { Sent } from '../recording.ts'
import type { Call } from './screens.ts'

/** Milliseconds of a call, and of its SQL statements alone. */
export type Row = {
  screen: string
  p50: number
  p95: number
  bare_p50: number
  bare_p95: number
  queries: number
}

/**
 * Measures a call over HTTP, and its SQL statements one after another on one connection, in turns. The first few calls only
 * warm up.
 */
export async function measure(
  { lane, bare, token }: { lane: Lane; bare: Sql; token: string },
  call: Call,
  sent: Sent[],
  { least, most, milliseconds }: { least: number; most: number; milliseconds: number },
): Promise<Row> {
  const [screen, path] = call
  const [over, alone]: [number[], number[]] = [[], []]
  const until = performance.now() + milliseconds
  for (let n = -3; n < most && (n < least || performance.now() < until); n++) {
    const began = performance.now()
    const answer = await lane.get(`/api/${path}`, token)
    const received = performance.now()
    for (const { text, values, prepare } of sent) await bare.unsafe(text, values as never[], { prepare })
    const read = performance.now()
    if (answer.status !== 200) throw new Error(`${path} got status ${answer.status}: ${answer.body}`)
    if (n < 0) continue
    over.push(received - began)
    alone.push(read - received)
  }
  return {
    screen,
    p50: median(over),
    p95: percentile(over, 95),
    bare_p50: median(alone),
    bare_p95: percentile(alone, 95),
    queries: sent.length,
  }
}
