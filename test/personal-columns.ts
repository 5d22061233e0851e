/**
 * Every column that can hold text, and the kind of its text.
 * - `personal`: describes one person, and is emptied or deleted when that person is erased.
 * - `digits`: a telephone number. It is personal, but cannot hold the marker word that the erasure test writes into
 *   personal columns. The test `app/bookings/customers/merged-person.test.ts` erases and exports these columns.
 * - `of_host`: describes a host. A host has no email address, so an erasure by address cannot find the text. The text is
 *   erased when the vineyard deletes the host (`app/catalogue/hosts/host-erasure.test.ts`).
 * - `public`: is shown on pages, or is a vineyard's own note.
 * - `machine`: written by the site, such as states, keys and hashes.
 *
 * If a column is missing here, `app/staff/personal-data/person.server.test.ts` fails. Add the column with its kind and, if it
 * is personal, extend `erase_person` and `export_person`.
 */
export type Whose = 'personal' | 'digits' | 'of_host' | 'public' | 'machine'

export const columnsWithWords: Record<string, Record<string, Whose>> = {
  admin_recovery_codes: { code_hash: 'machine' },
  admin_sessions: { seed: 'machine', browser: 'personal' },
  admin_tokens: { refresh_hash: 'machine', access_hash: 'machine' },
  admins: {
    name: 'personal',
    email: 'personal',
    password_hash: 'machine',
    two_step_secret: 'machine',
    unwanted_mails: 'machine',
  },
  api_keys: { name: 'machine', permissions: 'machine', key_hash: 'machine', ending: 'machine' },
  attempts: { key: 'machine' },
  // The personal values of entries are in audit_personal.
  audit_events: { actor: 'machine', noun: 'machine', before: 'public', after: 'public' },
  audit_personal: { field: 'machine', before: 'personal', after: 'personal', subjects: 'personal' },
  availability_exceptions: { reason: 'public', source: 'machine' },
  availability_patterns: { yearly_season: 'machine' },
  backups: { step: 'machine', folder: 'machine', problem: 'machine' },
  blog_posts: {
    slug: 'public',
    title: 'public',
    summary: 'public',
    body: 'public',
    author: 'public',
    cover_image_url: 'public',
    tags: 'public',
  },
  booking_lists: { link_hash: 'machine', email: 'personal', token_hash: 'machine' },
  booking_events: { kind: 'machine', actor: 'machine', changes: 'machine' },
  booking_event_messages: { message: 'personal' },
  bookings: {
    reference: 'machine',
    booking_time: 'machine',
    guest_name: 'personal',
    guest_email: 'personal',
    guest_phone: 'personal',
    guest_search: 'personal',
    special_requests: 'personal',
    customer_notes: 'personal',
    staff_notes: 'personal',
    tags: 'personal',
    called_off_reason: 'machine',
    called_off_message: 'personal',
    attendance: 'machine',
    channel: 'machine',
    external_reference: 'machine',
    currency: 'machine',
    status: 'machine',
    request_hash: 'machine',
  },
  calendar_feeds: { secret_hash: 'machine' },
  contact_messages: {
    name: 'personal',
    email: 'personal',
    subject: 'personal',
    message: 'personal',
    state: 'machine',
    answer: 'personal',
  },
  customer_merges: { actor: 'machine' },
  customer_notes: { email: 'personal', phone: 'digits', note: 'personal', actor: 'machine' },
  customer_tags: { email: 'personal', phone: 'digits', tag: 'personal', actor: 'machine' },
  demand_refusals: { region: 'public', reason: 'machine' },
  emails: {
    email_type: 'machine',
    to_address: 'personal',
    payload: 'personal',
    state: 'machine',
    last_error: 'personal',
    once_key: 'personal',
    message_id: 'machine',
    traceparent: 'machine',
  },
  // The staff of the vineyard give this secret URL, which is not personal.
  calendar_sources: {
    url: 'public',
    problem: 'machine',
    etag: 'machine',
    last_modified: 'machine',
    digest: 'machine',
    // The report has titles of the vineyard's own entries, and is replaced whenever its calendar is read.
    read_report: 'public',
  },
  erasure_requests: { email: 'personal', phone: 'digits', reason: 'personal', refusal: 'personal' },
  experiences: {
    title: 'public',
    description: 'public',
    type: 'public',
    currency: 'machine',
    included: 'public',
    parking: 'public',
    station: 'public',
    food: 'public',
    step_free: 'machine',
    dogs: 'machine',
    children: 'machine',
    facts_stated_on: 'machine',
    scene: 'machine',
    external_reference: 'machine',
  },
  // The request is emptied once the hold is booked; the row is deleted when the hold ends in another way.
  guest_holds: { request: 'personal', request_hash: 'machine' },
  holds: { currency: 'machine', actor: 'machine', outcome: 'machine' },
  group_holds: {
    name: 'personal',
    guest_email: 'personal',
    guest_phone: 'personal',
    note: 'personal',
    actor: 'machine',
  },
  hosts: { name: 'of_host', introduction: 'of_host', kind: 'machine', feed_secret_hash: 'machine' },
  itineraries: {
    title: 'personal',
    summary: 'personal',
    key_hash: 'machine',
    travel: 'machine',
    stay: 'personal',
  },
  // The row is deleted with the itinerary. It has no address, so the export of a person leaves it out.
  itinerary_answers: { key_hash: 'machine', name: 'personal', needs: 'personal', vote: 'machine' },
  itinerary_keys: { key_hash: 'machine' },
  itinerary_stops: { name: 'personal', note: 'personal' },
  known_callers: { caller_hash: 'machine', kind: 'machine' },
  consistency_checks: { faults: 'machine' },
  octo_bookings: {
    reseller_reference: 'machine',
    details: 'personal',
    cancellation_reason: 'personal',
    request_hash: 'machine',
  },
  one_time_links: { token_hash: 'machine', purpose: 'machine', email: 'personal' },
  opening_alerts: { email: 'personal', token_hash: 'machine' },
  passkey_challenges: { challenge_hash: 'machine' },
  passkeys: { credential_id: 'machine', public_key: 'machine', transports: 'machine', name: 'personal' },
  postcode_list: { name: 'public', kind: 'machine' },
  postcodes: { code: 'public' },
  releases: { version: 'machine', oldest_version: 'machine' },
  schema_migrations: { name: 'machine', sha256: 'machine' },
  skipped_setup_steps: { step: 'machine' },
  stations: { code: 'public', name: 'public', kind: 'machine', source: 'machine' },
  unsubscribe_key: { key: 'machine' },
  // The value is a keyed hash of an address.
  unsubscribes: { id: 'machine' },
  session_moves: { parties: 'machine', holds: 'machine', actor: 'machine' },
  user_sessions: { token_hash: 'machine', browser: 'personal' },
  payments: { entry: 'machine', kind: 'machine', reason: 'personal', actor: 'machine' },
  pictures: { shown_as: 'machine', address: 'machine', alt: 'public' },
  resellers: { name: 'machine', email: 'personal' },
  review_pictures: { address: 'machine' },
  reviews: { words: 'personal', answer: 'personal' },
  users: { email: 'personal' },
  vineyard_claims: {
    name: 'personal',
    email: 'personal',
    role: 'personal',
    message: 'personal',
    state: 'machine',
    refusal: 'personal',
    vineyard_name: 'personal',
    vineyard_location: 'personal',
    vineyard_website: 'personal',
  },
  vineyard_posters: { address: 'machine' },
  // A vineyard's own data, including phone and address, is public.
  vineyard_facts: { fact: 'machine', choice: 'machine', detail: 'public' },
  vineyards: {
    name: 'public',
    city: 'public',
    region: 'public',
    address: 'public',
    postcode: 'public',
    description: 'public',
    phone: 'public',
    email: 'public',
    website: 'public',
    cover_image_url: 'public',
    logo_url: 'public',
    facebook_url: 'public',
    instagram_url: 'public',
    twitter_url: 'public',
    linkedin_url: 'public',
    youtube_url: 'public',
    tiktok_url: 'public',
    source: 'machine',
    source_key: 'machine',
    accent_colour: 'public',
    widget_sites: 'public',
    taxis: 'public',
  },
  // The staff of the vineyard give the URLs. Payloads have only ids and states.
  webhooks: {
    url: 'public',
    event_types: 'machine',
    secret: 'machine',
    previous_secret: 'machine',
    disabled_because: 'machine',
  },
  webhook_deliveries: {
    event_type: 'machine',
    payload: 'machine',
    state: 'machine',
    problem: 'machine',
    traceparent: 'machine',
  },
  winemaker_sessions: { token_hash: 'machine', browser: 'personal' },
  winemakers: {
    name: 'personal',
    email: 'personal',
    position: 'personal',
    role: 'machine',
    password_hash: 'machine',
    unwanted_mails: 'machine',
  },
}

