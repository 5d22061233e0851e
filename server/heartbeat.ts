import { url as debuggerUrl } from 'node:inspector'
import { Worker } from 'node:worker_threads'

import { type SilenceLimits, silenceLimits } from './silence.mjs'

/**
 * The event loop that the watchdog watches. The first item of `beats` is the number of heartbeats. The second is 1 while a
 * debugger is attached, otherwise 0.
 */
export type WatchedLoop = { beats: Int32Array; every: number; limits: SilenceLimits }

/**
 * Tells the supervisor every `HEARTBEAT_MS` milliseconds that the event loop of this process is running. The supervisor
 * sets this variable. Without a supervisor, a thread watches the event loop, and ends the process if the loop hangs, so
 * that Docker or systemd restarts the process.
 */
export function startHeartbeat(
  interval = Number(process.env.HEARTBEAT_MS),
  watch = { every: 1000, limits: silenceLimits },
): void {
  if (!process.send || !(interval > 0)) return startWatchdog(watch)
  const beat = () => {
    // A process at a breakpoint sends nothing, so each message says whether a debugger is attached.
    const message = { beat: true, debugged: debuggerUrl() !== undefined }
    if (process.connected) process.send?.(message, undefined, {}, () => {})
  }
  beat()
  setInterval(beat, interval).unref()
}

function startWatchdog(watch: Omit<WatchedLoop, 'beats'>): void {
  const beats = new Int32Array(new SharedArrayBuffer(8))
  const beat = () => beats.set([(beats[0] ?? 0) + 1, debuggerUrl() === undefined ? 0 : 1])
  beat()
  setInterval(beat, watch.every).unref()
  const limits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 }
  new Worker(new URL('watchdog.ts', import.meta.url), {
    workerData: { ...watch, beats } satisfies WatchedLoop,
    execArgv: [],
    resourceLimits: limits,
  })
    .on('error', (error) => console.error(error))
    .unref()
}
