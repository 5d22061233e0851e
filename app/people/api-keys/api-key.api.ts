import { Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../sign-in/access.server.ts'
import { integrationPolicy } from '../sign-in/policy.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { id } from '../../platform/api/fields.server.ts'
import { requireUuidParams } from '../../platform/api/path-params.server.ts'
import { body, query } from '../../platform/api/reading.server.ts'
import { problem } from '../../platform/http/problem.ts'
import { addKey, listKeys, maxKeys, revokeKey } from './api-key.server.ts'
import { apiKeyShape, newKey } from './api-key.shapes.ts'

const absent = 'API key not found'

/** /api/api_keys: the keys with which other programs call the API for a vineyard or a reseller. */
export const apiKeyApi = new Hono<ApiEnv>()
  .use(only(integrationPolicy.run))
  .get(
    '/',
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
      if (made.problem === 'many')
        return problem(c, 409, `There are ${maxKeys} keys already. Revoke one that is no longer needed.`)
      return problem(c, 404, `${c.req.valid('json').reseller_id ? 'Reseller' : 'Vineyard'} not found`)
    },
  )
  .delete(
    '/:id',
    requireUuidParams(absent),
    describe(
      'Revoke an API key',
      { 204: null },
      'The key stops working with the next request, and its holds are released.',
      { 404: absent },
    ),
    async (c) => {
      const { sql, by, now } = c.var
      const found = await revokeKey(sql, c.req.param('id'), { by }, now())
      return found ? c.body(null, 204) : problem(c, 404, absent)
    },
  )
