import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { factFilterNames } from '../app/catalogue/facts/fact-filters.ts'
import { startApp } from './app.ts'
import type { Schema } from './fuzz/from-schema.ts'
import { type OpenApi, operationsOf } from './fuzz/operations.ts'

/*
 * Every one-line field is cleaned by `cleanLine`: in the API by `line`, `typed`, `email`, `phone` and `webAddress`, and
 * in forms by `readLine`, `readEmailAddress` and `readPhoneNumber`. These tests find fields that are not cleaned.
 */

/** Patterns for the names of API texts that none of these functions cleans, each with the reason. */
const otherTexts = [
  // Texts that are only compared: with a stored value, with a cell of the same file or with a preview.
  / (end_time|booking_time|customer_notes|email_again|reference_again|plan|(experiences|statuses)\.name)$/,
  /^POST \/booking_imports shown$/,
  // Texts that `readSearch` and `readFilters` clean, as on the page /explore.
  /^GET \/explore\/places (search|region|type|date|guests|(min|max)Price|minDuration|maxGroupSize)$/,
  /^GET \/explore\/places\/\{id\} (region|type|date|guests|(min|max)Price|minDuration|maxGroupSize)$/,
  new RegExp(`^GET /explore/places(/\\{id\\})? (${factFilterNames.join('|')})$`),
  /^POST \/send-email /,
  // `to` is a slot, or a day and a start.
  /^POST \/session_moves to$/,
  // The values that the editor saw are compared with the row and never stored.
  /^POST \/bookings\/\{id\}\/guest seen\./,
  // Secrets: passwords, keys, codes and tokens.
  /[ ._](password|password_param|code|token|session_token_param|key)$/,
  / (current|new)_password$/,
  // Values with their own reader, which refuses any other text.
  / (slot|slots|sessions\.slot|url|published_at|sites|accent_colour|body\.content\.type)$/,
]

const { visit } = await startApp()
const document: OpenApi = await (await visit('/api/openapi.json')).json()

/** Returns the paths of the texts in a schema that no format, pattern or list of values limits. */
function plainTexts(schema: Schema, at: string[] = []): string[] {
  const {
    $ref,
    anyOf = [],
    oneOf = [],
    allOf = [],
    properties = {},
    items,
    type,
  } = schema as Record<string, never>
  if ($ref) return plainTexts(document.components.schemas[String($ref).split('/').at(-1) ?? ''] ?? {}, at)
  const rest = schema as Record<string, unknown>
  const isText = [type].flat().some((each) => each === 'string')
  const isKnown = ['format', 'pattern', 'enum', 'const'].some((key) => rest[key] !== undefined)
  return [
    ...[...(anyOf as Schema[]), ...(oneOf as Schema[]), ...(allOf as Schema[])].flatMap((one) =>
      plainTexts(one, at),
    ),
    ...Object.entries<Schema>(properties).flatMap(([name, property]) => plainTexts(property, [...at, name])),
    ...(items && at.length < 6 ? plainTexts(items, at) : []),
    ...(isText && !isKnown ? [at.join('.')] : []),
  ]
}

test('every text that the API takes has a reader', () => {
  const found = operationsOf(document).flatMap(({ name, body, parameters }) =>
    [
      ...(body ? plainTexts(body) : []),
      ...parameters.flatMap((parameter) =>
        parameter.in === 'query' ? plainTexts(parameter.schema, [parameter.name]) : [],
      ),
    ].map((field) => `${name} ${field}`),
  )
  expect(found.filter((field) => !otherTexts.some((known) => known.test(field)))).toEqual([])
})

