import fc from 'fast-check'
import { expect, test } from 'vitest'

import { closedDaysOf } from './closed-days.ts'

const time = (from: string, until: string) =>
  ({ kind: 'time', from: new Date(from), until: new Date(until) }) as const
const rows = (...busy: Parameters<typeof closedDaysOf>[0]) =>
  closedDaysOf(busy).map(({ starts_on, ends_on, from_time, until_time }) =>
    [starts_on, ends_on, from_time?.slice(0, 5), until_time?.slice(0, 5)].filter(Boolean).join(' '),
  )

test('converts busy times to London time, and splits a period of several days into first day, whole days and last day', () => {
  expect(rows(time('2026-06-01T09:00:00Z', '2026-06-01T10:30:00Z'))).toEqual([
    '2026-06-01 2026-06-01 10:00 11:30',
  ])
  expect(rows(time('2026-06-01T21:00:00Z', '2026-06-05T06:00:30Z'))).toEqual([
    '2026-06-01 2026-06-01 22:00 24:00',
    '2026-06-02 2026-06-04 00:00 24:00',
    '2026-06-05 2026-06-05 00:00 07:01',
  ])
  expect(rows(time('2026-06-01T21:00:00Z', '2026-06-01T23:00:00Z'))).toEqual([
    '2026-06-01 2026-06-01 22:00 24:00',
  ])
})

test('merges periods that overlap or touch, and leaves whole days whole', () => {
  expect(
    rows(
      time('2026-01-02T11:00:00Z', '2026-01-02T12:00:00Z'),
      time('2026-01-02T10:00:00Z', '2026-01-02T11:00:00Z'),
      { kind: 'days', from: '2026-01-05', until: '2026-01-06' },
      { kind: 'days', from: '2026-01-06', until: '2026-01-08' },
    ),
  ).toEqual(['2026-01-05 2026-01-07', '2026-01-02 2026-01-02 10:00 12:00'])
})

test('closes the whole repeated hour when the clocks go back, and every busy time when the clocks skip an hour', () => {
  // From 01:30 BST to 01:15 GMT, the clocks show 01:30 to 01:59 and then 01:00 to 01:15.
  expect(rows(time('2026-10-25T00:30:00Z', '2026-10-25T01:15:00Z'))).toEqual([
    '2026-10-25 2026-10-25 01:00 02:00',
  ])
  expect(rows(time('2026-10-25T00:30:00Z', '2026-10-25T03:00:00Z'))).toEqual([
    '2026-10-25 2026-10-25 01:00 03:00',
  ])
  // The whole repeated hour is closed if the clocks go back during a period that starts or ends within this hour.
  expect(rows(time('2026-10-23T05:46:00Z', '2026-10-25T01:00:00Z'))).toEqual([
    '2026-10-23 2026-10-23 06:46 24:00',
    '2026-10-24 2026-10-24 00:00 24:00',
    '2026-10-25 2026-10-25 00:00 02:00',
  ])
  expect(rows(time('2026-10-25T00:30:00Z', '2026-10-26T09:00:00Z'))).toEqual([
    '2026-10-25 2026-10-25 01:00 24:00',
    '2026-10-26 2026-10-26 00:00 09:00',
  ])
  expect(rows(time('2026-10-25T01:30:00Z', '2026-10-26T09:00:00Z'))[0]).toBe(
    '2026-10-25 2026-10-25 01:30 24:00',
  )
  expect(rows(time('2026-03-29T00:30:00Z', '2026-03-29T01:30:00Z'))).toEqual([
    '2026-03-29 2026-03-29 00:30 02:30',
  ])
})

test('closes every busy minute, whatever the spans', () => {
  const start = Date.UTC(2026, 2, 25)
  const span = fc
    .tuple(fc.integer({ min: 0, max: 300 * 1440 }), fc.integer({ min: 1, max: 3 * 1440 }))
    .map(([from, length]) =>
      time(
        new Date(start + from * 60_000).toISOString(),
        new Date(start + (from + length) * 60_000).toISOString(),
      ),
    )
  fc.assert(
    fc.property(fc.array(span, { minLength: 1, maxLength: 5 }), (busy) => {
      const closed = closedDaysOf(busy)
      for (const { from, until } of busy)
        for (let at = from.getTime(); at < until.getTime(); at += 17 * 60_000) {
          const wall = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO('Europe/London')
          const [day, clock] = [wall.toPlainDate().toString(), wall.toPlainTime().toString()]
          expect(
            closed.some(
              ({ starts_on, ends_on, from_time, until_time }) =>
                starts_on <= day &&
                day <= ends_on &&
                (from_time ?? '') <= clock &&
                clock < (until_time ?? '99'),
            ),
            wall.toString(),
          ).toBe(true)
        }
      for (const { from_time, until_time } of closed) expect(from_time! < until_time!).toBe(true)
    }),
    { numRuns: 50 },
  )
})
