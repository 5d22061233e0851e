import { setTimeout as sleep } from 'node:timers/promises'

import { makeCheck } from '../../app/consistency-checks/consistency-check.server.ts'
import type { AppDependencies } from '../../app/platform/app-dependencies.ts'

/** In milliseconds: whoever pressed the button looks at the page. */
const pause = 2000

/** Makes the checks of the ledger that admins ask for, until it is told to stop. */
export function startLedgerChecks({ sql, now, log }: AppDependencies): { stop: () => Promise<void> } {
  const stopped = new AbortController()
  const working = (async () => {
    while (!stopped.signal.aborted) {
      await makeCheck(sql, now).catch((error) => log.error({ err: error }, 'The ledger could not be checked'))
      await sleep(pause, undefined, { signal: stopped.signal }).catch(() => undefined)
    }
  })()
  return {
    stop: async () => {
      stopped.abort()
      await working
    },
  }
}
