import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Looks every second whether the server is still there, and brings back one that was killed. A server that cannot be
 * brought back is tried again after longer and longer pauses, up to half a minute, and each failure is said. Returns what ends the watch.
 */
export function keepAlive(server: {
  isUp: () => Promise<boolean>
  revive: () => Promise<void>
  log: (line: string) => void
}): () => Promise<void> {
  const ended = new AbortController()
  const pause = (ms: number) => sleep(ms, undefined, { ref: false, signal: ended.signal })
  const watch = async () => {
    let failures = 0
    for (;;) {
      await pause(Math.min(1_000 * 2 ** failures, 30_000))
      if (await server.isUp()) continue
      try {
        await server.revive()
        failures = 0
      } catch (error) {
        server.log(error instanceof Error ? error.message : String(error))
        failures++
      }
    }
  }
  const watching = watch().catch((error) => {
    if (!ended.signal.aborted) throw error
  })
  return async () => {
    ended.abort()
    await watching
  }
}
