import type { Env, Hono } from 'hono'
import { generateSpecs } from 'hono-openapi'

import { neverRefuses } from './describe.server.ts'
import { addDays, type Day, exampleDay, numberOfDay } from '../days.ts'
import { exampleMaker, type Schema } from './examples.server.ts'
import { placeholderDay } from './samples.ts'

export type OpenApiDocument = Awaited<ReturnType<typeof generateSpecs>>
type Operation = NonNullable<OpenApiDocument['paths'][string]['get']> & { [neverRefuses]?: number[] }

/** An example of a CSV response. The real columns differ from file to file. */
const csvExample = `Day,Guests\r\n${placeholderDay},2\r\n`

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const

/** Methods that change a resource, which another user may have changed since the caller read it. */
const edits = new Set<string>(['patch', 'delete'])
const ifMatch = (method: string) => ({
  in: 'header' as const,
  name: 'If-Match',
  required: method === 'patch',
  schema: { type: 'string' as const },
  description:
    'The ETag of the version you read: the edit is refused if somebody else has changed the resource since. `*` changes ' +
    'any version.',
})

const reasons: Record<string, string> = {
  400: 'A parameter or the body is not valid.',
  401: 'The caller is not signed in, or the sign-in has ended.',
  403: 'The caller lacks the permission.',
  404: 'The resource does not exist, or the caller may not see it.',
  405: 'The method is not allowed; see Allow.',
  409: 'The request conflicts with the present state.',
  412: 'Somebody else has changed the resource since you read it. `current` is its present state, if it has a GET endpoint.',
  413: 'The body is too large.',
  415: 'The body is not application/json.',
  422: 'A field is not valid. `fields` names each invalid field and says what would be valid.',
  428: 'If-Match is missing.',
  429: 'Too many requests; Retry-After says when to try again.',
  503: 'The service is unavailable for a moment; Retry-After says when to try again.',
}

const problemSchema = {
  type: 'object',
  description: 'An error (RFC 9457). `error` repeats the title.',
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    error: { type: 'string' },
    request_id: {
      type: 'string',
      description: 'The `X-Request-Id` of the response. Quote it in questions about the error.',
    },
    fields: {
      type: 'array',
      items: {
        type: 'object',
        properties: { field: { type: 'string' }, message: { type: 'string' } },
        required: ['field', 'message'],
      },
    },
  },
  required: ['type', 'title', 'status', 'error'],
} as const

/** Returns the document with real days in its examples: each placeholder day becomes the same weekday after `today`. */
export function withDaysAhead(document: OpenApiDocument, today: Day): OpenApiDocument {
  const days = numberOfDay(exampleDay(today)) - numberOfDay(placeholderDay)
  const text = JSON.stringify(document).replaceAll(/\b2000-[01]\d-[0-3]\d/g, (day) => addDays(day, days))
  return JSON.parse(text) as OpenApiDocument
}

/** Returns the OpenAPI document of all endpoints, with examples and with the usual error responses of each endpoint. */
export async function createDocument<E extends Env>(api: Hono<E>): Promise<OpenApiDocument> {
  const document = await generateSpecs(api, {
    documentation: {
      openapi: '3.1.0',
      info: {
        title: 'Chalk & Vine',
        version: '1',
        description:
          'Vineyards of the United Kingdom, their experiences, slots and bookings. Days and times are those of London, and ' +
          'prices are in pounds. A list whose response has a total accepts page, limit and sort; every other list is ' +
          'returned whole. Pages of other sites may read vineyards, experiences, slots and open days without a token. ' +
          'Errors are application/problem+json.',
      },
      servers: [{ url: '/api' }],
    },
    defaultValidationErrorResponse: false,
    excludeStaticFile: false,
  })
  document.components = {
    ...document.components,
    schemas: { ...document.components.schemas, Problem: problemSchema as never },
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer', description: 'The token from signing in.' },
      apiKey: {
        type: 'http',
        scheme: 'bearer',
        description:
          'An API key with the permission that the operation names. `cv_live_…` reaches real vineyards, `cv_test_…` a sandbox.',
      },
    },
  }
  const schemas = document.components.schemas as Record<string, Schema>
  const tags = new Set<string>()
  for (const [path, item] of Object.entries(document.paths))
    for (const method of methods) {
      const operation = item[method]
      if (!operation) continue
      const tag = String(path.split('/')[1]).replace(/\..*/, '')
      tags.add(tag)
      operation.tags ??= [tag]
      complete(operation, path, method)
      addExamples(operation, exampleMaker(schemas, tag))
    }
  document.tags = [...tags].map((name) => ({ name, description: tagDescriptions[name] ?? '' }))
  return document
}

