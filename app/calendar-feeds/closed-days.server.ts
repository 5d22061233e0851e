import { Worker } from 'node:worker_threads'

import { type Result, refused } from '../platform/result.ts'
import type { ClosedDays } from './busy-days.ts'
import type { Window } from './busy.server.ts'

/** Milliseconds that reading one calendar may take; 5,000 entries take a tenth of it. */
const patience = 10_000

/** Reads what a calendar closes where it can neither stop us nor take our memory, however it was made. */
export function readClosedDays(
  text: string,
  window: Window,
  own: string,
): Promise<Result<ClosedDays[], 'endless' | 'unreadable'>> {
  const thread = new Worker(new URL('./busy-thread.server.ts', import.meta.url), {
    workerData: { text, window, own },
    resourceLimits: { maxOldGenerationSizeMb: 256 },
    stdout: true,
    stderr: true,
  })
  return new Promise((done) => {
    const end = (result: Result<ClosedDays[], 'endless' | 'unreadable'>) => {
      clearTimeout(timer)
      done(result)
      void thread.terminate()
    }
    const timer = setTimeout(() => end(refused('endless')), patience)
    thread.once('message', end)
    // It ran out of memory, or ended without a word.
    thread.once('error', () => end(refused('endless')))
    thread.once('exit', () => end(refused('endless')))
  })
}
