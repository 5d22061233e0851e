import type { Queryable, Sql } from '../platform/database/database.server.ts'
import type { Log } from '../platform/log.server.ts'
import { counter } from '../platform/metrics.server.ts'
import type { Result } from '../platform/result.ts'
import { type MailRow, senderDomain, type Site, type Unwritable } from './email.ts'
import type { Message } from './render-email.server.tsx'
import { type Claimed, claimNextEmail, markFailed, markKept, markSent, mayGo } from './outbox.server.ts'
import type { Transport } from './smtp.server.ts'

const attempts = counter(
  'chalk_email_attempts_total',
  'Attempts to send an email, by result: sent, failed (tried again) or dead.',
  ['result'],
)
// Starts the counter at zero, so that Prometheus counts the first email as an increase.
attempts.inc({ result: 'sent' }, 0)

export type DeliveryContext = {
  sql: Sql
  now: () => Date
  log: Log
  site: Site
  transport: Transport
  /** Milliseconds after which a claim expires, because its worker may have crashed or its connection may hang. */
  lease_ms: number
  write: (sql: Queryable, row: MailRow, site: Site) => Promise<Result<Message, Unwritable>>
}

/** The outcome for the job: it is done, must be repeated, or becomes a dead letter. */
export type Delivery = 'done' | 'again' | 'dead'

const unwritable: Record<Exclude<Unwritable, 'gone'>, string> = {
  unknown_type: 'There is no template for this type of email.',
  payload: 'The payload does not fit the template of the email.',
}

/**
 * Delivers the emails about a booking to the address of email `id`, in the order of the booking's events: the emails before `id`,
 * then `id`, then later emails that waited for it. Stops at an email that must be retried, and returns 'again' if this is `id` or
 * an earlier email.
 */
export async function deliver(context: DeliveryContext, id: string): Promise<Delivery> {
  const { sql, now, site, lease_ms } = context
  const domain = senderDomain(site.mail_from)
  for (;;) {
    const next = await claimNextEmail(sql, id, { domain, lease_ms, now: now() })
    if (!next) return 'done'
    const { requested_state, claimed } = next
    const isOpen = ['waiting', 'failed', 'sending'].includes(requested_state)
    const settled = requested_state === 'dead' ? 'dead' : 'done'
    if (!claimed) return isOpen ? 'again' : settled
    const { delivery, is_last } = await attempt(context, claimed)
    if (delivery === 'again') return isOpen ? 'again' : settled
    if (is_last) return delivery
  }
}

/**
 * Attempts to send one email. No transaction is open while the mail server works. `is_last` is true only if no other email waits
 * for this email.
 */
async function attempt(
  context: DeliveryContext,
  mail: Claimed,
): Promise<{ delivery: Delivery; is_last: boolean }> {
  const { sql, now, site, log } = context
  const is_last = mail.booking_id === null
  const { id: email_id, email_type } = mail
  if (mail.deliver_by && mail.deliver_by <= now())
    return { delivery: await giveUp(sql, mail, 'The email is too late to be useful.'), is_last }

  const message = await context.write(sql, mail, site)
  if (!message.ok) {
    const { problem } = message
    if (problem === 'gone') {
      await markKept(sql, mail, 'The subject of the email no longer exists.')
      return { delivery: 'done', is_last }
    }
    log.error({ email_id, email_type, problem }, 'Could not write an email')
    return { delivery: await giveUp(sql, mail, unwritable[problem]), is_last }
  }

  const { message_id, to_address: to } = mail
  const outgoing = { ...message.value, from: site.mail_from, to, message_id, date: now() }
  const sent = await context.transport.send(outgoing, () => mayGo(sql, mail))
  if (sent.ok) {
    attempts.inc({ result: 'sent' })
    return { delivery: 'done', is_last: await markSent(sql, mail.id, now()) }
  }
  // 'taken' means that another attempt is sending the email, or that its address was changed. The job is
  // repeated, and then learns the email's new state.
  const state = await markFailed(sql, mail, { ...sent, final: sent.permanent })
  attempts.inc({ result: state === 'dead' ? 'dead' : 'failed' })
  log.warn(
    { email_id, email_type, attempts: mail.attempts, became: state, error: sent.error },
    'Could not send an email',
  )
  return { delivery: state === 'dead' ? 'dead' : 'again', is_last }
}

async function giveUp(sql: Sql, mail: Claimed, error: string): Promise<Delivery> {
  await markFailed(sql, mail, { error, final: true, given: false, answered: true })
  return 'dead'
}
