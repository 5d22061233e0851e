import { Hono } from 'hono'
import { z } from 'zod'

import { inScope, type Staff } from '../../people/sign-in/actor.ts'
import { type ApiEnv, only } from '../../people/sign-in/access.server.ts'
import { experiencePolicy } from '../../catalogue/experiences/experience-policy.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { id, line } from '../../platform/api/fields.server.ts'
import { body } from '../../platform/api/reading.server.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { problem, refuseSentFile } from '../../platform/http/problem.ts'
import { experienceHeadings, type ExperienceColumn, longestImport } from '../lists/columns.ts'
import { importExperiences, previewExperiences } from './experience-import.server.ts'

const count = z.int().min(0)
const column = z.int().min(0).max(longestImport.columns).nullable()

/** The columns of a list by field. */
export function columnsOf<Field extends string>(headings: Record<Field, unknown>) {
  const fields = Object.keys(headings) as [Field, ...Field[]]
  return Object.fromEntries(fields.map((field) => [field, column])) as Record<Field, typeof column>
}

/** What is sent to preview or import a list. */
export function sentList<Field extends string>(headings: Record<Field, unknown>) {
  const fields = columnsOf(headings)
  return {
    vineyard_id: id,
    name: line(200).meta({ description: "The file's name." }),
    content: z
      .base64('must be the bytes of the file in base64')
      .max(Math.ceil(longestImport.bytes / 3) * 4 + 4, 'must be at most 2 MB')
      .meta({
        description: 'The bytes of a CSV file in base64, at most 2 MB and 10,000 rows. It is not stored.',
      }),
    columns: z.strictObject(fields).partial().optional().meta({
      description:
        'Columns by field, counted from 0; null ignores the field. The others are found by their headings.',
    }),
  }
}

/** A row of the file in a preview. */
export const listedRow = {
  line: z.int().meta({ description: 'Where the row begins in the file; the header is line 1.' }),
  name: z.string(),
  notes: z
    .array(z.string())
    .meta({ description: 'Sentences about what changes, or why the row is refused.' }),
  id: id.nullable(),
}

const experienceOutcomes = ['new', 'changed', 'unchanged', 'refused'] as const
export type ExperienceOutcome = (typeof experienceOutcomes)[number]
export const experiencePreview = z
  .object({
    header: z.array(z.string()),
    columns: z.object(columnsOf<ExperienceColumn>(experienceHeadings)),
    rows: z.array(z.object({ ...listedRow, outcome: z.enum(experienceOutcomes) })),
    counts: z.object({ new: count, changed: count, unchanged: count, refused: count }),
    plan: z.string(),
  })
  .meta({ id: 'ExperienceImport' })

const sentExperiences = sentList<ExperienceColumn>(experienceHeadings)
const sentPlan = z
  .string()
  .max(100)
  .optional()
  .meta({ description: 'The `plan` of a preview: refused with 412 if the outcome would differ now.' })

/** /api/experience_imports */
export const experienceImportApi = new Hono<ApiEnv>()
  .post(
    '/preview',
    only(experiencePolicy.write),
    describe(
      'Preview the import of a list of experiences',
      { 200: experiencePreview },
      'Nothing is written.',
      {
        404: 'No such vineyard in scope.',
      },
    ),
    body(z.strictObject(sentExperiences)),
    async (c) => {
      const { vineyard_id, content, columns } = c.req.valid('json')
      const vineyard = await findManaged(c.var.sql, c.var.by, vineyard_id)
      if (!vineyard) return problem(c, 404, 'Vineyard not found')
      const preview = await previewExperiences(c.var.sql, vineyard, {
        bytes: Uint8Array.fromBase64(content),
        columns,
      })
      return preview.ok ? c.json(preview.value) : refuseSentFile(c, preview.problem)
    },
  )
  .post(
    '/',
    only(experiencePolicy.write),
    describe(
      'Import a list of experiences',
      { 200: experiencePreview },
      'Imports the valid rows, all or none. New experiences are off sale. Rows with a known reference, or else a known title, ' +
        'change only what differs, so importing the same list again changes nothing.',
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

/** Returns the vineyard's id if it exists and these staff manage it. */
export async function findManaged(
  sql: Queryable,
  by: Staff,
  vineyard_id: string,
): Promise<string | undefined> {
  const [vineyard] = await sql<[{ id: string }?]>`
    select id from vineyards where id = ${vineyard_id} and ${inScope(sql, by, 'id')}`
  return vineyard?.id
}
