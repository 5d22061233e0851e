import { Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../../people/sign-in/access.server.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { id, line } from '../../platform/api/fields.server.ts'
import { body } from '../../platform/api/reading.server.ts'
import { refuseSentFile } from '../../platform/http/problem.ts'
import { importList, previewImport } from './vineyard-import.server.ts'
import { importFields, longestList, outcomes } from './import-format.ts'
import { vineyardPolicy } from '../../catalogue/vineyards/vineyard-policy.ts'

const count = z.int().min(0)
const field = z.enum(importFields)
const shape = z
  .object({
    rows: z.array(
      z.object({
        line: z.int().meta({ description: 'The line on which the row begins. The file begins with line 1.' }),
        name: z.string(),
        outcome: z.enum(outcomes),
        vineyard_id: id.nullable(),
        fills: z
          .array(field)
          .meta({ description: 'The empty fields of a known vineyard that the row fills.' }),
        reasons: z.array(z.object({ field: field.nullable(), said: z.string(), fix: z.string() })),
      }),
    ),
    counts: z.object({ new: count, filled: count, unchanged: count, refused: count }),
    ignored: z.array(z.string()).meta({ description: 'Columns that are not imported.' }),
    plan: z.string(),
  })
  .meta({ id: 'VineyardImport' })

const list = {
  name: line(200).meta({ description: "The file's name." }),
  content: z
    .base64('must be the bytes of the file in base64')
    .max(Math.ceil(longestList.bytes / 3) * 4 + 4, 'must be at most 2 MB')
    .meta({ description: 'The bytes of a CSV file in base64, at most 2 MB and 5,000 rows.' }),
}
const sentPlan = z
  .string()
  .max(100)
  .optional()
  .meta({ description: 'The `plan` of a preview. The answer is 412 if the outcome would now differ.' })

const bytesOf = ({ name, content }: { name: string; content: string }) => ({
  name,
  bytes: Uint8Array.fromBase64(content),
})

/** /api/vineyard_imports */
export const importApi = new Hono<ApiEnv>()
  .post(
    '/preview',
    only(vineyardPolicy.run),
    describe('Preview the import of a list of vineyards', { 200: shape }, 'Nothing is written.'),
    body(z.strictObject(list)),
    async (c) => {
      const preview = await previewImport(c.var.sql, bytesOf(c.req.valid('json')))
      return preview.ok ? c.json(preview.value) : refuseSentFile(c, preview.problem)
    },
  )
  .post(
    '/',
    only(vineyardPolicy.run),
    describe(
      'Import a list of vineyards',
      { 200: shape },
      'Imports the valid rows, all or none. Importing the same list again changes nothing.',
      { 412: 'The vineyards have changed since the preview.' },
    ),
    body(z.strictObject({ ...list, plan: sentPlan })),
    async (c) => {
      const { sql, by, now } = c.var
      const { plan = null, ...sent } = c.req.valid('json')
      const done = await importList(sql, bytesOf(sent), { by, plan }, now())
      return done.ok ? c.json(done.value) : refuseSentFile(c, done.problem)
    },
  )
