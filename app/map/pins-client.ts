import type { Questions } from './pins-worker.ts'

type Question = keyof Questions
type About<Q extends Question> = Parameters<Questions[Q]>[0]
type Answer<Q extends Question> = Awaited<ReturnType<Questions[Q]>>
type Waiting = { resolve: (answer: never) => void; reject: (error: Error) => void }

/** A worker that holds the pins, and the questions that can be asked of it. `end` sends it away. */
export function startPins() {
  const worker = new Worker(new URL('./pins-worker.ts', import.meta.url), { type: 'module', name: 'pins' })
  const waiting = new Map<number, Waiting>()
  let asked = 0

  worker.addEventListener('message', ({ data: [number, ok, answer] }: MessageEvent) => {
    const who = waiting.get(number)
    waiting.delete(number)
    if (ok) who?.resolve(answer as never)
    else who?.reject(new Error(answer))
  })
  worker.addEventListener('error', () => {
    for (const { reject } of waiting.values()) reject(new Error("The map's worker did not start"))
    waiting.clear()
  })

  function ask<Q extends Question>(question: Q, about: About<Q>): Promise<Answer<Q>> {
    return new Promise((resolve, reject) => {
      waiting.set(++asked, { resolve, reject })
      worker.postMessage([asked, question, about])
    })
  }
  return { ask, end: () => worker.terminate() }
}

export type PinsClient = ReturnType<typeof startPins>
