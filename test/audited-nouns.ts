import { columnsWithWords, type Whose } from './personal-columns.ts'

/**
 * Every noun of the audit log, with the table whose rows it records. `fields` has the kind of each recorded field that is not
 * a text column of that table. `app/operations/audit/personal-values.test.ts` compares the list with the code, and checks
 * that personal fields are stored only where erasure reaches them.
 */
export const auditedNouns: Record<string, { table?: string; fields?: Record<string, Whose> }> = {
  api_key: { table: 'api_keys', fields: { revoked_at: 'machine' } },
  availability_exception: { table: 'availability_exceptions' },
  availability_pattern: { table: 'availability_patterns', fields: { is_active: 'machine' } },
  blog_post: { table: 'blog_posts' },
  booking: { table: 'bookings' },
  calendar_source: { table: 'calendar_sources', fields: { experience_id: 'machine' } },
  contact_message: { table: 'contact_messages' },
  customer_merge: { table: 'customer_merges', fields: { contact: 'digits', main_contact: 'digits' } },
  customer_note: { table: 'customer_notes' },
  customer_tag: { table: 'customer_tags' },
  // The log records only that staff sent an email again, which changes its state.
  email: { fields: { state: 'machine' } },
  erasure_request: { table: 'erasure_requests' },
  experience: { table: 'experiences', fields: { is_active: 'machine' } },
  host: { table: 'hosts' },
  // Admins change only the site's own itineraries, which are public.
  itinerary: { fields: { title: 'public', summary: 'public', stay: 'public', stops: 'public' } },
  person: { fields: { email: 'personal', handed_out: 'machine', erased: 'machine' } },
  picture: { table: 'pictures' },
  reseller: { table: 'resellers' },
  reseller_opt_in: { fields: { name: 'machine' } },
  review: { table: 'reviews', fields: { guest_email: 'personal', hidden_by_rule: 'machine' } },
  review_picture: { table: 'review_pictures' },
  // The text of a sale is stored only in `payments`.
  sale: { fields: { amount: 'machine', kind: 'machine' } },
  session: {
    fields: {
      host: 'of_host',
      of_host: 'machine',
      session: 'machine',
      start: 'machine',
      title: 'public',
      parties: 'machine',
      guests: 'machine',
    },
  },
  sign_in: { fields: { email: 'personal', sessions_ended: 'machine' } },
  vineyard: { table: 'vineyards', fields: { phone: 'digits', email: 'personal', is_visible: 'machine' } },
  vineyard_claim: { table: 'vineyard_claims' },
  vineyard_facts: { table: 'vineyard_facts' },
  webhook: { fields: { name: 'public', event_types: 'machine', is_on: 'machine', secret_until: 'machine' } },
  winemaker: { table: 'winemakers' },
}

/** Returns the kind of each text that the audit log may record of a noun, by field. */
export function auditedFields(noun: string): Record<string, Whose> {
  const { table, fields } = auditedNouns[noun] ?? {}
  return { ...(table && columnsWithWords[table]), ...fields }
}
