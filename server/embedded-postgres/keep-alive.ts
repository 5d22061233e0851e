import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Looks every second whether the server is still there, and brings back one that was killed. A server that cannot be
 * brought back is tried again every half minute, and each failure is said. Returns what ends the watch.
 */
export function keepAlive(server: {
  isUp: () => Promise<boolean>
  revive: () => Promise<void>
  log: (line: string) => void
}): () => Promise<void> {
  const ended = new AbortController()
  const pause = (ms: number) => sleep(ms, undefined, { ref: false, signal: ended.signal })
  const watch = async () => {
    for (;;) {
      await pause(1_000)
      if (await server.isUp()) continue
      try {
        await server.revive()
      } catch (error) {
        server.log(error instanceof Error ? error.message : String(error))
        await pause(30_000)
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
