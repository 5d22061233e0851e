import type { Env, Hono } from 'hono'
import { generateSpecs } from 'hono-openapi'

import { neverRefuses } from './describe.server.ts'
import { exampleMaker, type Schema } from './examples.server.ts'
import { tagDescriptions } from './tags.ts'

export type OpenApiDocument = Awaited<ReturnType<typeof generateSpecs>>
type Operation = NonNullable<OpenApiDocument['paths'][string]['get']> & { [neverRefuses]?: number[] }

/** The first line names the columns, which differ by file. */
const csvExample = 'Day,Guests\r\n2026-06-06,2\r\n'

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const

/** What changes a thing that somebody may have looked at. */
const edits = new Set<string>(['patch', 'delete'])
const ifMatch = (method: string) => ({
  in: 'header' as const,
  name: 'If-Match',
  required: method === 'patch',
  schema: { type: 'string' as const },
  description:
    'The ETag of what was seen: the edit is refused when somebody else changed it since. `*` changes whatever is there.',
})

const reasons: Record<string, string> = {
  400: 'The address or the body can not be read.',
  401: 'There is no session, or it has ended.',
  403: 'The session lacks the right.',
  404: 'There is no such thing, or none within reach.',
  405: 'Not by this method; Allow says which.',
  409: 'Things have changed meanwhile, or stand in the way.',
  412: 'Somebody else changed it since it was read; `current` is what it says now, where it can be read by itself.',
  413: 'The body is too large.',
  415: 'The body is no application/json.',
  422: 'A field is wrong; each is named with what would be right.',
  428: 'The edit does not say what was seen: If-Match is missing.',
  429: 'Too many at once; Retry-After says when.',
  503: 'The service is unavailable for a moment; Retry-After says when.',
}

const problemSchema = {
  type: 'object',
  description: 'An error (RFC 9457). `error` repeats the title.',
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    error: { type: 'string' },
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

/** The OpenAPI document of all endpoints, with the refusals that follow from the form of each. */
export async function createDocument<E extends Env>(api: Hono<E>): Promise<OpenApiDocument> {
  const document = await generateSpecs(api, {
    documentation: {
      openapi: '3.1.0',
      info: {
        title: 'Chalk & Vine',
        version: '1',
        description:
          'Vineyards of the United Kingdom, what can be done there and when, and the bookings of it. Days and times are ' +
          "London's, prices pounds. Every list takes page, limit and sort. Errors are application/problem+json.",
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
      bearer: { type: 'http', scheme: 'bearer', description: 'The token that a sign-in gives.' },
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

/** Adds an example to the body of a request, to each body of a success and to each parameter. */
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

/** Adds what every endpoint of that form may answer, and the form of each refusal. */
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
  // Without it, readers of the document cannot tell a public operation from a forgotten one.
  operation.security ??= []
  operation.responses ??= {}
  const never = operation[neverRefuses] ?? []
  delete operation[neverRefuses]
  for (const status of implied.filter((one) => !never.includes(one)))
    operation.responses[status] ??= { description: reasons[status] ?? '' }
  for (const [status, response] of Object.entries(operation.responses))
    if (Number(status) >= 400)
      operation.responses[status] = {
        description: response.description || reasons[status] || '',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      }
}
