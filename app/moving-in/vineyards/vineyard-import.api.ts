import { Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../../people/sign-in/access.server.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { body } from '../../platform/api/reading.server.ts'
import { refuseSentFile } from '../../platform/http/problem.ts'
import { importList, previewImport } from './vineyard-import.server.ts'
import { importPreview, sentVineyards } from './vineyard-import.shapes.ts'
import { sentPlan } from '../experiences/experience-import.shapes.ts'
import { vineyardPolicy } from '../../catalogue/vineyards/vineyard-policy.ts'

const bytesOf = ({ name, content }: { name: string; content: string }) => ({
  name,
  bytes: Uint8Array.fromBase64(content),
})

/** /api/vineyard_imports */
export const importApi = new Hono<ApiEnv>()
  .use(only(vineyardPolicy.run))
  .post(
    '/preview',
    describe('Preview the import of a list of vineyards', { 200: importPreview }, 'Nothing is written.'),
    body(z.strictObject(sentVineyards)),
    async (c) => {
      const preview = await previewImport(c.var.sql, bytesOf(c.req.valid('json')))
      return preview.ok ? c.json(preview.value) : refuseSentFile(c, preview.problem)
    },
  )
  .post(
    '/',
    describe(
      'Import a list of vineyards',
      { 200: importPreview },
      'Imports the valid rows, all or none. Importing the same list again changes nothing.',
      { 412: 'The vineyards have changed since the preview.' },
    ),
    body(z.strictObject({ ...sentVineyards, plan: sentPlan })),
    async (c) => {
      const { sql, by, now } = c.var
      const { plan = null, ...sent } = c.req.valid('json')
      const done = await importList(sql, bytesOf(sent), { by, plan }, now())
      return done.ok ? c.json(done.value) : refuseSentFile(c, done.problem)
    },
  )
