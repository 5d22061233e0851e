import { setTimeout as sleep } from 'node:timers/promises'

import type { Queryable, Transaction } from '../platform/database/database.server.ts'
import { retrying } from '../platform/database/retry.server.ts'
import type { EmailState, MailRow } from './email.ts'

/** An email for which a job was queued. */
export type QueuedEmail = {
  id: string
  email_type: string
  booking_id: string | null
  event_id: number | null
}

/**
 * Marks as queued the oldest emails that may be delivered now, and returns them. Without a mail server, they become `kept` and
 * are not sent.
 */
export async function claimWaitingEmails(
  sql: Transaction,
  most: number,
  can_send: boolean,
  now: Date,
): Promise<QueuedEmail[]> {
  return sql<QueuedEmail[]>`
    update emails e
    set queued_at = ${now}, state = ${can_send ? 'waiting' : 'kept'}
    from (
      select id from emails
      where state = 'waiting' and queued_at is null and coalesce(deliver_after <= ${now}, true)
      order by created_at
      limit ${most}
      for update skip locked
    ) as next
    where e.id = next.id
    returning e.id, e.email_type, e.booking_id, e.event_id`
}

/** An email that this attempt may send until another attempt claims the email. */
export type Claimed = MailRow & {
  claim: string
  message_id: string
  attempts: number
  deliver_by: Date | null
}

/** `requested_state`: the state of the job's email. `claimed`: the next email to send, perhaps another; undefined if none. */
export type NextEmail = { requested_state: EmailState; claimed: Claimed | undefined }

/** How often a claim is tried while another transaction locks an email, and the mean pause between two tries in milliseconds. */
const attempts = 40
const pause = 50

/**
 * Claims the first unsent email with the booking and address of email `id`, or that email itself if it has no booking. A claim
 * expires after `lease_ms`. Returns undefined if email `id` was deleted.
 */
export async function claimNextEmail(
  sql: Queryable,
  id: string,
  { domain, lease_ms, now }: { domain: string; lease_ms: number; now: Date },
): Promise<NextEmail | undefined> {
  type Row = { requested_state: EmailState; is_busy: boolean } & (Claimed | { id: null })
  const claim = () =>
    retrying(
      sql,
      (sql) => sql<Row[]>`
        select * from claim_next_email(${id}, ${domain}, ${lease_ms} * interval '1 millisecond', ${now})`,
    )
  let [row] = await claim()
  for (let attempt = 1; row?.is_busy && attempt < attempts; attempt++) {
    await sleep(pause * (0.5 + Math.random()))
    row = (await claim())[0]
  }
  return row && { requested_state: row.requested_state, claimed: row.id === null ? undefined : row }
}

/**
 * Returns whether the end of a message may be sent. First counts the attempt in the database, so that after a crash the worker
 * knows that the outcome is unknown. Returns false if another attempt has claimed the email, or after two attempts without an
 * answer.
 */
export async function mayGo(sql: Queryable, { id, claim }: Claimed): Promise<boolean> {
  const allowed = await sql`
    update emails set unanswered = unanswered + 1
    where id = ${id} and claim = ${claim} and unanswered < 2
      and set_config('synchronous_commit', 'on', true) = 'on'
    returning id`
  return allowed.length > 0
}

/**
 * Records that the mail server accepted the email, even after the claim expired, and erases the email's secret link. Returns true
 * if no other email about the same booking to the same address is still to be sent.
 */
export async function markSent(sql: Queryable, id: string, now: Date): Promise<boolean> {
  const [sent] = await sql<{ is_last: boolean }[]>`
    update emails m
    set
      state = 'sent', sent_at = ${now}, claim = null, claimed_at = null, last_error = null,
      unanswered = greatest(unanswered - 1, 0),
      payload = payload - 'link'
    where id = ${id} and state in ('sending', 'failed', 'dead', 'superseded')
    returning not exists (
      select from emails o
      where o.booking_id = m.booking_id and lower(o.to_address) = lower(m.to_address) and o.id <> m.id
        and o.state in ('waiting', 'failed', 'sending')
    ) as is_last`
  return sent?.is_last ?? false
}

/**
 * Records a failed attempt and returns the new state, or 'taken' if another attempt has claimed the email. `answered`: the server
 * refused the message. A message that was sent whole (`given`) without an answer may have arrived, so it is sent only once more.
 */
export async function markFailed(
  sql: Queryable,
  { id, claim }: Claimed,
  failure: { error: string; final: boolean; given: boolean; answered: boolean },
): Promise<'failed' | 'dead' | 'taken'> {
  const back = failure.given && failure.answered ? 1 : 0
  const [marked] = await sql<{ state: 'failed' | 'dead' }[]>`
    update emails
    set
      unanswered = unanswered - ${back}::smallint,
      state = case when ${failure.final} or unanswered - ${back} = 2 then 'dead' else 'failed' end,
      claim = null, claimed_at = null, last_error = ${failure.error.slice(0, 1000)}
    where id = ${id} and claim = ${claim} and state = 'sending'
    returning state`
  return marked?.state ?? 'taken'
}

/** Marks an email as `kept`, because it need no longer be sent. */
export async function markKept(sql: Queryable, { id, claim }: Claimed, reason: string): Promise<void> {
  await sql`
    update emails set state = 'kept', claim = null, claimed_at = null, last_error = ${reason}
    where id = ${id} and claim = ${claim} and state = 'sending'`
}

/** Gives up an unsent email: marks it as a dead letter. Returns false if it is no longer unsent. */
export async function markDead(sql: Queryable, id: string, error: string): Promise<boolean> {
  const marked = await sql`
    update emails
    set state = 'dead', claim = null, claimed_at = null, last_error = coalesce(last_error, ${error})
    where id = ${id} and state in ('waiting', 'sending', 'failed')
    returning id`
  return marked.length > 0
}

/** The delivery state of the newest email about a booking to an address. Ignores superseded emails. */
export type MailState = 'under_way' | 'sent' | 'dead' | 'kept'

export async function findMailState(
  sql: Queryable,
  { booking_id, to_address }: { booking_id: string; to_address: string },
): Promise<MailState | undefined> {
  const [mail] = await sql<{ state: MailState }[]>`
    select case when state in ('sent', 'dead', 'kept') then state else 'under_way' end as state
    from emails
    where booking_id = ${booking_id} and state <> 'superseded' and lower(to_address) = lower(${to_address})
    order by created_at desc, queued_at desc nulls first
    limit 1`
  return mail?.state
}
