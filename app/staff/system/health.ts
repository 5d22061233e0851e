import { formatBytes } from '../../platform/counts.ts'

/** What the site runs on and how it does, as the API tells it. */
export type SystemReport = {
  version: string
  node: string
  started_at: string
  database: { version: string; bytes: number; connections: number }
  migrations: { count: number; newest: string; applied_at: string }
  worker: {
    seen_at: string | null
    queues: { name: string; waiting: number; active: number; failed: number }[]
  } | null
  mail: { waiting: number; failed: number; dead: number }
  storage: { free: number; total: number } | null
}

/** A worker counts its queues every minute or so. */
const silence = 5 * 60_000
const leastRoom = 1024 ** 3

/** What somebody should look at, one sentence each; `now` in milliseconds. */
export function healthOf(
  { worker, mail, storage }: Pick<SystemReport, 'worker' | 'mail' | 'storage'>,
  now: number,
): string[] {
  const seen = worker?.seen_at ? Date.parse(worker.seen_at) : null
  return [
    seen === null &&
      'No worker has run on this database yet: mail waits, and nothing is completed by itself.',
    seen !== null &&
      now - seen > silence &&
      'The worker has not been heard of for more than five minutes: mail waits, and nothing is completed by itself.',
    mail.dead > 0 && (mail.dead === 1 ? 'One mail came to nothing.' : `${mail.dead} mails came to nothing.`),
    storage &&
      storage.free < leastRoom &&
      `There is little room left on the disk: ${formatBytes(storage.free)}.`,
  ].filter((sentence) => typeof sentence === 'string')
}
