import type { PgBoss } from 'pg-boss'

import { forgetOld } from '../../app/personal-data/retention.server.ts'
import type { AppDependencies } from '../../app/platform/app-dependencies.ts'

export const retentionQueue = 'retention'

/** Forgets every night what has been kept for long enough: at a quarter past three in London, when few are awake. */
export async function startRetention({
  boss,
  sql,
  now,
  config,
  log,
}: AppDependencies & { boss: PgBoss }): Promise<void> {
  await boss.createQueue(retentionQueue, { retryLimit: 3, retryDelay: 600, expireInSeconds: 3600 })
  await boss.schedule(retentionQueue, '15 3 * * *', null, { tz: 'Europe/London' })
  await boss.work(retentionQueue, async () => {
    log.info(await forgetOld(sql, config, now()), 'What was kept for long enough is forgotten')
  })
}
