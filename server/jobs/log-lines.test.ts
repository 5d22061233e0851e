import { expect, onTestFinished, test } from 'vitest'

import { requestConsistencyCheck } from '../../app/operations/consistency-checks/consistency-check.server.ts'
import { readConfig } from '../../app/platform/config.server.ts'
import { createLog } from '../../app/platform/log.server.ts'
import { book, makeDailyExperience } from '../../test/book.ts'
import { ownDatabase } from '../../test/database.ts'
import { makeAdmin } from '../../test/make.ts'
import { startReceiver } from '../../test/webhook-receiver.ts'
import { makeWebhook } from '../../test/webhooks.ts'
import { startJobs } from './jobs.ts'

const sql = await ownDatabase()
const now = () => new Date()

test('every log line of a worker names its job', async () => {
  const lines: { msg: string; job?: string }[] = []
  const log = createLog('debug', { write: (line) => void lines.push(JSON.parse(line)) })
  const receiver = await startReceiver()
  onTestFinished(() => receiver.close())
  receiver.answer = (_, response) => void response.writeHead(500).end()
  const { experience, on } = await makeDailyExperience(sql)
  await makeWebhook(sql, experience.vineyard_id, receiver.url)
  const day = new Date(Date.now() + 8 * 86_400_000).toISOString().slice(0, 10)
  await book(sql, experience, on(day), 2, now())
  await sql`
    insert into calendar_sources ${sql({ vineyard_id: experience.vineyard_id, url: 'https://calendar.invalid/a.ics', added_at: now(), next_check_at: now() })}`
  await sql`alter function event_faults() rename to event_faults_away`
  await requestConsistencyCheck(sql, { actor_id: (await makeAdmin(sql)).id }, now())

  const config = readConfig({
    SITE_URL: 'http://site.test',
    SMTP_URL: 'smtp://127.0.0.1:9',
    SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
    LOCAL_WEBHOOKS: 'yes',
    BACKUPS_KEPT: '0',
  })
  const pace = { poll: 0.5, attempt: 60, watch: 1, pause: 60, longest_pause: 60, tries: 3 }
  const jobs = await startJobs({ sql, now, config, log }, { pace, patience: 1000 })
  onTestFinished(jobs.stop)
  const kinds = () =>
    Object.fromEntries(lines.map(({ msg, job }) => [msg, job?.replace(/-[0-9a-f]{16}$/, '')]))
  await expect.poll(kinds).toMatchObject({
    'Could not send an email': 'email',
    'Imported a calendar': 'calendars',
    'A job failed': 'check',
  })
  // Without this table, the work outside the queue fails too.
  await sql`alter table emails rename to emails_away`
  await expect.poll(kinds).toMatchObject({ 'Emails could not be queued': 'poll' })
  await sql`alter table emails_away rename to emails`
  expect(lines.filter(({ job }) => !job)).toEqual([])
})
