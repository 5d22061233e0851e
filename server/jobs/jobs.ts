import { tellVineyards } from '../../app/bookings/scheduled-emails.server.ts'
import { createCourier } from '../../app/emails/smtp.server.ts'
import type { Surroundings } from '../../app/platform/app-dependencies.ts'
import { type Pace, startBoss, steadyPace } from './boss.ts'
import { startCalendars } from './calendar-job.ts'
import { startLedgerChecks } from './ledger-job.ts'
import { startMail } from './mail-jobs.ts'
import { startPictureSweep } from './picture-job.ts'
import { startRetention } from './retention-job.ts'
import { startRounds } from './round-job.ts'
import { startSums } from './sum-job.ts'

const builtLetters = '../../build/server/letters.js'
const askers = 2

/** Everything that is done beside answering requests. Ends what is under way before it stops. */
export async function startJobs(
  surroundings: Surroundings,
  { pace = steadyPace, patience = 20_000 }: { pace?: Pace; patience?: number } = {},
): Promise<{ stop: () => Promise<void> }> {
  const { sql, now, config, log } = surroundings
  const { writeMail }: typeof import('../../app/email-templates.server.ts') = await import(builtLetters)
  const { smtp_url, dkim } = config
  const courier = smtp_url ? createCourier({ smtp_url, dkim, connections: 10, patience }) : undefined
  const boss = await startBoss(sql, log, pace)
  const mail = await startMail({
    sql,
    now,
    log,
    boss,
    pace,
    courier,
    askers,
    site: config,
    write: writeMail,
    follow: tellVineyards,
  })
  await startRounds({ boss, sql, now, config, log })
  await startSums({ boss, sql, now, config, log })
  await startRetention({ boss, sql, now, config, log })
  await startPictureSweep({ boss, sql, now, config, log })
  const calendars = await startCalendars({ boss, sql, now, config, log })
  const ledger = startLedgerChecks(surroundings)
  return {
    stop: async () => {
      await ledger.stop()
      await calendars.stop()
      await mail.stop()
      await boss.stop({ graceful: true, timeout: 10_000 })
      courier?.close()
    },
  }
}
