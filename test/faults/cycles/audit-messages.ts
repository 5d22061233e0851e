import type { Queryable } from '../../../app/platform/database/database.server.ts'
import type { ArrivedEmail, ArrivedWebhook } from './receivers.ts'

export type AuditedBooking = {
  id: string
  key: string
  reference: string
  vineyard_id: string
  pattern_id: string
  date: string
  guests: number
  status: string
  attendance: string | null
  arrived_guests: number | null
}

/** The counts of an audit, and one sentence for each error that it found in the data. */
export type Audit = { faults: string[]; counts: Record<string, number> }

/** The messages that the receivers got. `emails_before` are the emails that arrived before the database was read. */
type Arrived = {
  bookings: AuditedBooking[]
  webhooks: ArrivedWebhook[]
  emails: ArrivedEmail[]
  emails_before: ArrivedEmail[]
  is_final: boolean
}

/** Compares the webhooks and emails that arrived with the events and emails in the database. */
export async function auditMessages(sql: Queryable, arrived: Arrived): Promise<Audit> {
  const [webhooks, emails] = [await auditWebhooks(sql, arrived), await auditEmails(sql, arrived)]
  return {
    faults: [...webhooks.faults, ...emails.faults],
    counts: { ...webhooks.counts, ...emails.counts },
  }
}

type Event = {
  booking_id: string
  kind: string
  changes: Record<string, [unknown, unknown]>
  is_at_creation: boolean
}

/** Returns the type of webhook that the documentation promises for an event. */
function typeOf({ kind, changes, is_at_creation }: Event): string | undefined {
  const [from, to] = changes.status ?? []
  if (kind === 'created') return 'booking.created'
  if (kind === 'status' && to === 'cancelled') return 'booking.cancelled'
  // A booking that is confirmed as soon as it is made is announced only as created.
  if (kind === 'status' && from === 'pending' && is_at_creation) return undefined
  if (kind === 'status' || kind === 'moved') return 'booking.changed'
  return kind === 'marked' && changes.attendance ? 'booking.attended' : undefined
}

/**
 * Checks that the webhook of each event is queued once. Delivered webhooks must have a valid signature, and must have
 * arrived in the order of the booking's events.
 */
async function auditWebhooks(sql: Queryable, { bookings, webhooks, is_final }: Arrived): Promise<Audit> {
  const events = await sql<Event[]>`
    select e.booking_id, e.kind, e.changes, e.happened_at = b.created_at as is_at_creation
    from booking_events e join bookings b on b.id = e.booking_id order by e.id`
  const deliveries = await sql<{ id: string; type: string; reference: string; state: string }[]>`
    select id, event_type as type, payload -> 'data' ->> 'reference' as reference, state from webhook_deliveries
    where event_type <> 'availability.changed' order by position`
  const first = new Map<string, ArrivedWebhook>()
  const faults: string[] = []
  for (const one of webhooks) {
    if (!one.verified) faults.push(`the signature of webhook ${one.id} is wrong`)
    if (!first.has(one.id)) first.set(one.id, one)
  }
  for (const { id, state } of deliveries) {
    if (state === 'delivered' && !first.has(id)) faults.push(`webhook ${id} counts as delivered and is lost`)
    if (state === 'failed' || (is_final && state !== 'delivered')) faults.push(`webhook ${id} is ${state}`)
  }
  const dueTo = Map.groupBy(events, ({ booking_id }) => booking_id)
  const queuedTo = Map.groupBy(deliveries, ({ reference }) => reference)
  const cameTo = Map.groupBy(
    [...first.values()].filter(({ reference }) => reference !== ''),
    ({ reference }) => reference,
  )
  const types = (all: { type: string }[] = []) =>
    all.map(({ type }) => type.replace('booking.', '')).join(' ')
  for (const { id, reference } of bookings) {
    const due = (dueTo.get(id) ?? []).flatMap((event) => {
      const type = typeOf(event)
      return type ? [{ type }] : []
    })
    const [expected, queued, came] = [
      types(due),
      types(queuedTo.get(reference)),
      types(cameTo.get(reference)),
    ]
    if (queued !== expected) faults.push(`booking ${id} has the webhooks “${queued}”, not “${expected}”`)
    if (!`${expected} `.startsWith(came === '' ? '' : `${came} `))
      faults.push(`booking ${id} got the webhooks “${came}”, not “${expected}” in order`)
  }
  return { faults, counts: { webhooks: first.size, 'webhooks repeated': webhooks.length - first.size } }
}

/**
 * Checks that each sent email arrived once, or twice with one Message-ID, and that no event has two emails of one type.
 */
async function auditEmails(sql: Queryable, { emails, emails_before, is_final }: Arrived): Promise<Audit> {
  const rows = await sql<{ id: string; message_id: string | null; state: string; about: string }[]>`
    select id, message_id, state, concat_ws(' ', booking_id, event_id, email_type, to_address) as about from emails
    where booking_id is not null`
  const guests = await sql<{ booking_id: string }[]>`
    select distinct booking_id from emails where email_type in ('received', 'confirmed')`
  const times = new Map<string, number>()
  for (const { message_id } of emails) times.set(message_id, (times.get(message_id) ?? 0) + 1)
  const known = new Set<string | null>()
  const abouts = new Map<string, number>()
  const faults: string[] = []
  for (const { id, message_id, state, about } of rows) {
    known.add(message_id)
    abouts.set(about, (abouts.get(about) ?? 0) + 1)
    const count = times.get(message_id ?? '') ?? 0
    if (state === 'sent' && count === 0) faults.push(`email ${id} counts as sent and is lost`)
    if (count > 2) faults.push(`email ${id} arrived ${count} times`)
    if (state === 'dead') faults.push(`email ${id} was given up`)
    if (is_final && ['waiting', 'sending', 'failed'].includes(state)) faults.push(`email ${id} is ${state}`)
  }
  for (const [about, count] of abouts) if (count > 1) faults.push(`there are ${count} emails about ${about}`)
  const others = await sql<{ message_id: string }[]>`
    select message_id from emails where booking_id is null and message_id is not null`
  for (const { message_id } of others) known.add(message_id)
  for (const { message_id: id } of emails_before)
    if (!known.has(id)) faults.push(`email ${id} arrived and is not in the outbox`)
  // Only guests with an email address get an email. Walk-ins and the guests of resellers have none.
  const told = new Set(guests.map(({ booking_id }) => booking_id))
  const addressed = await sql<{ id: string }[]>`
    select id from bookings where guest_email is not null and channel in ('public', 'staff')`
  for (const { id } of addressed) if (!told.has(id)) faults.push(`the guest of booking ${id} gets no email`)
  const repeats = [...times.values()].reduce((sum, count) => sum + count - 1, 0)
  return { faults, counts: { emails: times.size, 'emails repeated': repeats } }
}
