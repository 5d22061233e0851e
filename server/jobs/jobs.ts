import { notifyVineyards } from '../../app/bookings/scheduled-jobs.server.ts'
import { createMailTransport } from '../../app/emails/smtp.server.ts'
import type { AppDependencies } from '../../app/platform/app-dependencies.ts'
import { type QueuePace, startBoss, steadyPace } from './boss.ts'
import { startCalendars } from './calendar-job.ts'
import { startLedgerChecks } from './ledger-job.ts'
import { startMail } from './mail-jobs.ts'
import { startPictureSweep } from './picture-job.ts'
import { startRetention } from './retention-job.ts'
import { startScheduledJobs } from './round-job.ts'
import { startTotals } from './sum-job.ts'

const builtLetters = '../../build/server/letters.js'
const askers = 2

/** Everything that is done beside answering requests. Ends what is under way before it stops. */
export async function startJobs(
  dependencies: AppDependencies,
  { pace = steadyPace, patience = 20_000 }: { pace?: QueuePace; patience?: number } = {},
): Promise<{ stop: () => Promise<void> }> {
  const { sql, now, config, log } = dependencies
  const { writeMail }: typeof import('../../app/email-templates.server.ts') = await import(builtLetters)
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
    askers,
    site: config,
    write: writeMail,
    follow: notifyVineyards,
  })
  await startScheduledJobs({ boss, sql, now, config, log })
  await startTotals({ boss, sql, now, config, log })
  await startRetention({ boss, sql, now, config, log })
  await startPictureSweep({ boss, sql, now, config, log })
  const calendars = await startCalendars({ boss, sql, now, config, log })
  const ledger = startLedgerChecks(dependencies)
  return {
    stop: async () => {
      await ledger.stop()
      await calendars.stop()
      await mail.stop()
      await boss.stop({ graceful: true, timeout: 10_000 })
      transport?.close()
    },
  }
}
