import { Hono } from 'hono'
import { z } from 'zod'

import { describe } from '../platform/api/describe.server.ts'
import { id } from '../platform/api/fields.server.ts'
import type { ApiEnv } from './access.server.ts'
import { findMe } from './me.server.ts'

const person = { id, name: z.string(), email: z.string() }
const me = z
  .union([
    z.object({ actor: z.literal('winemaker'), ...person, vineyard_id: id, position: z.string().nullable() }),
    z.object({ actor: z.literal('admin'), ...person, two_step: z.boolean() }),
    z.object({ actor: z.literal('guest'), id, email: z.string() }),
    z.null(),
  ])
  .meta({ description: 'The signed-in user, or null.' })

/** /api/me */
export const meApi = new Hono<ApiEnv>().get('/', describe('Who is signed in', { 200: me }), async (c) =>
  c.json((await findMe(c.var.sql, c.var.actor)) ?? null),
)
