import type { Queryable, Sql } from '../platform/database.server.ts'
import type { Log } from '../platform/log.server.ts'
import type { Result } from '../platform/result.ts'
import type { MailRow, Site, Unwritable } from './email.ts'
import type { Message } from './render-email.server.tsx'
import { type Claimed, claimNextEmail, markFailed, markKept, markSent, mayGo } from './outbox.server.ts'
import { senderAddress } from './sender.ts'
import type { Transport, Sent } from './smtp.server.ts'

export type DeliveryContext = {
  sql: Sql
  now: () => Date
  log: Log
  site: Site
  courier: Transport
  /** After so many milliseconds a claim counts as lost, because its worker crashed or its connection hangs. */
  lease_ms: number
  write: (sql: Queryable, row: MailRow, site: Site) => Promise<Result<Message, Unwritable>>
}

/** Whether the queue is done with a mail, comes back to it, or lays it with the dead. */
export type Delivery = 'done' | 'again' | 'dead'

const unwritable: Record<Exclude<Unwritable, 'gone'>, string> = {
  unknown_type: 'No letter is written for its type.',
  payload: 'Its payload is not what its letter reads.',
}

/**
 * Delivers the emails about one booking in the order of its events: those before `id`, then `id`, then any behind it that
 * had to wait. Stops at the first that fails, and has the queue come back if that is `id` or one before it.
 */
export async function deliver(office: DeliveryContext, id: string): Promise<Delivery> {
  const { sql, now, site, lease_ms } = office
  const domain = senderAddress(site.mail_from).split('@')[1] ?? 'localhost'
  for (;;) {
    const next = await claimNextEmail(sql, id, { domain, lease_ms, now: now() })
    if (!next) return 'done'
    const { requested_state, claimed } = next
    const isOpen =
      requested_state === 'waiting' || requested_state === 'failed' || requested_state === 'sending'
    const settled = requested_state === 'dead' ? 'dead' : 'done'
    if (!claimed) return isOpen ? 'again' : settled
    const { delivery, is_last } = await attempt(office, claimed)
    if (delivery === 'again') return isOpen ? 'again' : settled
    if (is_last) return delivery
  }
}

/** `is_last`: no other email waits behind this one. */
type Attempt = { delivery: Delivery; is_last: boolean }

/** One attempt at one mail. Nothing is open in the database while the other side takes its time. */
async function attempt(office: DeliveryContext, mail: Claimed): Promise<Attempt> {
  const { sql, now, site, log } = office
  const is_last = mail.booking_id === null
  if (mail.deliver_by && mail.deliver_by <= now())
    return { delivery: await giveUp(office, mail, 'It came too late to be of use.'), is_last }

  const message = await office.write(sql, mail, site)
  if (!message.ok) {
    const { problem } = message
    if (problem === 'gone') {
      await markKept(sql, mail, 'What it was about is gone.')
      return { delivery: 'done', is_last }
    }
    log.error({ email_id: mail.id, email_type: mail.email_type, problem }, 'A letter could not be written')
    return { delivery: await giveUp(office, mail, unwritable[problem]), is_last }
  }

  const outgoing = {
    ...message.value,
    from: site.mail_from,
    to: mail.to_address,
    message_id: mail.message_id,
    date: now(),
  }
  const sent = await office.courier.send(outgoing, () => mayGo(sql, mail))
  if (!sent.ok) return { delivery: await fail(office, mail, sent), is_last }
  return { delivery: 'done', is_last: await markSent(sql, mail.id, now()) }
}

async function fail(
  { sql, log }: DeliveryContext,
  mail: Claimed,
  failure: Exclude<Sent, { ok: true }>,
): Promise<Delivery> {
  const { error, permanent, given, answered } = failure
  const became = await markFailed(sql, mail, { error, final: permanent, given, answered })
  log.warn(
    { email_id: mail.id, email_type: mail.email_type, attempts: mail.attempts, became, error },
    'A mail was not sent',
  )
  // Taken: somebody else sends it, or it goes to another address now. Coming back shows which.
  return became === 'dead' ? 'dead' : 'again'
}

async function giveUp({ sql }: DeliveryContext, mail: Claimed, error: string): Promise<Delivery> {
  await markFailed(sql, mail, { error, final: true, given: false, answered: true })
  return 'dead'
}
