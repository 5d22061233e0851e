import { randomUUID } from 'node:crypto'

import { octoRequestOf } from './octo-requests.ts'
import { paymentRequests } from './payment-requests.ts'
import { reviewRequests } from './review-requests.ts'
import { sessionRequests } from './session-requests.ts'
import type { RowIds } from './world.ts'

type Request = { query?: Record<string, string>; body?: unknown }

const hook = { url: 'https://hooks.example.com/', event_types: ['booking.created'] }
const span = { from: '2026-06-06', until: '2026-06-08' }
const oneRow = { name: 'list.csv', content: btoa('name,town\nNew Hill,Wye\n') }
const oneProduct = { name: 'list.csv', content: btoa('title,price\nTour,20\n') }
const oneBooking = { name: 'list.csv', content: btoa('name,date,guests,tour\nAda,2026-06-13,2,Tour\n') }
const person = { name: 'Eve', email: 'eve@example.com', message: 'Hello.' }

/** The query and the body of a valid request to an endpoint. Endpoints that are not listed need neither. */
export const requests: Record<string, (ids: RowIds) => Request> = {
  'GET /vineyard_claims': ({ vineyards }) => ({ query: { vineyard_id: vineyards } }),
  'POST /vineyard_claims': ({ empty_vineyard }) => ({
    body: { vineyard_id: empty_vineyard, ...person, role: 'Owner' },
  }),
  'GET /opening_alerts': ({ vineyards }) => ({ query: { vineyard_id: vineyards } }),
  'PATCH /vineyard_claims/{id}': () => ({ body: { state: 'new' } }),
  'POST /vineyard_claims/{id}/refuse': () => ({ body: { reason: 'Others look after it.' } }),
  'POST /contact_messages': () => ({ body: { ...person, subject: 'Hello' } }),
  'PATCH /contact_messages/{id}': () => ({ body: { state: 'read' } }),
  'POST /contact_messages/{id}/answer': () => ({ body: { answer: 'Yes.' } }),
  'POST /vineyards': () => ({ body: { name: 'New Hill' } }),
  'POST /itineraries': () => ({ body: { title: 'Two downs' } }),
  'PATCH /itineraries/{id}': () => ({ body: { is_published: true } }),
  'PUT /itineraries/{id}/stops': () => ({ body: { stops: [{ day: 0, name: 'An inn' }] } }),
  'POST /me/itineraries': ({ itineraries, refresh_token }) => ({
    body: { itineraries: [{ id: itineraries, key: refresh_token }] },
  }),
  'POST /blog_posts': () => ({ body: { slug: 'new-hill', title: 'New Hill' } }),
  'PATCH /blog_posts/{id}': () => ({ body: { title: 'Old Hill' } }),
  'GET /search': () => ({ query: { search: 'Ada' } }),
  'POST /vineyard_imports/preview': () => ({ body: oneRow }),
  'POST /vineyard_imports': () => ({ body: oneRow }),
  'POST /experience_imports/preview': ({ vineyards }) => ({
    body: { vineyard_id: vineyards, ...oneProduct },
  }),
  'POST /experience_imports': ({ vineyards }) => ({ body: { vineyard_id: vineyards, ...oneProduct } }),
  'POST /booking_imports/preview': ({ vineyards }) => ({ body: { vineyard_id: vineyards, ...oneBooking } }),
  'POST /booking_imports': ({ vineyards }) => ({ body: { vineyard_id: vineyards, ...oneBooking } }),
  'PATCH /vineyards/{id}': () => ({ body: { city: 'Wye' } }),
  'PATCH /vineyards/{id}/facts': () => ({ body: { facts: { seating: { choice: 'none' } } } }),
  'GET /pictures': ({ vineyards }) => ({ query: { vineyard_id: vineyards } }),
  'POST /pictures': ({ vineyards }) => ({ query: { vineyard_id: vineyards, shown_as: 'more' }, body: {} }),
  'PUT /pictures/order': ({ vineyards, pictures }) => ({ body: { vineyard_id: vineyards, ids: [pictures] } }),
  'GET /hosts': ({ vineyards }) => ({ query: { vineyard_id: vineyards } }),
  'POST /hosts': ({ vineyards }) => ({ body: { vineyard_id: vineyards, name: 'Room', capacity: 9 } }),
  'PATCH /hosts/{id}': () => ({ body: { capacity: 9 } }),
  'GET /experiences': ({ vineyards }) => ({ query: { vineyard_id: vineyards } }),
  'POST /experiences': ({ vineyards }) => ({
    body: { vineyard_id: vineyards, title: 'Dinner', price_per_person: 60 },
  }),
  'PATCH /experiences/{id}': () => ({ body: { title: 'Dinner' } }),
  'POST /setup/experience': () => ({
    body: { title: 'Tour', price_per_person: 20, days_of_week: [6], start_time: '11:00', capacity: 8 },
  }),
  'PUT /setup/skipped': () => ({ body: { step: 'page', is_skipped: true } }),
  'GET /availability_patterns': ({ vineyards }) => ({ query: { vineyard_id: vineyards } }),
  'POST /availability_patterns': ({ experiences }) => ({
    body: {
      experience_id: experiences,
      days_of_week: [1],
      start_time: '10:00',
      capacity: 4,
      valid_from: '2026-06-01',
      valid_until: null,
    },
  }),
  'PATCH /availability_patterns/{id}': () => ({ body: { capacity: 4 } }),
  'PATCH /availability_plans/{id}': () => ({ body: { patterns: [] } }),
  'POST /availability_plans/{id}/preview': () => ({ body: { patterns: [], ...span } }),
  'GET /unavailable_reasons': ({ experiences: experience_id }) => ({
    query: { experience_id, day: span.from },
  }),
  'GET /availability_exceptions': ({ vineyards }) => ({ query: { vineyard_id: vineyards } }),
  'POST /availability_exceptions': ({ vineyards }) => ({
    body: { vineyard_id: vineyards, starts_on: '2026-08-01', ends_on: '2026-08-01', capacity: null },
  }),
  'GET /availability': ({ experiences }) => ({ query: { experience_id: experiences, ...span } }),
  'GET /slots': ({ experiences }) => ({ query: { experience_id: experiences, ...span } }),
  'GET /open_days': ({ experiences }) => ({ query: { experience_id: experiences, ...span } }),
  'GET /bookings': ({ vineyards }) => ({ query: { vineyard_id: vineyards } }),
  'POST /bookings': ({ vineyards, experiences }) => ({
    body: {
      vineyard_id: vineyards,
      experience_id: experiences,
      booking_date: '2026-06-07',
      start_time: '14:30',
      number_of_guests: 2,
      guest_name: 'Eve',
      guest_email: 'eve@example.com',
      guest_phone: '01632 960123',
      total_price: 37,
    },
  }),
  'GET /bookings/counts': ({ vineyards }) => ({ query: { vineyard_id: vineyards } }),
  'GET /bookings/file': ({ vineyards }) => ({ query: { vineyard_id: vineyards } }),
  'POST /bookings/confirmations': ({ bookings }) => ({ body: { ids: [bookings] } }),
  'POST /bookings/{id}/attendance': () => ({ body: { attendance: null } }),
  'POST /bookings/{id}/guest': () => ({ body: { staff_notes: 'A high chair', seen: { staff_notes: '' } } }),
  'POST /bookings/by_staff': ({ experiences, availability_patterns }) => ({
    body: {
      experience_id: experiences,
      slot: `${availability_patterns}-2026-06-07`,
      number_of_guests: 2,
      guest_name: 'Eve',
      guest_email: 'eve@example.com',
      guest_phone: '01632 960123',
    },
  }),
  ...paymentRequests,
  ...sessionRequests,
  ...reviewRequests,
  'PUT /bookings/{id}/informed': () => ({ body: { informed: true } }),
  'POST /bookings/walk-ins': ({ experiences, availability_patterns }) => ({
    body: { experience_id: experiences, slot: `${availability_patterns}-2026-06-01`, number_of_guests: 2 },
  }),
  'POST /bookings/walk-ins/undo': ({ bookings }) => ({ body: { booking: bookings } }),
  'POST /persons/erase_booking': () => ({ body: { reference: 'CV-2222-22', reference_again: 'CV-2222-22' } }),
  'GET /dashboard': ({ vineyards }) => ({ query: { vineyard_id: vineyards } }),
  'GET /guest_messages': ({ vineyards }) => ({ query: { vineyard_id: vineyards, day: span.from } }),
  'POST /guest_messages': ({ vineyards }) => ({
    body: { id: randomUUID(), vineyard_id: vineyards, day: span.from, message: 'The lane is flooded.' },
  }),
  'POST /guest_messages/preview': ({ vineyards }) => ({
    body: { vineyard_id: vineyards, day: span.from, message: 'The lane is flooded.' },
  }),
  'GET /sessions': ({ vineyards }) => ({ query: { vineyard_id: vineyards, ...span } }),
  'POST /today/marks': () => ({
    body: { reference: 'CV-2222-22', attendance: 'arrived', marked_at: '2026-06-06T10:00:00Z' },
  }),
  'GET /today': ({ vineyards }) => ({ query: { vineyard_id: vineyards } }),
  'POST /team': () => ({ body: { name: 'Eve', email: 'eve@example.com', role: 'gate' } }),
  'POST /team/{id}/role': () => ({ body: { role: 'gate' } }),
  'GET /parties': ({ vineyards }) => ({ query: { vineyard_id: vineyards, day: span.from } }),
  'POST /bookings/{id}/move': () => ({ body: { number_of_guests: 3 } }),
  'POST /bookings/{id}/undo': () => ({ body: { seen: 'confirmed' } }),
  'POST /bookings/{id}/status': () => ({ body: { status: 'confirmed' } }),
  'GET /suggestions': () => ({ query: { search: 'le' } }),
  'POST /calendar_feeds': ({ vineyards }) => ({ body: { vineyard_id: vineyards } }),
  'GET /api_keys': ({ vineyards }) => ({ query: { vineyard_id: vineyards } }),
  'POST /api_keys': ({ vineyards }) => ({
    body: { vineyard_id: vineyards, name: 'Web shop', permissions: ['bookings:read'] },
  }),
  'GET /resellers/opt_ins': ({ vineyards }) => ({ query: { vineyard_id: vineyards } }),
  'POST /resellers': () => ({ body: { name: 'Downland Tours' } }),
  'PATCH /resellers/{id}': () => ({ body: { is_active: false } }),
  'PUT /resellers/{id}/opt_in': ({ vineyards }) => ({ body: { vineyard_id: vineyards, opts_in: true } }),
  'PATCH /widgets/{id}': () => ({ body: { accent_colour: '#6b2148' } }),
  'GET /webhooks': ({ vineyards }) => ({ query: { vineyard_id: vineyards } }),
  'POST /webhooks': ({ vineyards }) => ({ body: { vineyard_id: vineyards, ...hook } }),
  'PUT /webhooks/{id}': () => ({ body: { ...hook, is_on: false } }),
  'GET /webhook_deliveries': ({ webhooks }) => ({ query: { webhook_id: webhooks } }),
  'GET /customers': ({ vineyards }) => ({ query: { vineyard_id: vineyards } }),
  'POST /customers/{id}/contacts': ({ other_customer }) => ({ body: { customer_id: other_customer } }),
  'GET /customer_notes': ({ customers }) => ({ query: { customer_id: customers } }),
  'POST /customer_notes': ({ customers }) => ({ body: { customer_id: customers, note: 'By the window.' } }),
  'PATCH /customer_notes/{id}': () => ({ body: { note: 'By the door.' } }),
  'GET /customer_tags': ({ customers }) => ({ query: { customer_id: customers } }),
  'POST /customer_tags': ({ customers }) => ({ body: { customer_id: customers, tag: 'birthday' } }),
  'GET /erasure_requests': ({ customers }) => ({ query: { customer_id: customers } }),
  'POST /erasure_requests': ({ customers }) => ({ body: { customer_id: customers } }),
  'PATCH /erasure_requests/{id}': () => ({ body: { refusal: 'A bill is open.' } }),
  'GET /reports': ({ vineyards }) => ({ query: { vineyard_id: vineyards, ...span } }),
  'GET /reports/csv': ({ vineyards }) => ({ query: { vineyard_id: vineyards, ...span } }),
  'POST /persons/export': () => ({ body: { email: 'eve@example.com' } }),
  'POST /persons/erase': () => ({ body: { email: 'eve@example.com', email_again: 'eve@example.com' } }),
  'GET /audit_events': ({ vineyards }) => ({ query: { vineyard_id: vineyards } }),
  'POST /send-email': ({ received_mail }) => ({ body: JSON.parse(received_mail) }),
  'POST /rpc/generate_availability_from_patterns': ({ experiences }) => ({
    body: { p_experience_id: experiences, p_start_date: span.from, p_end_date: span.until },
  }),
  'POST /rpc/authenticate_winemaker': ({ winemaker_email }) => ({
    body: { email_param: winemaker_email, password_param: 'not the one' },
  }),
  'POST /rpc/validate_winemaker_session': ({ winemaker_token }) => ({
    body: { session_token_param: winemaker_token },
  }),
  'POST /rpc/logout_winemaker': ({ winemaker_token }) => ({ body: { session_token_param: winemaker_token } }),
  'GET /winemakers': ({ vineyards }) => ({ query: { vineyard_id: vineyards } }),
  'POST /winemakers': ({ vineyards }) => ({
    body: { vineyard_id: vineyards, name: 'Eve', email: 'eve@example.com' },
  }),
  'PATCH /winemakers/{id}': () => ({ body: { is_active: false } }),
  'POST /admin_sessions': ({ winemaker_email: email }) => ({ body: { email, password: 'not the one' } }),
  'POST /admin_sessions/refresh': ({ refresh_token }) => ({ body: { refresh_token } }),
  'POST /admin_sessions/end': ({ refresh_token }) => ({ body: { refresh_token } }),
  'POST /links/password': ({ winemaker_email }) => ({ body: { email: winemaker_email } }),
  'POST /links/password/use': ({ winemaker_token }) => ({
    body: { token: winemaker_token, password: 'a-good-long-word' },
  }),
  'POST /links/read': ({ winemaker_token }) => ({ body: { token: winemaker_token } }),
  'POST /links/sign_in': ({ winemaker_email }) => ({ body: { email: winemaker_email } }),
  'POST /links/sign_in/use': ({ winemaker_token }) => ({ body: { token: winemaker_token } }),
  'POST /links/claim/use': ({ winemaker_token }) => ({ body: { token: winemaker_token } }),
  'POST /passkeys': () => ({ body: {} }),
  'POST /passkeys/sign_in': () => ({ body: {} }),
  'PUT /account/mails': () => ({ body: { wanted: [] } }),
  'POST /account/password': () => ({
    body: { current_password: 'not the one', new_password: 'a-good-long-word' },
  }),
  'POST /account/sessions/{id}/end': () => ({ body: {} }),
  'POST /account/two_step/offer': () => ({ body: { current_password: 'not the one' } }),
  'POST /account/two_step': () => ({ body: { code: '000000' } }),
  'POST /account/two_step/end': () => ({ body: { current_password: 'not the one', code: '000000' } }),
  'POST /rpc/test_winemaker_data': ({ winemaker_email }) => ({ body: { email_param: winemaker_email } }),
}

