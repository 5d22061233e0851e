import { describeRoute, resolver } from 'hono-openapi'
import type { z } from 'zod'

/** The successful responses of an endpoint by status: a schema, a file type, or null for a response without a body. */
export type ResponseSchemas = Partial<Record<200 | 201 | 202 | 204, z.ZodType | `text/${string}` | null>>

const meanings: Record<keyof ResponseSchemas, string> = {
  200: 'Success.',
  201: 'Created.',
  202: 'Accepted.',
  204: 'Done.',
}

/** The field for error statuses that an operation never returns. It is removed from the finished document. */
export const neverRefuses = 'x-never-refuses'

/**
 * Describes an endpoint for the OpenAPI document. Its usual error statuses are added later: they follow from its body, its
 * parameters and its sign-in. `refuses` adds a status with its reason, or removes a status whose reason is null. `parameters`
 * names the query parameters of an endpoint that reads its query without a schema.
 */
export function describe(
  summary: string,
  responses: ResponseSchemas,
  details = '',
  refuses: Partial<Record<number, string | null>> = {},
  parameters: string[] = [],
) {
  const good = Object.entries(responses).map(([status, shape]) => [
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
  return describeRoute({
    summary,
    ...(details && { description: details }),
    ...(parameters.length > 0 && {
      parameters: parameters.map((name) => ({
        name,
        in: 'query' as const,
        schema: { type: 'string' as const },
      })),
    }),
    responses: Object.fromEntries([
      ...good,
      ...bad.map(([status, description]) => [status, { description }]),
    ]),
    ...(never.length > 0 && { [neverRefuses]: never.map(Number) }),
  })
}
