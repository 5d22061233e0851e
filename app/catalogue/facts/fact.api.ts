import { Hono } from 'hono'

import { type ApiEnv, keysToo, only } from '../../people/sign-in/access.server.ts'
import {
  answerChanged,
  answerRow,
  changedShape,
  type Sentences,
} from '../../people/accounts/staff-edit.server.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { requireUuidParams } from '../../platform/api/path-params.server.ts'
import { body } from '../../platform/api/reading.server.ts'
import { seenVersion } from '../../platform/api/version.server.ts'
import { vineyardPolicy } from '../vineyards/vineyard-policy.ts'
import { changeFacts, findVineyardFacts } from './vineyard-facts.server.ts'
import { factChanges, vineyardFactsShape } from './vineyard-facts.shapes.ts'

const absent = 'Vineyard not found'
const sentences: Sentences = {
  absent,
  refusals: {
    fact_of_own_experience: {
      field: 'experience_id',
      message: 'experience_id must be an experience of the same vineyard.',
    },
  },
}

/** /api/vineyards/:id/facts */
export const factApi = new Hono<ApiEnv>()
  .get(
    '/:id/facts',
    keysToo('availability:read'),
    requireUuidParams(absent),
    describe('The facts that a vineyard states about visits', { 200: vineyardFactsShape }),
    async (c) => {
      const { sql, actor: by, now } = c.var
      return answerRow(c, await findVineyardFacts(sql, c.req.param('id'), { by }, now()), absent)
    },
  )
  .patch(
    '/:id/facts',
    only(vineyardPolicy.write),
    requireUuidParams(absent),
    describe(
      'State facts, or withdraw them',
      { 200: changedShape },
      'Each fact that is sent counts as stated today; null withdraws a fact. Facts that are not sent stay unchanged. `visit` has the facts that are stored with an experience.',
    ),
    body(factChanges),
    async (c) => {
      const { sql, by, now } = c.var
      const edit = { by, seen: seenVersion(c) }
      const changed = await changeFacts(sql, c.req.param('id'), c.req.valid('json'), edit, now())
      return answerChanged(c, changed, sentences)
    },
  )