/** Which id of `RowIds` fills a path, if it is not the id that the first segment names. An entry also applies to longer paths. */
const nouns: Record<string, keyof RowIds> = {
  '/widgets': 'vineyards',
  '/explore/places/{id}': 'vineyards',
  '/account/sessions': 'sessions',
  '/passkeys': 'sessions',
  '/me/itineraries': 'itineraries',
  '/availability_plans/{id}': 'experiences',
  '/availability_plans/{id}/preview': 'experiences',
  '/vineyard/:id/claim': 'empty_vineyard', // An unverified vineyard.
  '/vineyard/:id': 'vineyards',
  '/admin/vineyards/:id': 'vineyards',
  '/book-now/:id': 'vineyards',
  '/booking-confirmation/:id': 'bookings',
  '/booking/:id': 'bookings',
  '/embed/:vineyard/booking': 'bookings',
  '/winemaker/integrations/webhooks/:id': 'webhooks',
  '/itinerary/:id': 'itineraries',
  '/blog/:slug': 'blog_slug',
}

/** The query of a page's URL. */
const pages: Record<string, (ids: RowIds) => string> = {
  '/book-now/:id': ({ experiences }) => `?experience=${experiences}`,
  '/embed/:vineyard/book': ({ experiences }) => `?experience=${experiences}`,
}

