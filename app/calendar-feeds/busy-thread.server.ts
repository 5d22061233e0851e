// Reads what one calendar closes in a thread of its own, which can be ended whatever the calendar makes it do.
import { parentPort, workerData } from 'node:worker_threads'

import { closedDays } from './busy-days.ts'
import { Endless, readBusy } from './busy.server.ts'

const { text, window, own } = workerData
try {
  parentPort?.postMessage({ ok: true, value: closedDays(readBusy(text, window, own)) })
} catch (error) {
  parentPort?.postMessage({ ok: false, problem: error instanceof Endless ? 'endless' : 'unreadable' })
}
