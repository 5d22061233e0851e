// Reads a calendar in a worker thread, which can be stopped if reading takes too long.
import { parentPort, workerData } from 'node:worker_threads'

import { readBusy, TooLarge } from './busy.server.ts'
import { Endless } from './calendar-rule.server.ts'
import { closedDaysOf } from './closed-days.ts'

const maxClosed = 10_000

const { text, window, own } = workerData
try {
  const { busy, report } = readBusy(text, window, own)
  const closed = closedDaysOf(busy)
  if (closed.length > maxClosed) throw new Endless()
  parentPort?.postMessage({ ok: true, value: { closed, report } })
} catch (error) {
  parentPort?.postMessage({ ok: false, problem: problemOf(error) })
}

function problemOf(error: unknown) {
  if (error instanceof TooLarge) return 'large_entries'
  return error instanceof Endless ? 'endless' : 'unreadable'
}
