import { setTimeout as sleep } from 'node:timers/promises'

import { Connection, requestOf } from '../connection.ts'
import { compareInTurns, isShort, judge, say } from '../figures.ts'
import { startProcess } from '../processes.ts'

const page = '/explore'
const callers = 32
const rounds = isShort ? 1 : 9
const milliseconds = isShort ? 200 : 1500

/** Compares a cached page with a bare `node:http` server that sends the same headers and bytes. */
export async function compareCachedPage(port: number, folder: string): Promise<void> {
  const request = requestOf({ path: page })
  const connection = await Connection.open(port)
  // The first request renders the page, which is cached a moment later.
  await connection.send(request)
  await sleep(500)
  const { body } = await connection.send(request)
  connection.close()
  const { headers } = await fetch(`http://127.0.0.1:${port}${page}`, { headers: { 'Accept-Encoding': 'br' } })
  if (headers.get('Content-Encoding') !== 'br') throw new Error(`${page} is not compressed.`)
  // The bare server adds these headers itself.
  const own = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'])
  const head = [...headers].filter(([name]) => !own.has(name)).flat()
  const bare = await startProcess('bench/scale/bare.ts', folder, {
    BENCH_HEAD: JSON.stringify(head),
    BENCH_BODY: body.toString('base64'),
  })
  try {
    const rates = await compareInTurns(
      { site: () => rateOf(port, request), bare: () => rateOf(bare.port, request) },
      rounds,
    )
    const share = rates.site / rates.bare
    const verdict = judge('a cached page', share, { least: 0.8 })
    say(
      `\nA cached page of ${(body.length / 1000).toFixed(0)} kB: ${rates.site.toFixed(0)} answers a second, ` +
        `${share.toFixed(2)} times a bare node:http with the same headers and bytes` +
        `\n(aim: at least 0.8, ${verdict}). ${callers} callers, medians of ${rounds} rounds in turns.`,
    )
  } finally {
    await bare.stop()
  }
}

/** Returns how many answers per second all callers together receive. */
async function rateOf(port: number, request: string): Promise<number> {
  const open = await Promise.all(Array.from({ length: callers }, () => Connection.open(port)))
  let answers = 0
  const began = performance.now()
  await Promise.all(
    open.map(async (connection) => {
      while (performance.now() - began < milliseconds) {
        const { status } = await connection.send(request)
        if (status !== 200) throw new Error(`${page} answered ${status}.`)
        answers++
      }
    }),
  )
  const seconds = (performance.now() - began) / 1000
  for (const connection of open) connection.close()
  return answers / seconds
}
