// This thread of the site or the worker ends its process if the event loop hangs for too long (see heartbeat.ts).
import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'

import type { WatchedLoop } from './heartbeat.ts'
import { measureSilence } from './silence.mjs'

const { beats, every, limits } = workerData as WatchedLoop
const silence = measureSilence(process.pid, every, limits)
let seen = 0

setInterval(() => {
  const [count = 0, isDebugged] = beats
  if (count !== seen || isDebugged) silence.restart()
  seen = count
  const passed = silence.check()
  if (!passed) return
  try {
    writeSync(2, `The event loop has not turned ${passed}. This ends the process.\n`)
  } catch {}
  process.kill(process.pid, 'SIGKILL')
}, every)