/** Adds examples to request bodies, success bodies and parameters. */
function addExamples(operation: Operation, exampleOf: ReturnType<typeof exampleMaker>): void {
  const body = operation.requestBody
  const bodies = body && 'content' in body ? [body] : []
  const good = Object.entries(operation.responses ?? {}).filter(([status]) => Number(status) < 300)
  const answers = good.flatMap(([, response]) => ('content' in response ? [response] : []))
  for (const { content } of [...bodies, ...answers])
    for (const [type, media] of Object.entries(content ?? {}))
      media.example ??= type === 'text/csv' ? csvExample : exampleOf((media.schema ?? {}) as Schema)
  for (const parameter of operation.parameters ?? [])
    if ('schema' in parameter)
      parameter.example ??= exampleOf((parameter.schema ?? {}) as Schema, parameter.name)
}

/** Adds the error responses that follow from the method, parameters, body and sign-in of an endpoint, and their schema. */
function complete(operation: Operation, path: string, method: (typeof methods)[number]): void {
  const parameters = (operation.parameters ?? []).map((parameter) => ('in' in parameter ? parameter.in : ''))
  const implied = [
    401,
    429,
    503,
    ...(operation.security ? [403] : []),
    ...(parameters.includes('path') || path.includes('{') ? [404] : []),
    ...(parameters.includes('query') ? [400] : []),
    ...(operation.requestBody ? [400, 413, 415, 422] : []),
    ...(edits.has(method) ? [412] : []),
    ...(method === 'patch' ? [428] : []),
  ]
  if (edits.has(method)) operation.parameters = [...(operation.parameters ?? []), ifMatch(method)]
  // An empty list says that the operation is public. The list repeats a way to sign in that several middlewares demand.
  const ways = (operation.security ?? []).map((way) => [JSON.stringify(way), way] as const)
  operation.security = [...new Map(ways).values()]
  operation.responses ??= {}
  const never = operation[neverRefuses] ?? []
  delete operation[neverRefuses]
  for (const status of implied.filter((status) => !never.includes(status)))
    operation.responses[status] ??= { description: reasons[status] ?? '' }
  for (const [status, response] of Object.entries(operation.responses))
    if (Number(status) >= 400)
      operation.responses[status] = {
        description: response.description || reasons[status] || '',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      }
}

