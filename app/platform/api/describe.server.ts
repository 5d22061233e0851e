import { describeRoute, resolver } from 'hono-openapi'
import type { z } from 'zod'

/** The success responses by status: a schema, a file type, or null for no body. */
export type ResponseSchemas = Partial<Record<200 | 201 | 202 | 204, z.ZodType | `text/${string}` | null>>

const meanings: Record<keyof ResponseSchemas, string> = {
  200: 'Success.',
  201: 'Created.',
  202: 'Accepted.',
  204: 'Done.',
}

/** Lists the statuses that an operation never responds with; removed from the finished document. */
export const neverRefuses = 'x-never-refuses'

/**
 * Describes an endpoint for the OpenAPI document. `refuses` names further error statuses with their reason, besides those
 * that follow from the form of the endpoint (body, id, session); null removes one of those. `parameters` are those of a
 * query without a schema, which is read as pages read theirs.
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
