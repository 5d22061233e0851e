import { Hono } from 'hono'

import { type ApiEnv, only } from '../../people/sign-in/access.server.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { marketplacePolicy } from '../../staff/dashboard/marketplace-policy.ts'
import { findSystem } from './system.server.ts'
import { systemReport } from './system.shapes.ts'

/** /api/system: the state of the system, for admins. */
export const systemApi = new Hono<ApiEnv>().get(
  '/',
  only(marketplacePolicy.run),
  describe('The state of the system', { 200: systemReport }),
  async (c) => c.json(await findSystem(c.var.sql, c.var.config, c.var.now())),
)
