import type { z } from 'zod'

import { formatDate, formatMoment, isDay } from '../../platform/days.ts'
import type { auditEvent } from './audit.shapes.ts'

/** A change by staff, as the API returns it. */
export type AuditEvent = z.infer<typeof auditEvent>

/** Returns the verb of an entry. Exports, erasures and ended sign-ins are recognised by a field of their own in `after`. */
function verbOf({ before, after }: Pick<AuditEvent, 'before' | 'after'>) {
  if (after?.handed_out !== undefined) return 'exported'
  if (after?.erased !== undefined) return 'erased'
  if (after?.sessions_ended !== undefined) return 'ended'
  if (before === null) return 'created'
  return after === null ? 'deleted' : 'changed'
}

/** A changed field. If `erased` is true, the values were personal data and were erased. */
export type Change = { field: string; before: string; after: string; erased: boolean }

/** Returns the changed fields by name. The text of an absent value is empty. */
export function changesIn({
  before,
  after,
  erased,
}: Pick<AuditEvent, 'before' | 'after' | 'erased'>): Change[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {}), ...erased])
  return [...fields]
    .filter((field) => !machineFields.has(field))
    .toSorted()
    .map((field) => ({
      field,
      before: shown(before?.[field]),
      after: shown(after?.[field]),
      erased: erased.includes(field),
    }))
    .filter(({ before, after, erased }) => erased || before !== after)
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value === true) return 'yes'
  if (value === false) return 'no'
  if (typeof value === 'string') {
    if (isDay(value)) return formatDate(value)
    return /^\d{4}-\d\d-\d\dT/.test(value) && Date.parse(value) ? formatMoment(value) : value
  }
  if (typeof value !== 'object' || Array.isArray(value)) return JSON.stringify(value)
  return Object.entries(value)
    .map(([name, part]) => `${name.replaceAll('_', ' ')} ${shown(part)}`)
    .join(', ')
}

/** Returns the verb and object of an entry, such as 'changed the status of booking' and 'CV-7K2M9 (Ada Lovelace)'. */
export function sentenceOf(
  event: Pick<AuditEvent, 'noun' | 'name' | 'before' | 'after' | 'erased' | 'booking'>,
) {
  const noun = auditNouns[event.noun]?.toLowerCase() ?? event.noun.replaceAll('_', ' ')
  const verb = verbOf(event)
  const fields = verb === 'changed' ? fieldsIn(event) : ''
  return { deed: fields ? `changed ${fields} of ${noun}` : `${verb} ${noun}`, name: nameIn(event) }
}

/** Fields without a meaning for people. `key` names the API key of a booking, and `into_past` follows from the booking's day. */
const machineFields = new Set([
  'id',
  'key',
  'into_past',
  'form_key',
  'source_key',
  'key_hash',
  'lock_version',
  'feed_read_at',
  'feed_renewed_at',
])

/** Returns the name of a field in words: 'hiding rule' for 'hidden_by_rule', and 'host' for 'host_id'. */
export function nameOfField(field: string): string {
  return fieldNames[field] ?? field.replace(/_(id|url)$/, '').replaceAll('_', ' ')
}

/** Readable names for fields whose column name is hard to read. */
const fieldNames: Record<string, string> = {
  arrived_guests: 'number of arrived guests',
  guest_name: 'name',
  guest_email: 'email address',
  guest_phone: 'phone number',
  hidden_by_rule: 'hiding rule',
  answered_at: 'time of the answer',
  answered_by: 'answering admin',
  assigned_to: 'admin in charge',
  requested_by: 'requesting colleague',
  invited_by: 'inviting colleague',
  declined_at: 'time of the refusal',
  edited_at: 'time of the last edit',
  erased_at: 'time of the erasure',
  expires_at: 'end',
  published_at: 'publication',
  removed_at: 'removal',
  revoked_at: 'revocation',
  shown_at: 'time of showing',
  stated_on: 'day of the statement',
  last_used_at: 'last use',
  called_off_at: 'calling off',
  informed_at: 'record of the call',
  is_demo: 'demonstration mark',
  is_on: 'active state',
  is_shown: 'visibility',
  is_test: 'test mark',
  is_overbooked: 'overbooking',
  min_group_size: 'smallest party',
  max_group_size: 'largest party',
  alt: 'description',
  is_sandbox: 'sandbox mark',
  starts_on: 'first day',
  ends_on: 'last day',
  url: 'web address',
  booking_date: 'date',
  staff_notes: 'note',
  customer_notes: 'note to the vineyard',
  special_requests: 'request',
  note: 'text',
  informed: 'record of the call',
  kept: 'retained money',
  taken: 'money taken',
  overruled: 'overruled mark',
  start_time: 'time',
  beyond_limits: 'party-size exception',
  is_verified: 'verification',
  is_visible: 'visibility',
  is_active: 'active state',
  is_instant: 'instant confirmation',
  sold_by_resellers: 'sale by resellers',
  widget_sites: 'websites of the widget',
  taxis: 'taxi firms',
  featured_at: 'featured mark',
  decided_at: 'decision time',
  decided_by: 'deciding admin',
}

/** Fields that only describe the session of an entry. */
const describesSession = new Set(['session', 'title', 'parties', 'guests'])

/** Returns the changed fields as text, such as 'the status', 'the date and number of guests', or '5 fields'. */
function fieldsIn(event: Pick<AuditEvent, 'noun' | 'before' | 'after' | 'erased'>): string {
  const names = changesIn(event)
    .filter(({ field }) => event.noun !== 'session' || !describesSession.has(field))
    .map(({ field }) => nameOfField(field))
  if (names.length > 3) return `${names.length} fields`
  return names.length === 0 ? '' : `the ${new Intl.ListFormat('en-GB').format(names)}`
}

/** Readable names of the nouns in the audit log. */
export const auditNouns: Record<string, string> = {
  vineyard: 'Vineyard',
  vineyard_facts: 'Facts',
  experience: 'Experience',
  review: 'Review',
  review_picture: 'Picture of a review',
  availability_pattern: 'Start times',
  availability_exception: 'Closure',
  host: 'Room or guide',
  booking: 'Booking',
  winemaker: 'Winemaker',
  vineyard_claim: 'Claim',
  contact_message: 'Message',
  api_key: 'API key',
  reseller: 'Reseller',
  reseller_opt_in: 'Opt-in to reseller',
  webhook: 'Webhook',
  calendar_feed: 'Calendar feed',
  calendar_source: 'Imported calendar',
  email: 'Email',
  sale: 'Sale',
  session: 'Session',
  customer_note: 'Customer note',
  customer_merge: 'Customer merge',
  admin: 'Admin',
  person: 'Personal data',
  sign_in: 'Sign-ins',
}

/** Returns a booking's reference and guest. For another row, returns the name in the change or else its present name. */
function nameIn({
  name,
  before,
  after,
  booking,
}: Pick<AuditEvent, 'name' | 'before' | 'after' | 'booking'>): string {
  if (booking) return booking.guest_name ? `${booking.reference} (${booking.guest_name})` : booking.reference
  return (
    ['name', 'title', 'session', 'guest_name', 'subject', 'email', 'contact']
      .map((field) => after?.[field] ?? before?.[field])
      .find((text) => typeof text === 'string') ??
    name ??
    ''
  )
}
