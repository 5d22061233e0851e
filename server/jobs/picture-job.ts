import type { PgBoss } from 'pg-boss'

import { storeOf } from '../../app/media/store.server.ts'
import { sweepPictures } from '../../app/media/sweep.server.ts'
import type { AppDependencies } from '../../app/platform/app-dependencies.ts'

const pictureQueue = 'pictures'
const aDay = 86_400_000

/** Clears away every night the pictures that nothing has led to for a day. */
export async function startPictureSweep({
  boss,
  sql,
  now,
  config,
  log,
}: AppDependencies & { boss: PgBoss }): Promise<void> {
  await boss.createQueue(pictureQueue, { retryLimit: 3, retryDelay: 600, expireInSeconds: 3600 })
  await boss.schedule(pictureQueue, '45 3 * * *', null, { tz: 'Europe/London' })
  await boss.work(pictureQueue, async () => {
    const files = await sweepPictures(sql, await storeOf(config), new Date(now().getTime() - aDay))
    if (files > 0) log.info({ files }, 'Pictures that nothing leads to are gone')
  })
}
