import { setTimeout as sleep } from 'node:timers/promises'
import type { PgBoss } from 'pg-boss'

import { deliver, type Delivery, type DeliveryContext } from '../../app/emails/deliver.server.ts'
import { markDead, claimWaitingEmails, type QueuedEmail } from '../../app/emails/outbox.server.ts'
import type { Transaction } from '../../app/platform/database.server.ts'
import { overPool, type QueuePace } from './boss.ts'
import { createMailPace } from './mail-pace.ts'

export const mailQueue = 'mail'
export const deadLetterQueue = 'mail-dead'
const portion = 100
const perAsker = 5

type MailJob = { email_id: string; taken_at: number }

export type PostOffice = Omit<DeliveryContext, 'transport' | 'lease_ms'> & {
  boss: PgBoss
  transport: DeliveryContext['transport'] | undefined
  pace: QueuePace
  /** How many ask the queue for mails. */
  askers: number
  /** What else follows from the mails that were taken up, in the same transaction. */
  follow: (sql: Transaction, taken: QueuedEmail[], now: Date) => Promise<void>
}

/** Delivers what waits, until it is told to stop. */
export async function startMail(office: PostOffice): Promise<{ stop: () => Promise<void> }> {
  const { boss, pace, transport } = office
  await openQueues(boss, pace)

  const turns = createMailPace(() => office.now().getTime())
  if (transport) await work({ ...office, transport, lease_ms: pace.attempt * 1000 }, turns)
  await boss.work<MailJob>(deadLetterQueue, { batchSize: 10 }, async (jobs) => {
    for (const { data } of jobs) await markDead(office.sql, data.email_id, 'It was tried for a day in vain.')
  })

  let stopping = false
  const taking = takeUpAlways(office, turns, () => stopping)
  return {
    stop: async () => {
      stopping = true
      await taking
    },
  }
}

/** How often and how long a mail is tried, and where it lies after that. */
export async function openQueues(boss: PgBoss, pace: QueuePace): Promise<void> {
  await boss.createQueue(deadLetterQueue, { retryLimit: 5, retryDelay: 5, retryBackoff: true })
  const terms = {
    retryLimit: pace.tries,
    retryDelay: pace.pause,
    retryBackoff: true,
    retryDelayMax: pace.longest_pause,
    expireInSeconds: pace.attempt,
    deadLetter: deadLetterQueue,
  }
  await boss.createQueue(mailQueue, terms)
  // A queue of an earlier version keeps its terms unless it is told.
  await boss.updateQueue(mailQueue, terms)
}

type MailPace = ReturnType<typeof createMailPace>

async function work(
  office: DeliveryContext & { boss: PgBoss; pace: QueuePace; askers: number },
  turns: MailPace,
): Promise<void> {
  const send = async ({ email_id, taken_at }: MailJob): Promise<Delivery> => {
    const pause = turns.wait(taken_at)
    if (pause > 0) await sleep(pause)
    return deliver(office, email_id)
  }
  await office.boss.work<MailJob>(
    mailQueue,
    {
      perJobResults: true as const,
      localConcurrency: office.askers,
      batchSize: perAsker,
      pollingIntervalSeconds: office.pace.poll,
      // While there is more than a moment's work, nobody waits for the next look.
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

/** Moves what was committed into the queue, in one transaction: no mail is in neither or in both. */
async function takeUp({ sql, boss, transport, now, follow }: PostOffice): Promise<number> {
  return sql.begin(async (transaction) => {
    const taken = await claimWaitingEmails(transaction, portion, transport !== undefined, now())
    if (taken.length === 0) return 0
    await follow(transaction, taken, now())
    if (transport)
      await boss.insert(
        mailQueue,
        // A mail that is sent again has another job: the row says that it goes once.
        taken.map(({ id }) => ({ data: { email_id: id, taken_at: now().getTime() } satisfies MailJob })),
        { db: overPool(transaction) },
      )
    return taken.length
  })
}

async function takeUpAlways(office: PostOffice, turns: MailPace, isStopping: () => boolean): Promise<void> {
  while (!isStopping()) {
    const taken = await takeUp(office).catch((error) => {
      office.log.error({ err: error }, 'Mail could not be taken up')
      return 0
    })
    turns.found(taken)
    if (taken < portion && !isStopping()) await sleep(office.pace.poll * 1000)
  }
}
