import type { Context, MiddlewareHandler, Next } from 'hono'
import { validator as described } from 'hono-openapi'
import { validator } from 'hono/validator'
import type { z } from 'zod'

import { problem } from '../http/problem.ts'
import { explain, wording } from './explain.server.ts'
import { isBlind, refuseBlind } from './version.server.ts'

/**
 * The JSON an endpoint takes. What it does not know is refused, with a sentence for each field; `title` above them all. An
 * edit (PATCH) that does not say what was seen is refused before anything is said of its fields.
 */
export function body<Schema extends z.ZodObject>(schema: Schema, title?: string) {
  return jsonOf(schema, 422, title)
}

/** The JSON of a call that only asks for something: what is wrong in it is refused as it is in an address. */
export function question<Schema extends z.ZodObject>(schema: Schema) {
  return jsonOf(schema, 400)
}

function jsonOf<Schema extends z.ZodObject>(schema: Schema, refused: 400 | 422, title?: string) {
  const reader = validator('json', (given, c) => {
    if (isBlind(c)) return refuseBlind(c)
    const read = schema.safeParse(given)
    return read.success ? read.data : misread(c, refused, schema, given, title)
  })
  return Object.assign(reader, described('json', schema))
}

/** The parameters of an address. What it does not know is refused. */
export function query<Schema extends z.ZodObject>(schema: Schema) {
  const reader = validator('query', (given, c) => {
    const read = schema.safeParse(given)
    return read.success ? read.data : misread(c, 400, schema, given)
  })
  return Object.assign(reader, described('query', schema))
}

function misread(c: Context, status: 400 | 422, schema: z.ZodType, input: unknown, title?: string) {
  // Once more, now with our words: only here is it worth their price.
  const read = schema.safeParse(input, { error: wording })
  const fields = read.success ? [] : explain(read.error.issues)
  return problem(c, status, title ?? fields[0]?.message ?? 'This can not be read.', { fields })
}

const takesBody = new Set(['POST', 'PUT', 'PATCH'])

/** Refuses a body that is no JSON before anybody takes it for an empty one. */
export const refuseOtherBodies: MiddlewareHandler = (c, next) =>
  !takesBody.has(c.req.method) || isJson(c.req.header('Content-Type')) ? next() : refuseUnlessEmpty(c, next)

async function refuseUnlessEmpty(c: Context, next: Next) {
  // Some calls take no body, and then there is nothing to say about its kind.
  if (c.req.header('Content-Type') === undefined && (await c.req.arrayBuffer()).byteLength === 0)
    return next()
  c.header('Accept', 'application/json')
  return problem(c, 415, 'The body must be application/json.')
}

function isJson(type: string | undefined): boolean {
  return /^application\/json\s*(;|$)/i.test(type ?? '')
}
