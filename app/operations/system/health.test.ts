import { expect, test } from 'vitest'

import { healthOf, healthTitle } from './health.ts'

const now = Date.parse('2026-06-01T09:00:00Z')
const well = {
  worker: { seen_at: '2026-06-01T08:59:00Z', queues: [] },
  mail: { waiting: 3, failed: 1, dead: 0 },
  slots: { until: '2027-07-06', spare_days: 35 },
  storage: { free: 50e9, total: 100e9 },
}

test('reports no problem while the worker runs, the disk has space and no email was given up', () => {
  expect(healthOf(well, [], now)).toEqual([])
})

test('each problem has its own sentence', () => {
  const silent = { seen_at: '2026-06-01T08:54:00Z', queues: [] }
  expect(healthOf({ ...well, worker: null }, [], now)).toHaveLength(1)
  expect(healthOf({ ...well, worker: { seen_at: null, queues: [] } }, [], now)).toHaveLength(1)
  expect(
    healthOf(
      {
        worker: silent,
        mail: { ...well.mail, dead: 2 },
        slots: { until: '2027-06-07', spare_days: 6 },
        storage: { free: 5e8, total: 1e11 },
      },
      [],
      now,
    ),
  ).toEqual([
    'The worker has been silent for more than five minutes: emails are not sent and scheduled jobs do not run.',
    '2 emails failed.',
    'Few days of slots are stored beyond the last bookable day: the worker has added no days lately.',
    'Little disk space is left: 500 MB.',
  ])
})

test('reports a queue in which a job has been due for more than ten minutes', () => {
  const queue = { waiting: 4, active: 0, failed: 0, oldest_at: '2026-06-01T06:00:00Z', every: null }
  const queues = [
    { ...queue, name: 'mail', next_at: '2026-06-01T08:48:00Z' },
    { ...queue, name: 'calendars', next_at: '2026-06-01T09:30:00Z' },
  ]
  expect(healthOf({ ...well, worker: { ...well.worker, queues } }, [], now)).toEqual([
    'Emails: overdue by 12 min.',
  ])
})

test('reports only the result of the last finished consistency check', () => {
  const check = (fault_count: number, finished_at: string | null = '2026-06-01T08:00:00Z') => ({
    fault_count,
    finished_at,
  })
  expect(healthOf(well, [check(0, null), check(46), check(0)], now)).toEqual([
    'The last consistency check found 46 differences.',
  ])
  expect(healthOf(well, [check(1)], now)).toEqual(['The last consistency check found one difference.'])
  expect(healthOf(well, [check(0), check(46)], now)).toEqual([])
})

test('the title of the system page says whether email or a backup is missing', () => {
  const failed = { checked_at: null }
  const [none, some] = [[failed], [failed, { checked_at: '2026-06-01T02:30:00Z' }]]
  expect(healthTitle([], { sendsEmail: true, backups: some })).toBe('All is well')
  expect(healthTitle([], { sendsEmail: false, backups: some })).toBe('No email can be sent')
  expect(healthTitle([], { sendsEmail: true, backups: none })).toBe('No backup exists')
  expect(healthTitle([], { sendsEmail: true, backups: [] })).toBe('No backup exists')
  expect(healthTitle([], { sendsEmail: false, backups: none })).toBe(
    'No email can be sent, and no backup exists',
  )
  expect(healthTitle(['One email failed.'], { sendsEmail: false, backups: none })).toBe(
    'Something needs attention',
  )
})
