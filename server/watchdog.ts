// A thread of the site or the worker: ends the process when its event loop has not turned for `silence` ms (heartbeat.ts).
import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'

import type { WatchedLoop } from './heartbeat.ts'

const { beats, every, silence } = workerData as WatchedLoop
let [seen, silent, checked] = [0, 0, performance.now()]

setInterval(() => {
  const now = performance.now()
  // While the process was suspended or had no CPU time, its event loop could not turn either.
  const elapsed = Math.min(now - checked, 2 * every)
  checked = now
  const [count = 0, isDebugged] = beats
  silent = count === seen && !isDebugged ? silent + elapsed : 0
  seen = count
  if (silent <= silence) return
  try {
    writeSync(2, `The event loop has not turned for ${silence / 1000} s. This ends the process.\n`)
  } catch {}
  process.kill(process.pid, 'SIGKILL')
}, every)
