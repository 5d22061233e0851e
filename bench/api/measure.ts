import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import { rush } from '../booking/target.ts'
import type { Order, Reply } from './client.ts'
import type { Kind } from './kinds.ts'

/** Milliseconds of single responses, of the API and of the database alone. */
export type Times = { http: number[]; bare: number[] }

export function startClient(): { ask: (order: Order) => Promise<number[]>; stop: () => void } {
  const child: ChildProcess = fork(fileURLToPath(new URL('./client.ts', import.meta.url)))
  return {
    ask: async (order) => {
      child.send(order)
      const [{ times, error }] = (await once(child, 'message')) as [Reply]
      if (error) throw new Error(error)
      return times
    },
    stop: () => void child.kill(),
  }
}

/** Measures the API and the database in turns, with the same number of callers. The first turn only warms up. */
export async function measure(
  { name, questions, bare }: Kind,
  clients: number,
  { port, ask }: { port: number; ask: (order: Order) => Promise<number[]> },
  { rounds, milliseconds }: { rounds: number; milliseconds: number },
): Promise<Times> {
  const times: Times = { http: [], bare: [] }
  for (let round = 0; round <= rounds; round++) {
    const order = { port, clients, milliseconds: round === 0 ? 300 : milliseconds, questions }
    const http = await ask(order)
    const alone: number[] = []
    await rush(clients, order.milliseconds, async (n) => {
      const began = performance.now()
      await bare(n)
      alone.push(performance.now() - began)
      return true
    })
    if (http.length === 0 || alone.length === 0) throw new Error(`${name} got no response.`)
    if (round === 0) continue
    times.http.push(...http)
    times.bare.push(...alone)
  }
  return times
}
