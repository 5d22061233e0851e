import { expect, test } from 'vitest'

import { calendarOf } from '../../test/calendar.ts'
import { readSentFile, runThread } from './thread.server.ts'

const file = 'app/partners/calendar-feeds/busy-thread.server.ts'
const window = { from: new Date('2026-01-01T00:00:00Z'), until: new Date('2027-01-01T00:00:00Z') }
const data = {
  text: calendarOf(['UID:1', 'DTSTART:20260601T100000Z', 'DURATION:PT1H']),
  window,
  own: new Set(),
}
const answer = {
  ok: true,
  value: {
    closed: [expect.objectContaining({ starts_on: '2026-06-01' })],
    report: expect.objectContaining({ entries: 1, unread: 0 }),
  },
}

// ASVS 15.2.2 15.2.5
test('returns the message of a thread, and ends a thread that takes too much time or fails', async () => {
  expect(await runThread(file, data)).toEqual({ ok: true, value: answer })
  const exceeded = { ok: false, problem: 'exceeded' }
  expect(await runThread(file, data, { time: 1, memory: 256 })).toEqual(exceeded)
  expect(await runThread(file, undefined)).toEqual(exceeded)
})

test('reads small files directly and large files in a thread, and refuses large files while too many are waiting', async () => {
  const read = (bytes: Uint8Array) => readSentFile<unknown>(bytes, () => 'directly', file, data)
  const large = new Uint8Array(64 * 1024 + 1)
  expect(await read(large.subarray(1))).toEqual({ ok: true, value: 'directly' })
  const all = await Promise.all(Array.from({ length: 12 }, () => read(large)))
  expect(all.filter((one) => one.ok)[0]).toEqual({ ok: true, value: answer })
  expect(all.at(-1)).toEqual({
    ok: false,
    problem: { kind: 'busy', message: 'Other files are being read. Please try again in a moment.' },
  })
})
