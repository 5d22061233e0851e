import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

import { formatAge, formatCron, queueName } from './queue-labels.ts'

test('formats ages with a suitable unit', () => {
  expect([-3, 0, 40, 89, 90, 720, 3 * 3600, 36 * 3600, 90 * 86_400].map(formatAge)).toEqual([
    '0 s',
    '0 s',
    '40 s',
    '89 s',
    '2 min',
    '12 min',
    '3 h',
    '2 days',
    '90 days',
  ])
})

test('describes simple cron expressions', () => {
  expect(
    ['* * * * *', '*/5 * * * *', '7 * * * *', '15 3 * * *', '0 14 * * *', '0 9 * * 1'].map(formatCron),
  ).toEqual([
    'every minute',
    'every 5 minutes',
    'every hour at 7 past',
    'every day at 3:15 AM',
    'every day at 2:00 PM',
    '0 9 * * 1',
  ])
})

test('every queue of the worker has a label', async () => {
  const folder = new URL('../../../server/jobs/', import.meta.url)
  const sources = (await readdir(folder)).filter((name) => !name.includes('.test.'))
  const texts = await Promise.all(sources.map((name) => readFile(new URL(name, folder), 'utf8')))
  const queues = texts.flatMap((text) =>
    [...text.matchAll(/\b(?:queue|\w+Queue)(?: =|:) '([\w-]+)'/g)].map(([, queue = '']) => queue),
  )
  expect(queues.length).toBeGreaterThan(8)
  expect(queues.filter((queue) => queueName(queue) === queue)).toEqual([])
})

test('shows the technical name of an unknown queue', () => {
  expect([queueName('mail'), queueName('new')]).toEqual(['Emails', 'new'])
})