/** Returns the endpoints of the OpenAPI document, such as 'GET /vineyards/{id}', and whether each needs a sign-in. */
export async function endpointsOf(
  visit: (path: string) => Promise<Response>,
): Promise<{ name: string; isGuarded: boolean }[]> {
  const document: { paths: Record<string, Record<string, { security?: unknown[] }>> } = await (
    await visit('/api/openapi.json')
  ).json()
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { security }]) => ({
      name: `${method.toUpperCase()} ${path}`,
      // An empty requirement opens the endpoint to everybody.
      isGuarded: !!security?.length && security.every((one) => Object.keys(one as object).length > 0),
    })),
  )
}

/** Returns a valid request about these rows to an endpoint or page. */
export function requestOf(name: string, ids: RowIds) {
  const [method = '', pattern = ''] = name.split(' ')
  const [, noun = pattern.split('/')[1] as keyof RowIds] =
    Object.entries(nouns).find(([above]) => pattern === above || pattern.startsWith(`${above}/`)) ?? []
  if (method === 'page') {
    const path = pattern
      .replace(/:(id|slug)/, ids[noun])
      .replace(':vineyard', ids.vineyards)
      .replace(':county', 'east-sussex')
      .replace(':town', 'alfriston')
      .replace(':format', 'rss')
      .replace(':reader/:page', 'run/start')
      .replace(':file', 'home.jpg')
      .replace('*', 'nowhere')
    return { path: path + (pages[pattern]?.(ids) ?? ''), init: {} satisfies RequestInit as RequestInit }
  }
  if (pattern.startsWith('/octo/')) return octoRequestOf(name, ids)
  // A vineyard can be deleted only if nothing refers to it.
  const id = name === 'DELETE /vineyards/{id}' ? ids.empty_vineyard : ids[noun]
  if (id === undefined && pattern.includes('{id}')) throw new Error(`RowIds names no row for ${pattern}`)
  const { query, body } = requests[name]?.(ids) ?? {}
  const init: RequestInit = {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    headers: {
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(method === 'PATCH' && { 'If-Match': '*' }),
    },
  }
  return { path: `/api${pattern.replace('{id}', id)}${query ? `?${new URLSearchParams(query)}` : ''}`, init }
}
