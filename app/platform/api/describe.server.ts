import type { MiddlewareHandler } from 'hono'
import { describeRoute, resolver } from 'hono-openapi'
import type { z } from 'zod'

/** What an endpoint answers, by status: a shape, a file of a kind, or nothing at all. */
export type ResponseSchemas = Partial<Record<200 | 201 | 202 | 204, z.ZodType | `text/${string}` | null>>

const meanings: Record<keyof ResponseSchemas, string> = {
  200: 'Here it is.',
  201: 'Made.',
  202: 'Taken.',
  204: 'Done.',
}

/** Under this an operation tells the document what else it never answers; the document shows nothing of it. */
export const neverRefuses = 'x-never-refuses'

/**
 * What an endpoint is for, as the document says it. `refuses` are the statuses it may refuse with besides those that follow
 * from its form (a body can be malformed, an id unknown, a session missing), each with its reason; null where it never
 * refuses with one of those either.
 */
export function describe(
  summary: string,
  answers: ResponseSchemas,
  details = '',
  refuses: Partial<Record<number, string | null>> = {},
) {
  const good = Object.entries(answers).map(([status, shape]) => [
    status,
    {
      description: meanings[Number(status) as keyof ResponseSchemas],
      ...(typeof shape === 'string' && { content: { [shape]: { schema: { type: 'string' as const } } } }),
      ...(shape !== null &&
        typeof shape === 'object' && { content: { 'application/json': { schema: resolver(shape) } } }),
    },
  ])
  const bad = Object.entries(refuses).filter(([, description]) => description !== null)
  const never = Object.keys(refuses).filter((status) => refuses[Number(status)] === null)
  const described = describeRoute({
    summary,
    ...(details && { description: details }),
    responses: Object.fromEntries([
      ...good,
      ...bad.map(([status, description]) => [status, { description }]),
    ]),
    ...(never.length > 0 && { [neverRefuses]: never.map(Number) }),
  })
  // The document reads what hangs on it; its own step would only wait for the next one.
  return Object.assign(passOn(), described)
}

function passOn(): MiddlewareHandler {
  return (_c, next) => next()
}