/** Descriptions of the tags: the first part of each path. */
const tagDescriptions: Record<string, string> = {
  account: 'The account of the signed-in person: sign-ins, password, choice of emails and two-step sign-in.',
  admin_sessions: 'How admins sign in, renew a sign-in and sign out.',
  admins: 'The people who run the marketplace.',
  audit_events: 'The audit log: who changed what, and when.',
  availability: 'Single slots of earlier data that no pattern covers.',
  availability_exceptions: 'Days on which a vineyard closes or changes its capacity.',
  availability_patterns: 'Weekly start times of an experience, with capacity and season.',
  availability_plans: 'All patterns of one experience, edited and previewed together.',
  blog_posts: 'Posts of the blog.',
  unavailable_reasons: 'Why a day or a slot cannot be booked.',
  backups: 'Copies of the embedded database that the worker makes.',
  bookings: 'Bookings: made by anybody, run by the staff of their vineyard.',
  api_keys: 'Keys with which other programs call the API for a vineyard or a reseller.',
  resellers: 'Companies that sell the experiences of vineyards that opted in.',
  widgets: 'Settings of the booking widget for a vineyard’s own website.',
  webhooks: 'Addresses of other programs to which we send events (Standard Webhooks).',
  webhook_deliveries: 'Events sent to webhooks in the last 30 days, and the outcome of each.',
  calendar_feeds: "A vineyard's bookings as a calendar to subscribe to.",
  calendar_sources: "Calendars elsewhere whose events close a vineyard's slots.",
  contact_messages: 'Messages to the people behind the site.',
  customer_contacts: 'Contacts that staff merged with a customer.',
  customer_merges: 'Merges of customers, which staff can undo for 30 seconds.',
  customer_notes: "Notes of a vineyard's staff about a customer.",
  customer_tags: "Facts about a customer that a vineyard's staff must not miss.",
  customers: 'Guests as one vineyard knows them, by email address or phone number.',
  dashboard: "A vineyard's figures, and the tasks that wait for its staff.",
  emails: 'The email log: sent, waiting and failed emails.',
  erasure_requests: "Requests to erase a customer's personal data.",
  experiences: 'Tours and tastings that vineyards offer.',
  explore: 'The search for vineyards that the pages of the site use.',
  favourites: 'Vineyards that a signed-in visitor keeps.',
  guest_messages: 'Messages from a vineyard to the guests of a day.',
  call_offs: 'Sessions that do not take place, and their guests.',
  holds: 'Places kept for a short time without a booking.',
  group_holds: 'Places kept for a group, in one or several sessions, until a day.',
  session_moves: 'Whole sessions that staff move to another time, with their guests.',
  review_pictures: 'Photographs of reviews, which visitors see after an admin has seen them.',
  reviews: 'What guests wrote after their visits, with the answers of vineyards.',
  passkeys: 'The passkeys with which a visitor signs in.',
  hosts: 'Guides and rooms that several experiences share.',
  itineraries: 'Published days among vineyards.',
  consistency_checks: 'The consistency check of bookings, counters, events and emails.',
  links: 'One-time links by email: new passwords, sign-in and claims.',
  marketplace: 'Figures of the whole marketplace.',
  me: 'The signed-in person, with their bookings and itineraries.',
  open_days: 'Days on which an experience has free places.',
  openapi: 'This document.',
  parties: 'The parties that come on a day.',
  payments: 'The money taken for bookings, refunds and discounts.',
  sales: 'Money taken without a booking.',
  sign_outs: 'Calls with which admins end the sign-ins of other people.',
  persons: 'All data held about one email address, to copy or to erase.',
  pictures: 'Pictures of vineyards.',
  reports: 'Bookings, guests and revenue over a span of days.',
  rpc: 'Calls whose names and parameters are fixed by earlier clients.',
  search: 'One search over everything that staff may see.',
  'send-email': 'Sends the email of a status change, once.',
  experience_imports: 'Lists of experiences of another system as CSV, previewed and imported.',
  booking_imports: 'Lists of upcoming bookings of another system as CSV, previewed and imported.',
  setup: 'The steps that are left until guests can book a new vineyard.',
  sessions: "The starts of a vineyard's experiences with their bookings.",
  slots: 'Starts of an experience, with places left.',
  suggestions: 'Vineyards and locations that match the text typed into the search.',
  system: 'How the site is doing: jobs, emails, disk and database.',
  till: 'The money that a vineyard took on a day.',
  opening_alerts: 'Visitors who wait until a vineyard can be booked.',
  team: "A vineyard's colleagues and invitations, run by its owners.",
  today: "Today's sessions and parties, for everybody who looks after guests.",
  vineyard_claims: "Requests to manage a vineyard's page.",
  vineyard_imports: 'Lists of vineyards as CSV, previewed and imported.',
  vineyards: 'Vineyards: found by anybody, edited by their staff and by admins.',
  winemakers: 'The staff of vineyards.',
}
