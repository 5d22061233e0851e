import { Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../../people/sign-in/access.server.ts'
import { experiencePolicy } from '../../catalogue/experiences/experience-policy.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { body } from '../../platform/api/reading.server.ts'
import { problem, refuseSentFile } from '../../platform/http/problem.ts'
import { importExperiences, previewExperiences, findManaged } from './experience-import.server.ts'
import { experiencePreview, sentExperiences, sentPlan } from './experience-import.shapes.ts'

/** /api/experience_imports */
export const experienceImportApi = new Hono<ApiEnv>()
  .use(only(experiencePolicy.write))
  .post(
    '/preview',
    describe(
      'Preview the import of a list of experiences',
      { 200: experiencePreview },
      'Nothing is written.',
      { 404: 'No such vineyard in scope.' },
    ),
    body(z.strictObject(sentExperiences)),
    async (c) => {
      const { vineyard_id, content, columns } = c.req.valid('json')
      const vineyard = await findManaged(c.var.sql, c.var.by, vineyard_id)
      if (!vineyard) return problem(c, 404, 'Vineyard not found')
      const file = { bytes: Uint8Array.fromBase64(content), columns }
      const preview = await previewExperiences(c.var.sql, vineyard, file)
      return preview.ok ? c.json(preview.value) : refuseSentFile(c, preview.problem)
    },
  )
  .post(
    '/',
    describe(
      'Import a list of experiences',
      { 200: experiencePreview },
      'Imports all valid rows in one transaction. New experiences are off sale. A row with the reference or title of an ' +
        'experience changes that experience where the two differ, so importing the same list again changes nothing.',
      { 404: 'No such vineyard in scope.', 412: 'The experiences have changed since the preview.' },
    ),
    body(z.strictObject({ ...sentExperiences, plan: sentPlan })),
    async (c) => {
      const { sql, by, now } = c.var
      const { vineyard_id, content, columns, plan = null } = c.req.valid('json')
      const vineyard = await findManaged(c.var.sql, c.var.by, vineyard_id)
      if (!vineyard) return problem(c, 404, 'Vineyard not found')
      const file = { bytes: Uint8Array.fromBase64(content), columns }
      const done = await importExperiences(sql, vineyard, file, { by, plan }, now())
      return done.ok ? c.json(done.value) : refuseSentFile(c, done.problem)
    },
  )
