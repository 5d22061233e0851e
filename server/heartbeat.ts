import { url as debuggerUrl } from 'node:inspector'

/**
 * Tells the supervisor every `HEARTBEAT_MS` that the event loop of this process still runs, from now on until it ends.
 * Without a supervisor, which sets that variable, it does nothing.
 */
export function startHeartbeat(interval = Number(process.env.HEARTBEAT_MS)): void {
  if (!process.send || !(interval > 0)) return
  const beat = () => {
    // At a breakpoint no beat can say so: this one tells in advance.
    const message = { beat: true, debugged: debuggerUrl() !== undefined }
    if (process.connected) process.send?.(message, undefined, {}, () => {})
  }
  beat()
  setInterval(beat, interval).unref()
}