/** Fields of visitors' forms that have their own readers: choices, ids, keys, days and numbers. */
const readElsewhere: Record<string, string[]> = {
  'app/bookings/new-bookings/booking-request.ts': ['name', 'intent'],
  'app/bookings/changes/cancellation-reason.ts': ['reason', 'message'],
  'app/bookings/changes/change-request.ts': ['name', 'seen'],
  'app/bookings/new-bookings/components/booking-form.tsx': ['guests', 'slot'],
  'app/bookings/payments/payment.ts': ['amount', 'words', 'kind'],
  'app/bookings/sessions/components/exceptions.tsx': ['name', 'scope'],
  'app/bookings/new-bookings/browser-storage.tsx': ['name'],
  'app/bookings/reviews/review.ts': ['stars'],
  'app/explore/itineraries/visits/book-visits.server.ts': ['intent'],
  'app/explore/itineraries/components/stored-itinerary.tsx': ['intent', 'other'],
  'app/explore/itineraries/copy.server.ts': ['name'],
  'app/explore/itineraries/edit-form.ts': ['visit_date', 'party', 'begins_at', 'near', 'share_until'],
  'app/explore/itineraries/edit-itinerary.server.ts': ['intent'],
  'app/explore/itineraries/editing.ts': [
    'start_time',
    'minutes',
    'experience_id',
    'day',
    'stop',
    'intent',
    'before',
    'vineyard',
  ],
  'app/explore/itineraries/friends/friends-actions.server.ts': [
    'intent',
    'answer_key',
    'other',
    'version',
    'answer',
    'party',
    'other_plan',
    'name',
  ],
  'app/explore/itineraries/friends/friends.ts': ['visit_date'],
  'app/explore/itineraries/open-itinerary.server.ts': ['intent'],
  'app/explore/itineraries/plan-request.ts': ['name'],
  'app/explore/itineraries/visits/day-actions.server.ts': ['name', 'version'],
  'app/explore/itineraries/visits/swap.server.ts': ['stop', 'intent', 'choice', 'name'],
  'app/platform/text/visitor-form.ts': ['form_key'],
  'app/routes/public/booking/$id/called-off.tsx': ['intent', 'slot'],
  'app/routes/public/booking/$id/new-time.tsx': ['intent'],
  'app/routes/public/booking/$id/confirm.tsx': ['intent'],
  'app/routes/public/booking/$id/review.tsx': ['intent', 'stars', 'words', 'remove', 'restore', 'seen'],
  'app/routes/public/booking-confirmation/$id.tsx': ['intent'],
  'app/routes/public/itinerary/$id.tsx': ['intent'],
  'app/routes/public/itinerary/$id/answer.tsx': ['answer_key'],
  'app/routes/public/itinerary/$id/edit.tsx': ['version'],
  'app/routes/public/itinerary/create.tsx': ['name', 'intent', 'id', 'key'],
  'app/routes/public/my-bookings.tsx': ['intent'],
  'app/routes/public/opening-alert/$token.tsx': ['intent'],
  'app/routes/public/unsubscribe/$token.tsx': ['intent'],
  'app/routes/public/vineyard/$id.tsx': ['review', 'rule'],
  'app/routes/public/vineyard/$id/opening-alert.tsx': ['email'],
}
const readers =
  /(read|readLine|readEmailAddress|emailSentence|readPhoneNumber|readProse|cleanLine\(String)\($/

/** Returns the fields that a source reads from a form without any of the cleaning readers. */
function fieldsReadIn(source: string): string[] {
  const reads = source.matchAll(
    /([\w(]+\()?(?:\(await [\w.]+\([\w]*\)\)|\bform|formData)\.get\('?([\w$]+)'?\)/g,
  )
  return [...reads].flatMap(([, reader = '', name = '']) => (readers.test(reader) ? [] : [name]))
}

test('every text of a visitor’s form has a reader', () => {
  const paths = globSync(
    'app/{routes/public,bookings,moving-in/claims,explore/{itineraries,opening-alerts},platform/text}/**/*.{ts,tsx}',
  )
  const found = paths
    // Entries at the gate are sent to the API, which cleans them.
    .filter((path) => !/\.test\.|\/today\//.test(path))
    .map((path) => [path, readFileSync(path, 'utf8')] as const)
    // Forms of staff and of sign-ins are sent to the API, which cleans their fields.
    .filter(([, source]) => !/staff-client\/(action-result|call|sign-in|[a-z-]*session)/.test(source))
    .flatMap(([path, source]) =>
      fieldsReadIn(source)
        .filter((name) => !readElsewhere[path]?.includes(name))
        .map((name) => `${path}: ${name}`),
    )
  expect(found).toEqual([])
})
