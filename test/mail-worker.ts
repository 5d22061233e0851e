// The worker's jobs as a process of its own, hurried, for tests that kill it. MAIL_DATABASE names its database.
import { readConfig } from '../app/platform/config.server.ts'
import { connect } from '../app/platform/database.server.ts'
import { createLog } from '../app/platform/log.server.ts'
import { startJobs } from '../server/jobs/jobs.ts'

const config = readConfig({ SITE_URL: 'http://site.test', SMTP_URL: process.env.SMTP_URL })
await startJobs(
  {
    sql: connect(process.env.MAIL_DATABASE ?? '', { commits_later: true }),
    now: () => new Date(),
    config,
    log: createLog('fatal'),
  },
  { pace: { poll: 0.5, attempt: 3, watch: 1, pause: 1, longest_pause: 1, tries: 20 }, patience: 3000 },
)
process.send?.('ready')