/**
 * Every table that the erasure of a person changes, with the part of the export that has its rows. Null means that the export
 * leaves the table out; a comment gives the reason.
 */
export const partsOfCopy: Record<string, string | null> = {
  booking_lists: 'links',
  passkeys: 'account',
  admin_recovery_codes: null, // The rows are secrets.
  admin_sessions: 'staff',
  admin_tokens: null, // The rows are secrets.
  admins: 'staff',
  audit_events: null, // The table records the erasure. Personal values are in audit_personal.
  audit_personal: 'audit',
  booking_event_messages: 'bookings',
  bookings: 'bookings',
  contact_messages: 'messages',
  customer_merges: 'customer_merges',
  customer_notes: 'customer_notes',
  customer_tags: 'customer_tags',
  emails: 'mails',
  erasure_requests: 'erasure_requests',
  favourites: 'account',
  group_holds: 'group_holds',
  guest_holds: 'held_bookings',
  itineraries: 'itineraries',
  itinerary_answers: null, // The rows are what other people said about themselves.
  itinerary_keys: null, // The rows are secrets.
  itinerary_stops: 'itineraries',
  known_callers: 'known_callers',
  octo_bookings: 'octo_bookings',
  one_time_links: 'links',
  opening_alerts: 'opening_alerts',
  payments: 'bookings',
  resellers: 'resellers',
  review_pictures: 'reviews',
  review_reports: null, // The table counts reports, but does not say who made a report.
  reviews: 'reviews',
  user_sessions: 'account',
  users: 'account',
  vineyard_claims: 'claims',
  vineyard_ratings: null, // The rows are sums of stars.
  winemaker_sessions: 'staff',
  winemakers: 'staff',
}

/** The columns of the tables above that an export leaves out. */
export const leftOut = new Set([
  // This key keeps an email unique. It consists of the kind and the address, which are exported too.
  'emails.once_key',
  // Staff search in this text. It consists of the name, address, number and reference, which are exported too.
  'bookings.guest_search',
])
