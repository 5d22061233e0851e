// Runs in a worker thread of its own, which can be stopped whatever a calendar makes it do.
import { parentPort, workerData } from 'node:worker_threads'

import { closedDaysOf } from './closed-days.ts'
import { Endless, readBusy } from './busy.server.ts'

const { text, window, own } = workerData
try {
  parentPort?.postMessage({ ok: true, value: closedDaysOf(readBusy(text, window, own)) })
} catch (error) {
  parentPort?.postMessage({ ok: false, problem: error instanceof Endless ? 'endless' : 'unreadable' })
}
