import { url as debuggerUrl } from 'node:inspector'

/**
 * Tells the supervisor every `HEARTBEAT_MS` that the event loop of this process is running. The supervisor sets that variable;
 * without one this does nothing.
 */
export function startHeartbeat(interval = Number(process.env.HEARTBEAT_MS)): void {
  if (!process.send || !(interval > 0)) return
  const beat = () => {
    // A process at a breakpoint sends nothing, so each message tells whether a debugger is attached.
    const message = { beat: true, debugged: debuggerUrl() !== undefined }
    if (process.connected) process.send?.(message, undefined, {}, () => {})
  }
  beat()
  setInterval(beat, interval).unref()
}
