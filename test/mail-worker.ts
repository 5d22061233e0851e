// Runs the worker's jobs in a process with short pauses, for tests that kill this process. MAIL_DATABASE is the URL of the
// database.
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { readConfig } from '../app/platform/config.server.ts'
import { createLog } from '../app/platform/log.server.ts'
import { startJobs } from '../server/jobs/jobs.ts'
import { connect } from '../app/platform/database/pool.server.ts'

const config = readConfig({
  SITE_URL: 'http://site.test',
  SMTP_URL: process.env.SMTP_URL,
  SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
  LOCAL_WEBHOOKS: 'yes',
  // The data folder is temporary, because the nightly clean-up deletes pictures that the database does not know.
  DATA_FOLDER: join(tmpdir(), `chalk-data-${randomUUID()}`),
})
await startJobs(
  {
    sql: connect(process.env.MAIL_DATABASE ?? '', { async_commit: true }),
    now: () => new Date(),
    config,
    log: createLog('fatal'),
  },
  {
    pace: { poll: 0.5, attempt: 3, watch: 1, pause: 1, longest_pause: 1, tries: 20 },
    patience: 3000,
    webhook_pace: { poll: 100, timeout: 1000, lease: 3000, pauses: { first: 200, longest: 1000 } },
  },
)
process.send?.('ready')
