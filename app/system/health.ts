import { formatBytes, formatCount } from '../platform/counts.ts'
import { formatAge, queueName } from './queue-labels.ts'

/** A queue as the API tells it: since when its oldest job waits, when the next is due, by which hours it is filled. */
export type QueueReport = {
  name: string
  waiting: number
  active: number
  failed: number
  oldest_at: string | null
  next_at: string | null
  every: string | null
}

/** What the site runs on and how it does, as the API tells it. */
export type SystemReport = {
  version: string
  node: string
  started_at: string
  database: { version: string; bytes: number; connections: number }
  migrations: { count: number; newest: string; applied_at: string }
  worker: { seen_at: string | null; queues: QueueReport[] } | null
  mail: { waiting: number; failed: number; dead: number }
  storage: { free: number; total: number } | null
}

/** A worker counts its queues every minute or so. */
const silence = 5 * 60_000
/** What is due is begun within seconds, unless it is more than there is time for. */
const lateness = 10 * 60_000
const leastRoom = 1024 ** 3

/** A consistency check; `finished_at` is null while it runs. */
type ConsistencyCheck = { finished_at: string | null; fault_count: number }

/** Returns one sentence for each thing that needs attention. `checks` come newest first, `now` is in milliseconds. */
export function healthOf(
  { worker, mail, storage }: Pick<SystemReport, 'worker' | 'mail' | 'storage'>,
  checks: ConsistencyCheck[],
  now: number,
): string[] {
  const faults = checks.find(({ finished_at }) => finished_at !== null)?.fault_count ?? 0
  const seen = worker?.seen_at ? Date.parse(worker.seen_at) : null
  const late = (worker?.queues ?? []).filter(({ next_at }) => next_at && now - Date.parse(next_at) > lateness)
  return [
    seen === null &&
      'No worker has run on this database yet: mail waits, and nothing is completed by itself.',
    seen !== null &&
      now - seen > silence &&
      'The worker has not been heard of for more than five minutes: mail waits, and nothing is completed by itself.',
    ...late.map(
      ({ name, next_at }) =>
        `${queueName(name)}: what waits has been due for ${formatAge((now - Date.parse(next_at ?? '')) / 1000)}.`,
    ),
    mail.dead > 0 && (mail.dead === 1 ? 'One mail came to nothing.' : `${mail.dead} mails came to nothing.`),
    faults > 0 &&
      `The last consistency check found ${faults === 1 ? 'one difference' : `${formatCount(faults)} differences`}.`,
    storage &&
      storage.free < leastRoom &&
      `There is little room left on the disk: ${formatBytes(storage.free)}.`,
  ].filter((sentence) => typeof sentence === 'string')
}
