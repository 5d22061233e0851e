import type { PgBoss } from 'pg-boss'

import {
  cancelUnanswered,
  completeVisits,
  nudgeVineyards,
  releaseExpiredHolds,
  remindGuests,
  sendDailySheets,
  thankGuests,
} from '../../app/bookings/scheduled-jobs.server.ts'
import { remindOfGroupHolds } from '../../app/bookings/group-holds/group-hold.server.ts'
import { sendOpeningAlerts } from '../../app/explore/opening-alerts/opening-alert.server.ts'
import { storeMissingSlots } from '../../app/availability/stored-slots.server.ts'
import { storeOf } from '../../app/platform/media/store.server.ts'
import { sweepPictures } from '../../app/platform/media/sweep.server.ts'
import { eraseOldData } from '../../app/staff/personal-data/retention.server.ts'
import type { AppDependencies } from '../../app/platform/app-dependencies.ts'
import { createWatchedQueue, type JobDependencies } from './boss.ts'
import { runJob } from './run-job.ts'

export type ScheduledJob = {
  queue: string
  /** The schedule in London time. */
  cron: string
  options: Parameters<PgBoss['createQueue']>[1]
  run: (dependencies: AppDependencies) => Promise<unknown>
}

// The order matters: a visit that this run completes also gets its thank-you email in this run.
const emailTasks = {
  completeVisits,
  remindGuests,
  thankGuests,
  sendDailySheets,
  nudgeVineyards,
  remindOfGroupHolds,
  sendOpeningAlerts,
}

/**
 * Completes visits and creates the emails that are due. After a missed run, the next run creates the emails that are still
 * due.
 */
const emailJob: ScheduledJob = {
  queue: 'due-emails',
  cron: '*/5 * * * *',
  options: { policy: 'exclusive', retryLimit: 0, expireInSeconds: 600 },
  run: async ({ sql, now, log }) => {
    for (const [task, run] of Object.entries(emailTasks)) {
      const count = await run(sql, now())
      if (count > 0) log.info({ task, count }, 'Ran a scheduled task')
    }
  },
}

const minuteJob: ScheduledJob = {
  queue: 'expired-holds',
  cron: '* * * * *',
  options: { policy: 'exclusive', retryLimit: 0, expireInSeconds: 3600 },
  run: async ({ sql, now }) => {
    await releaseExpiredHolds(sql, now())
    await cancelUnanswered(sql, now())
  },
}

export const retentionJob: ScheduledJob = {
  queue: 'retention',
  cron: '15 3 * * *',
  options: { retryLimit: 3, retryDelay: 600, expireInSeconds: 3600 },
  run: async ({ sql, config, now, log }) =>
    log.info(await eraseOldData(sql, config, now()), 'Erased personal data past its retention period'),
}

const day_ms = 86_400_000

const pictureJob: ScheduledJob = {
  queue: 'pictures',
  cron: '45 3 * * *',
  options: { retryLimit: 3, retryDelay: 600, expireInSeconds: 3600 },
  run: async ({ sql, config, now, log }) => {
    const files = await sweepPictures(sql, await storeOf(config), new Date(now().getTime() - day_ms))
    if (files > 0) log.info({ files }, 'Deleted pictures that had been unused for a day')
  },
}

const slotJob: ScheduledJob = {
  queue: 'slots',
  cron: '7 * * * *',
  options: { policy: 'exclusive', retryLimit: 0, expireInSeconds: 3600 },
  run: async ({ sql, now, log }) => {
    const count = await storeMissingSlots(sql, now())
    if (count > 0) log.info({ count }, 'Stored the slots of further days')
  },
}

export const scheduledJobs = [emailJob, minuteJob, slotJob, retentionJob, pictureJob]

export async function startScheduledJobs(
  { boss, ...dependencies }: JobDependencies,
  jobs: ScheduledJob[],
): Promise<void> {
  for (const { queue, cron, options, run } of jobs) {
    await createWatchedQueue(boss, queue, options)
    await boss.schedule(queue, cron, null, { tz: 'Europe/London' })
    await boss.work(queue, async () => void (await runJob(queue, () => run(dependencies), dependencies)))
  }
}
