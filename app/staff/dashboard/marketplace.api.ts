import { Hono } from 'hono'

import { type ApiEnv, only } from '../../people/sign-in/access.server.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { findMarketplace } from './marketplace.server.ts'
import { marketplacePolicy } from './marketplace-policy.ts'
import { marketplaceShape } from './marketplace.shapes.ts'

/** /api/marketplace */
export const marketplaceApi = new Hono<ApiEnv>().get(
  '/',
  only(marketplacePolicy.run),
  describe('Figures of the marketplace, and open tasks', { 200: marketplaceShape }),
  async (c) => c.json(await findMarketplace(c.var.sql, c.var.now())),
)
