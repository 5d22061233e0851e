import type { Context, MiddlewareHandler, Next } from 'hono'
import { validator as described } from 'hono-openapi'
import { validator } from 'hono/validator'
import type { z } from 'zod'

import { problem } from '../http/problem.ts'
import { lacksVersion, refuseWithoutVersion } from './version.server.ts'

/**
 * Validates the JSON body of an endpoint and refuses unknown fields. The problem has `title` and a message for each invalid
 * field. A PATCH without a version is refused before its body is validated.
 */
export function body<Schema extends z.ZodObject>(schema: Schema, title?: string) {
  return jsonOf(schema, 422, title)
}

/** Validates the JSON body of a call that only reads data. Errors have status 400, like errors in a query. */
export function question<Schema extends z.ZodObject>(schema: Schema) {
  return jsonOf(schema, 400)
}

function jsonOf<Schema extends z.ZodObject>(schema: Schema, status: 400 | 422, title?: string) {
  const reader = validator('json', (input, c) => {
    if (lacksVersion(c)) return refuseWithoutVersion(c)
    const parsed = schema.safeParse(input)
    return parsed.success ? parsed.data : refuseInput(c, status, schema, input, title)
  })
  return Object.assign(reader, described('json', schema))
}

/** Validates the query parameters and refuses unknown ones. */
export function query<Schema extends z.ZodObject>(schema: Schema) {
  const reader = validator('query', (input, c) => {
    const parsed = schema.safeParse(input)
    return parsed.success ? parsed.data : refuseInput(c, 400, schema, input, undefined, messageForParameter)
  })
  return Object.assign(reader, described('query', schema))
}

function refuseInput(
  c: Context,
  status: 400 | 422,
  schema: z.ZodType,
  input: unknown,
  title?: string,
  error = messageFor,
) {
  // Parses a refused input again to get our messages, because parsing with our messages would slow down every valid request.
  const parsed = schema.safeParse(input, { error })
  const fields = parsed.success ? [] : explain(parsed.error.issues)
  return problem(c, status, title ?? fields[0]?.message ?? 'The input is not valid.', { fields })
}

const methodsWithBody = new Set(['POST', 'PUT', 'PATCH'])

/** Refuses bodies that are not JSON. */
export const refuseOtherBodies: MiddlewareHandler = (c, next) =>
  !methodsWithBody.has(c.req.method) || /^application\/json\s*(;|$)/i.test(c.req.header('Content-Type') ?? '')
    ? next()
    : refuseUnlessEmpty(c, next)

async function refuseUnlessEmpty(c: Context, next: Next) {
  // Some calls have no body, and therefore no content type.
  if (c.req.header('Content-Type') === undefined && (await c.req.arrayBuffer()).byteLength === 0)
    return next()
  c.header('Accept', 'application/json')
  return problem(c, 415, 'The body must be application/json.')
}

/** Returns the invalid fields and a sentence for each: 'capacity must be at least 1.' */
function explain(issues: readonly z.core.$ZodIssue[]) {
  return issues.flatMap((issue) => {
    const field = issue.path.join('.')
    if (issue.code !== 'unrecognized_keys') return [{ field, message: sentence(field, issue.message) }]
    return issue.keys.map((key) => {
      const unknown = [...issue.path, key].join('.')
      return { field: unknown, message: sentence(unknown, 'is not a known field') }
    })
  })
}

/** Returns the message for an issue of a query. A repeated parameter arrives as a list. */
function messageForParameter(issue: z.core.$ZodRawIssue): string | undefined {
  const isRepeated = Array.isArray(issue.input) && issue.code.startsWith('invalid_')
  return isRepeated ? 'may be given only once' : messageFor(issue)
}

/** Returns the message for an issue that zod found. Our own checks have messages of their own. */
function messageFor(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : `must be ${names[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `must be ${issue.values
        .map(String)
        .join(', ')
        .replace(/, ([^,]*)$/, ' or $1')}`
    case 'too_small':
      return `must ${amounts[issue.origin]?.(`at least ${issue.minimum}`) ?? `be at least ${issue.minimum}`}`
    case 'too_big':
      return `must ${amounts[issue.origin]?.(`at most ${issue.maximum}`) ?? `be at most ${issue.maximum}`}`
    case 'invalid_union':
      return 'has none of the allowed forms'
    default:
      return undefined
  }
}

const amounts: Record<string, (bound: string) => string> = {
  string: (bound) => `have ${bound} characters`,
  array: (bound) => `have ${bound} ${bound.endsWith(' 1') ? 'entry' : 'entries'}`,
}

const names: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
}

/** Returns the sentence that names a field and its problem. A problem that begins with a capital letter needs no field name. */
function sentence(field: string, predicate: string): string {
  if (/^[A-Z]/.test(predicate)) return predicate
  return `${field || 'The body'} ${predicate.replace(/\.$/, '')}.`
}
