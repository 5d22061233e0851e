import { setTimeout as sleep } from 'node:timers/promises'

import { newRequestId, runAs } from '../../app/platform/telemetry.server.ts'

/**
 * Calls `work` again and again, with pauses of `interval` ms. After a call that returned true, there is no pause.
 * `stop` waits for the current call. Like a job, each call has an id in its log lines.
 */
export function repeat(
  interval: number,
  work: () => Promise<boolean>,
  onError: (error: unknown) => void,
): { stop: () => Promise<void> } {
  const stopped = new AbortController()
  const loop = async () => {
    while (!stopped.signal.aborted) {
      const hasMore = await runAs({ job: `poll-${newRequestId()}` }, () => work().catch(onError))
      if (!hasMore) await sleep(interval, undefined, { signal: stopped.signal }).catch(() => undefined)
    }
  }
  const looping = loop()
  return {
    stop: async () => {
      stopped.abort()
      await looping
    },
  }
}
