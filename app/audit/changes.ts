/** A change by staff, as the audit tells it. */
export type AuditEvent = {
  id: string
  happened_at: string
  actor: 'winemaker' | 'admin' | 'system'
  actor_id: string | null
  actor_name: string | null
  noun: string
  noun_id: string
  vineyard_id: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  erased: string[]
  booking: { reference: string; guest_name: string | null } | null
}

/** What was done to the thing as a whole. Of a person's data that is told by what it was done with. */
function deedOf({
  before,
  after,
}: Pick<AuditEvent, 'before' | 'after'>): 'created' | 'deleted' | 'changed' | 'handed out' | 'forgot' {
  if (after?.handed_out !== undefined) return 'handed out'
  if (after?.erased !== undefined) return 'forgot'
  if (before === null) return 'created'
  return after === null ? 'deleted' : 'changed'
}

/** A field that changed. What was forgotten with a person has no values any more. */
export type Change = { field: string; before: string; after: string; erased: boolean }

/** The fields that an event changed, by name; a value that is absent is empty. */
export function changesIn({
  before,
  after,
  erased,
}: Pick<AuditEvent, 'before' | 'after' | 'erased'>): Change[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {}), ...erased])
  return [...fields]
    .filter((field) => field !== 'id')
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
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || Array.isArray(value)) return JSON.stringify(value)
  return Object.entries(value)
    .map(([name, part]) => `${name.replaceAll('_', ' ')} ${shown(part)}`)
    .join(', ')
}

/** What was done, and to what: 'created closure', 'changed the status of booking' and 'CV-7K2M9 (Ada Lovelace)'. */
export function sentenceOf(event: Pick<AuditEvent, 'noun' | 'before' | 'after' | 'erased' | 'booking'>): {
  deed: string
  name: string
} {
  const noun = auditNouns[event.noun]?.toLowerCase() ?? event.noun.replaceAll('_', ' ')
  const deed = deedOf(event)
  const fields = deed === 'changed' ? fieldsIn(event) : ''
  return { deed: fields ? `changed ${fields} of ${noun}` : `${deed} ${noun}`, name: nameIn(event) }
}

/** Fields whose column name does not read well in a sentence. */
const fieldNames: Record<string, string> = {
  booking_date: 'date',
  start_time: 'time',
  is_verified: 'verification',
  is_visible: 'visibility',
  is_active: 'active state',
  is_instant: 'instant confirmation',
  featured_at: 'featured mark',
  decided_at: 'decision time',
  decided_by: 'deciding admin',
}

/** 'the status', 'the date and number of guests', or '5 fields'. */
function fieldsIn(event: Pick<AuditEvent, 'before' | 'after' | 'erased'>): string {
  const names = changesIn(event).map(({ field }) => fieldNames[field] ?? field.replaceAll('_', ' '))
  if (names.length > 3) return `${names.length} fields`
  return names.length === 0 ? '' : `the ${new Intl.ListFormat('en-GB').format(names)}`
}

/** What staff change, as it is called. */
export const auditNouns: Record<string, string> = {
  vineyard: 'Vineyard',
  experience: 'Experience',
  availability_pattern: 'Times',
  availability_exception: 'Closure',
  host: 'Room or guide',
  booking: 'Booking',
  winemaker: 'Winemaker',
  vineyard_claim: 'Claim',
  contact_message: 'Message',
  calendar_feed: 'Calendar feed',
  calendar_source: 'Calendar that closes',
  email: 'Mail',
  customer_note: 'Note on a customer',
  admin: 'Admin',
  person: 'Personal data',
}

/** What the thing is called: a booking by its reference and guest, anything else where the change itself says so. */
function nameIn({ before, after, booking }: Pick<AuditEvent, 'before' | 'after' | 'booking'>): string {
  if (booking) return booking.guest_name ? `${booking.reference} (${booking.guest_name})` : booking.reference
  const said = ['name', 'title', 'guest_name', 'subject', 'email'].map(
    (field) => after?.[field] ?? before?.[field],
  )
  const name = said.find((text) => typeof text === 'string')
  return typeof name === 'string' ? name : ''
}
