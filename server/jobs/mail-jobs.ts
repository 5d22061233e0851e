import { setTimeout as sleep } from 'node:timers/promises'
import type { PgBoss } from 'pg-boss'

import { deliver, type Delivery, type DeliveryContext } from '../../app/mail/deliver.server.ts'
import { markDead, claimWaitingEmails, type QueuedEmail } from '../../app/mail/outbox.server.ts'
import type { Transaction } from '../../app/platform/database/database.server.ts'
import { asBossDatabase, type QueuePace } from './boss.ts'
import { repeat, type Running } from './repeat.ts'
import { runJob, traceOf } from './run-job.ts'

export const mailQueue = 'mail'
export const deadLetterQueue = 'mail-dead'
const portion = 100
const batchSize = 5
/** Ten years, so that the job of an email is never deleted before it runs, even after the clock jumped ahead. */
const retentionSeconds = 10 * 365 * 86_400

type MailJob = { email_id: string; taken_at: number }

type MailContext = Omit<DeliveryContext, 'transport' | 'lease_ms'> & {
  boss: PgBoss
  transport: DeliveryContext['transport'] | undefined
  pace: QueuePace
  /** How many workers fetch emails from the queue. */
  workers: number
  /** Called with the queued emails, in the transaction that queued them. */
  follow: (sql: Transaction, emails: QueuedEmail[], now: Date) => Promise<void>
}

/** Delivers the emails of the outbox until `stop` is called. */
export async function startMail(context: MailContext): Promise<Running> {
  const { boss, pace, transport } = context
  await createQueues(boss, pace)

  const pacer = createMailPace(() => context.now().getTime())
  if (transport) await work({ ...context, transport, lease_ms: pace.attempt * 1000 }, pacer)
  await boss.work<MailJob>(deadLetterQueue, { batchSize: 10 }, async (jobs) => {
    for (const { data } of jobs)
      await markDead(context.sql, data.email_id, 'It was tried for a day without success.')
  })

  const queueNext = async () => {
    const count = await queueEmails(context)
    pacer.found(count)
    return count === portion
  }
  return repeat(pace.poll * 1000, queueNext, context.log, 'Emails could not be queued')
}

/** Creates the queue of emails, with its retries, and the queue of dead letters. */
export async function createQueues(boss: PgBoss, pace: QueuePace): Promise<void> {
  const dead = { retryLimit: 5, retryDelay: 5, retryBackoff: true, retentionSeconds }
  await boss.createQueue(deadLetterQueue, dead)
  const options = {
    retentionSeconds,
    retryLimit: pace.tries,
    retryDelay: pace.pause,
    retryBackoff: true,
    retryDelayMax: pace.longest_pause,
    expireInSeconds: pace.attempt,
    deadLetter: deadLetterQueue,
  }
  await boss.createQueue(mailQueue, options)
  // An existing queue keeps its options unless it is updated.
  await boss.updateQueue(mailQueue, options)
  await boss.updateQueue(deadLetterQueue, dead)
}

async function work(
  context: DeliveryContext & { boss: PgBoss; pace: QueuePace; workers: number },
  pacer: ReturnType<typeof createMailPace>,
): Promise<void> {
  const send = async ({ email_id, taken_at }: MailJob): Promise<Delivery> => {
    const pause = pacer.wait(taken_at)
    if (pause > 0) await sleep(pause)
    const traceparent = await traceOf(context.sql, 'emails', email_id)
    return runJob('email', () => deliver(context, email_id), { log: context.log, traceparent })
  }
  await context.boss.work<MailJob>(
    mailQueue,
    {
      perJobResults: true as const,
      localConcurrency: context.workers,
      batchSize,
      pollingIntervalSeconds: context.pace.poll,
      // After a full batch, the next batch is fetched immediately.
      burstWhenBatchFull: true,
    },
    async (jobs) =>
      Promise.all(jobs.map(async ({ id, data }) => ({ id, status: outcomes[await send(data)] }))),
  )
}

const outcomes = { done: 'completed', again: 'failed', dead: 'deadletter' } as const satisfies Record<
  Delivery,
  string
>

/** Moves emails from the outbox to the queue in one transaction, so that each email is queued exactly once. */
async function queueEmails({ sql, boss, transport, now, follow }: MailContext): Promise<number> {
  return sql.begin(async (transaction) => {
    const emails = await claimWaitingEmails(transaction, portion, transport !== undefined, now())
    if (emails.length === 0) return 0
    await follow(transaction, emails, now())
    if (transport)
      await boss.insert(
        mailQueue,
        // Staff may resend an email, which makes another job for its row. The state of the row prevents a duplicate delivery.
        emails.map(({ id }) => ({ data: { email_id: id, taken_at: now().getTime() } satisfies MailJob })),
        { db: asBossDatabase(transaction) },
      )
    return emails.length
  })
}

/** If the outbox has at least this many waiting emails at one poll, there is a rush of bookings. */
const rushSize = 5
/** Milliseconds that a rush is assumed to last after such a poll. `gap` is the pause between emails during a rush. */
const rushDuration = 2500
const gap = 100
/** Milliseconds after which a waiting email is sent, even during a rush. */
const maxWait = 60_000

/**
 * Gives bookings priority over emails: each email sent takes about as much work as a booking, and can wait. During a rush,
 * emails are sent one by one with pauses. The remaining emails follow after the rush.
 */
export function createMailPace(now: () => number) {
  let rushEndsAt = 0
  let next = 0
  return {
    found(emails: number): void {
      if (emails >= rushSize) rushEndsAt = now() + rushDuration
    },
    /** Returns how long an email that was queued at `since` must wait, in milliseconds. */
    wait(since: number): number {
      const at = now()
      // If the rush would last longer than `rushDuration`, the clock was put back meanwhile, and the rush is over.
      if (at >= rushEndsAt || rushEndsAt - at > rushDuration || at - since > maxWait) return 0
      next = Math.max(at, next + gap)
      return Math.min(next, rushEndsAt) - at
    },
  }
}
