import { z } from 'zod'

import { id, line } from '../../platform/api/fields.server.ts'
import { type ExperienceColumn, experienceHeadings, longestImport } from '../lists/columns.ts'

export const count = z.int().min(0)
const column = z.int().min(0).max(longestImport.columns).nullable()

/** Returns the shape of a list's columns, by field. */
export function columnsOf<Field extends string>(headings: Record<Field, unknown>) {
  const fields = Object.keys(headings) as [Field, ...Field[]]
  return Object.fromEntries(fields.map((field) => [field, column])) as Record<Field, typeof column>
}

/** Returns the shape of the counts of a preview's rows by outcome. */
export function countsOf<Outcome extends string>(outcomes: readonly Outcome[]) {
  return z.object(
    Object.fromEntries(outcomes.map((outcome) => [outcome, count])) as Record<Outcome, typeof count>,
  )
}

/** Returns the fields of a request that contain a file. */
export function sentFile(description: string) {
  return {
    name: line(200).describe("The file's name."),
    content: z
      .base64('must be the bytes of the file in base64')
      .max(Math.ceil(longestImport.bytes / 3) * 4 + 4, 'must be at most 2 MB')
      .meta({ description }),
  }
}

/** Returns the shape of a request that previews or imports a list. */
export function sentList<Field extends string>(headings: Record<Field, unknown>) {
  return {
    vineyard_id: id,
    ...sentFile('The bytes of a CSV file in base64, at most 2 MB and 10,000 rows. The file is not stored.'),
    columns: z
      .strictObject(columnsOf(headings))
      .partial()
      .optional()
      .describe(
        'For each field, the number of its column, counted from 0; null ignores the field. All other fields are found by their headings.',
      ),
  }
}

/** A row of the file in a preview. */
export const listedRow = {
  line: z.int().describe('The line on which the row begins. The file begins with line 1.'),
  name: z.string(),
  notes: z.array(z.string()).describe('Sentences about what changes, or why the row is refused.'),
  id: id.nullable(),
}

export const experienceOutcomes = ['new', 'changed', 'unchanged', 'refused'] as const
export type ExperienceOutcome = (typeof experienceOutcomes)[number]
export const experiencePreview = z
  .object({
    header: z.array(z.string()),
    columns: z.object(columnsOf<ExperienceColumn>(experienceHeadings)),
    rows: z.array(z.object({ ...listedRow, outcome: z.enum(experienceOutcomes) })),
    counts: countsOf(experienceOutcomes),
    plan: z.string(),
  })
  .meta({ id: 'ExperienceImport' })

export const sentExperiences = sentList<ExperienceColumn>(experienceHeadings)
export const sentPlan = z
  .string()
  .max(100)
  .optional()
  .describe('The `plan` of a preview. The answer is 412 if the outcome would now differ.')
