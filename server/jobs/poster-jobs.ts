import { setTimeout as sleep } from 'node:timers/promises'

import { storeOf } from '../../app/platform/media/store.server.ts'
import { drawNextPoster } from '../../app/catalogue/posters/poster.server.ts'
import { createWatchedQueue, type JobDependencies } from './boss.ts'
import type { Running } from './repeat.ts'
import { runJob } from './run-job.ts'

const posterQueue = 'posters'
/** Milliseconds between two posters, because all other work has priority. */
const pause = 500

/**
 * Draws the posters that are due, at the start and every minute, in one worker at a time. The database knows which
 * posters are due, so a run continues where an interrupted run stopped.
 */
export async function startPosters({ boss, sql, config, log }: JobDependencies): Promise<Running> {
  await createWatchedQueue(boss, posterQueue, { policy: 'exclusive', retryLimit: 0, expireInSeconds: 3600 })
  await boss.schedule(posterQueue, '* * * * *', null, { tz: 'Europe/London' })
  const stopped = new AbortController()
  let run: Promise<void> = Promise.resolve()
  const draw = async () => {
    const store = await storeOf(config)
    let count = 0
    while (!stopped.signal.aborted && (await drawNextPoster(sql, store, log))) {
      count++
      await sleep(pause, undefined, { signal: stopped.signal }).catch(() => undefined)
    }
    if (count > 0) log.info({ count }, 'Drew posters of vineyards')
  }
  await boss.work(posterQueue, () => (run = runJob(posterQueue, draw, { log })))
  await boss.send(posterQueue)
  return {
    stop: async () => {
      stopped.abort()
      await run.catch(() => undefined)
    },
  }
}
