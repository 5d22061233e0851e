import { senderDomain } from '../../app/mail/email.ts'
import { importCalendar, claimDueSources } from '../../app/partners/calendar-feeds/import-calendar.server.ts'
import { raisePageVersion } from '../../app/platform/http/page-cache/page-version.server.ts'
import { asBossDatabase, type JobDependencies } from './boss.ts'
import { repeat, type Running } from './repeat.ts'
import { runJob } from './run-job.ts'

const calendarQueue = 'calendars'
const portion = 20
/**
 * Milliseconds between two searches for due calendars. The pause is short, because staff who press "Sync now" watch the page.
 */
const interval = 2000

type CalendarJob = { source_id: string }

/** Imports calendars when they are due. The queue does not retry: the calendar's row already has the time of its next check. */
export async function startCalendars({ boss, sql, now, config, log }: JobDependencies): Promise<Running> {
  await boss.createQueue(calendarQueue, { retryLimit: 0, expireInSeconds: 120 })
  const domain = `@${senderDomain(config.mail_from)}`
  await boss.work<CalendarJob>(
    calendarQueue,
    { localConcurrency: 2, batchSize: 1, pollingIntervalSeconds: 1 },
    async ([job]) => {
      if (!job) return
      const { source_id } = job.data
      const read = async () => {
        const result = await importCalendar(sql, source_id, { now: now(), domain, chance: Math.random() })
        log.debug({ source_id, result }, 'Imported a calendar')
        if (result === 'changed') await raisePageVersion({ sql, log })
      }
      await runJob('calendars', read, { log })
    },
  )

  const queueDueSources = () =>
    sql.begin(async (transaction) => {
      const ids = await claimDueSources(transaction, portion, now())
      const jobs = ids.map((source_id) => ({ data: { source_id } }))
      if (jobs.length > 0) await boss.insert(calendarQueue, jobs, { db: asBossDatabase(transaction) })
    })
  return repeat(interval, queueDueSources, log, 'Due calendars could not be queued')
}
