import { setTimeout as sleep } from 'node:timers/promises'

import type { Log } from '../../app/platform/log.server.ts'
import { newRequestId, runAs } from '../../app/platform/telemetry.server.ts'

/** Work that goes on until `stop` is called. `stop` waits for the work that is under way. */
export type Running = { stop: () => Promise<void> }

/**
 * Calls `work` again and again, with pauses of `interval` ms. After a call that returned true, there is no pause. Logs an
 * error with `message`. `stop` waits for the current call. Like a job, each call has an id in its log lines.
 */
export function repeat(interval: number, work: () => Promise<unknown>, log: Log, message: string): Running {
  const stopped = new AbortController()
  const loop = async () => {
    while (!stopped.signal.aborted) {
      const result = await runAs({ job: `poll-${newRequestId()}` }, () =>
        work().catch((err: unknown) => log.error({ err }, message)),
      )
      if (result !== true) await sleep(interval, undefined, { signal: stopped.signal }).catch(() => undefined)
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
