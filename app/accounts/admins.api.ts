import { Hono } from 'hono'
import { z } from 'zod'

import { describe } from '../platform/api/describe.server.ts'
import { id } from '../platform/api/fields.server.ts'
import { type ApiEnv, only } from './access.server.ts'
import { listAdmins } from './admin-list.server.ts'
import { peoplePolicy } from './account-policy.ts'

/** /api/admins: who a message can be given to. */
export const adminsApi = new Hono<ApiEnv>().get(
  '/',
  only(peoplePolicy.see_admins),
  describe('Who runs the marketplace', { 200: z.array(z.object({ id, name: z.string() })) }),
  async (c) => c.json(await listAdmins(c.var.sql)),
)
