import { notifyVineyards } from '../../app/bookings/scheduled-jobs.server.ts'
import { makeCheck } from '../../app/operations/consistency-checks/consistency-check.server.ts'
import { createMailTransport } from '../../app/mail/smtp.server.ts'
import type { AppDependencies } from '../../app/platform/app-dependencies.ts'
import { startBackups } from './backup-jobs.ts'
import { resetFutureTimes, type QueuePace, startBoss, steadyPace } from './boss.ts'
import { startCalendars } from './calendar-jobs.ts'
import { startMail } from './mail-jobs.ts'
import { startPosters } from './poster-jobs.ts'
import { repeat, type Running } from './repeat.ts'
import { runJob } from './run-job.ts'
import { scheduledJobs, startScheduledJobs } from './scheduled-jobs.ts'
import { startWebhooks, type WebhookPace } from './webhook-jobs.ts'

const builtTemplates = '../../build/server/email-templates.js'
const mailWorkers = 2
/** Milliseconds between two searches for a requested check. The pause is short, because the admin watches the page. */
const checkInterval = 2000
/** How often, in ms, times in the future are set to now, so that work continues after the clock was put back. */
const timesInterval = 15_000

/** Starts all jobs of the worker. `stop` waits for the running jobs. */
export async function startJobs(
  dependencies: AppDependencies,
  {
    pace = steadyPace,
    patience = 20_000,
    webhook_pace,
  }: { pace?: QueuePace; patience?: number; webhook_pace?: WebhookPace } = {},
): Promise<Running> {
  const { sql, now, config, log } = dependencies
  const { writeMail }: typeof import('../../app/email-templates.server.ts') = await import(builtTemplates)
  const { smtp_url, dkim } = config
  const transport = smtp_url
    ? createMailTransport({ smtp_url, dkim, connections: 10, timeout: patience })
    : undefined
  const boss = await startBoss(sql, log, pace)
  const mail = await startMail({
    sql,
    now,
    log,
    boss,
    pace,
    transport,
    workers: mailWorkers,
    site: config,
    write: writeMail,
    follow: notifyVineyards,
  })
  await startScheduledJobs({ boss, ...dependencies }, scheduledJobs)
  const calendars = await startCalendars({ boss, ...dependencies })
  const posters = await startPosters({ boss, ...dependencies })
  const backups = await startBackups({ boss, ...dependencies })
  const webhooks = startWebhooks(dependencies, webhook_pace)
  const check = () => makeCheck(sql, now, (work) => runJob('check', work, { log }))
  const checks = repeat(checkInterval, check, log, 'A consistency check failed to run')
  const resetTimes = () => resetFutureTimes(sql, now())
  const times = repeat(timesInterval, resetTimes, log, 'Times ahead of the clock could not be reset')
  return {
    stop: async () => {
      await times.stop()
      await backups.stop()
      await checks.stop()
      await webhooks.stop()
      await posters.stop()
      await calendars.stop()
      await mail.stop()
      await boss.stop({ graceful: true, timeout: 10_000 })
      transport?.close()
    },
  }
}
