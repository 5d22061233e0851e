import { setTimeout as sleep } from 'node:timers/promises'

import type { Queryable, Transaction } from '../platform/database.server.ts'
import type { MailRow } from './email.ts'

/**
 * waiting → sending → sent, or → failed → sending … → dead. kept: never to be sent, because no mail server is set.
 * superseded: not sent, because a newer event of its booking made it untrue.
 */
export const emailStates = ['waiting', 'sending', 'sent', 'failed', 'dead', 'kept', 'superseded'] as const
export type EmailState = (typeof emailStates)[number]

/** A mail that was just taken up, and what it was caused by. */
export type TakenUp = { id: string; email_type: string; booking_id: string | null; event_id: number | null }

/** Takes up what nobody has yet, oldest first. Without a way to send, it is kept instead and never sent. */
export async function takeUpMail(
  sql: Transaction,
  most: number,
  can_send: boolean,
  now: Date,
): Promise<TakenUp[]> {
  return sql<TakenUp[]>`
    update emails e
    set queued_at = ${now}, state = ${can_send ? 'waiting' : 'kept'}
    from (
      select id from emails
      where state = 'waiting' and queued_at is null
      order by created_at
      limit ${most}
      for update skip locked
    ) as next
    where e.id = next.id
    returning e.id, e.email_type, e.booking_id, e.event_id`
}

/** A mail that this attempt may send, until another attempt claims it. */
export type Claimed = MailRow & {
  claim: string
  message_id: string
  attempts: number
  deliver_by: Date | null
}

/** `requested_state`: of the email whose job asks. `claimed`: the next one to send, which may be an earlier or a later one. */
export type NextEmail = { requested_state: EmailState; claimed: Claimed | undefined }

/** So often a chain of emails is asked for while another transaction holds one of them, so many milliseconds apart. */
const askings = 40
const apart = 50

/**
 * Claims the first unsent email about the booking of `id` to the same address; without a booking, `id` itself.
 * A claim that is older than `lease_ms` is lost. Undefined: the email is gone.
 */
export async function claimNextEmail(
  sql: Queryable,
  id: string,
  { domain, lease_ms, now }: { domain: string; lease_ms: number; now: Date },
): Promise<NextEmail | undefined> {
  type Row = { requested_state: EmailState; is_busy: boolean } & (Claimed | { id: null })
  const ask = () => sql<Row[]>`
    select * from claim_next_email(${id}, ${domain}, ${lease_ms} * interval '1 millisecond', ${now})`
  let [row] = await ask()
  for (let asked = 1; row?.is_busy && asked < askings; asked++) {
    await sleep(apart * (0.5 + Math.random()))
    row = (await ask())[0]
  }
  return row && { requested_state: row.requested_state, claimed: row.id === null ? undefined : row }
}

/**
 * The last word before a mail is given away for good: counted first, and on the disk before it goes, so that a crash
 * right after it is known to have left a doubt. False: another attempt has the mail now, or it was given away twice already.
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
 * It has arrived at the next server: true whoever holds the claim by now. The secret of its link is no longer needed.
 * Returns whether it was the last: no other email about its booking to its address is still to be sent.
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
 * This attempt failed. `answered` says that the other side refused it clearly, so that it was not delivered; otherwise
 * nobody knows, and it is tried only once more. Returns what became of it.
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

/** It need not be sent any more. */
export async function markKept(sql: Queryable, { id, claim }: Claimed, reason: string): Promise<void> {
  await sql`
    update emails set state = 'kept', claim = null, claimed_at = null, last_error = ${reason}
    where id = ${id} and claim = ${claim} and state = 'sending'`
}

/** The queue has given it up, or it was given away twice without an answer. A mail that arrived stays sent. */
export async function markDead(sql: Queryable, id: string, error: string): Promise<boolean> {
  const marked = await sql`
    update emails
    set state = 'dead', claim = null, claimed_at = null, last_error = coalesce(last_error, ${error})
    where id = ${id} and state in ('waiting', 'sending', 'failed')
    returning id`
  return marked.length > 0
}
