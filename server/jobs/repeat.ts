import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Calls `work` with pauses of `interval` ms, but again at once if it returns true. `stop` waits for the call in progress.
 */
export function repeat(
  interval: number,
  work: () => Promise<boolean>,
  onError: (error: unknown) => void,
): { stop: () => Promise<void> } {
  const stopped = new AbortController()
  const loop = async () => {
    while (!stopped.signal.aborted) {
      const hasMore = await work().catch(onError)
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
