import { Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../sign-in/access.server.ts'
import { integrationPolicy, keyPermissions } from '../sign-in/policy.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { id, instant, line } from '../../platform/api/fields.server.ts'
import { requireUuidParams } from '../../platform/api/path-params.server.ts'
import { body, query } from '../../platform/api/reading.server.ts'
import { problem } from '../../platform/http/problem.ts'
import { addKey, listKeys, maxKeys, revokeKey } from './api-key.server.ts'

const absent = 'API key not found'

const permissions = z
  .array(z.enum(keyPermissions))
  .min(1)
  .meta({ description: 'What the key may do.', example: ['availability:read', 'bookings:read'] })

export const apiKeyShape = z
  .object({
    id,
    vineyard_id: id.nullable(),
    reseller_id: id.nullable(),
    is_test: z.boolean().meta({ description: 'Whether it reaches the sandbox vineyard alone.' }),
    name: z.string(),
    permissions,
    ending: z
      .string()
      .meta({ description: 'The last four characters, to tell keys apart.', example: 'x7Qk' }),
    created_at: instant,
    expires_at: instant.nullable().meta({ description: 'null: it does not expire.' }),
    last_used_at: instant.nullable(),
    revoked_at: instant.nullable(),
    is_expired: z.boolean(),
  })
  .meta({ id: 'ApiKey' })

const newKey = z
  .strictObject({
    vineyard_id: id.optional(),
    reseller_id: id.nullable().default(null).meta({ description: 'Instead of a vineyard, by admins.' }),
    name: line(80),
    permissions: permissions.refine(
      (list) => new Set(list).size === list.length,
      'must not repeat a permission',
    ),
    is_test: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether it reaches the sandbox vineyard alone.' }),
    days: z
      .int()
      .min(1)
      .max(3650)
      .nullable()
      .default(null)
      .meta({ description: 'For how many days it works; null: until it is revoked.', example: 365 }),
  })
  .refine(({ vineyard_id, reseller_id }) => (vineyard_id === undefined) !== (reseller_id === null), {
    path: ['vineyard_id'],
    error: 'is required, or else reseller_id, but not both',
  })

/** /api/api_keys: keys with which other programs call the API for a vineyard, or for a reseller over several. */
export const apiKeyApi = new Hono<ApiEnv>()
  .get(
    '/',
    only(integrationPolicy.run),
    describe(
      'API keys of a vineyard',
      { 200: z.object({ items: z.array(apiKeyShape) }) },
      'Without a vineyard, admins get the keys of all resellers.',
    ),
    query(z.strictObject({ vineyard_id: id.optional() })),
    async (c) => {
      const { sql, by, now } = c.var
      return c.json({ items: await listKeys(sql, c.req.valid('query').vineyard_id ?? null, { by }, now()) })
    },
  )
  .post(
    '/',
    only(integrationPolicy.run),
    describe(
      'Make an API key',
      { 201: z.object({ id, key: z.string() }) },
      'The key is shown only in this response.',
      { 404: 'Vineyard not found', 409: `A vineyard or reseller has at most ${maxKeys} keys that work.` },
    ),
    body(newKey),
    async (c) => {
      const { sql, by, now } = c.var
      const made = await addKey(sql, c.req.valid('json'), { by }, now())
      if (made.ok) return c.json(made.value, 201, { Location: '/api/api_keys' })
      switch (made.problem) {
        case 'absent':
          return problem(
            c,
            404,
            c.req.valid('json').reseller_id ? 'Reseller not found' : 'Vineyard not found',
          )
        case 'many':
          return problem(c, 409, `There are ${maxKeys} keys already. Revoke one that is no longer needed.`)
      }
    },
  )
  .delete(
    '/:id',
    only(integrationPolicy.run),
    requireUuidParams(absent),
    describe(
      'Revoke an API key',
      { 204: null },
      'It stops working with the next request, and its holds are released.',
      { 404: absent },
    ),
    async (c) => {
      const { sql, by, now } = c.var
      const found = await revokeKey(sql, c.req.param('id'), { by }, now())
      return found ? c.body(null, 204) : problem(c, 404, absent)
    },
  )
