import { z } from 'zod'

import { id } from '../../platform/api/fields.server.ts'
import { countsOf, sentFile } from '../experiences/experience-import.shapes.ts'
import { importFields, outcomes } from './import-format.ts'

const field = z.enum(importFields)

/** A row and its outcome. For a new vineyard, `vineyard_id` is null until the import. */
export type ImportLine = ImportPreview['rows'][number]
/** The preview of an import. `plan` is a hash of the outcomes. An import with this `plan` is refused if they would differ. */
export type ImportPreview = z.infer<typeof importPreview>
export const importPreview = z
  .object({
    rows: z.array(
      z.object({
        line: z.int().describe('The line on which the row begins. The file begins with line 1.'),
        name: z.string(),
        outcome: z.enum(outcomes),
        vineyard_id: id.nullable(),
        fills: z.array(field).describe('The empty fields of a known vineyard that the row fills.'),
        reasons: z.array(z.object({ field: field.nullable(), said: z.string(), fix: z.string() })),
      }),
    ),
    counts: countsOf(outcomes),
    ignored: z.array(z.string()).describe('Columns that are not imported.'),
    plan: z.string(),
  })
  .meta({ id: 'VineyardImport' })

export const sentVineyards = sentFile('The bytes of a CSV file in base64, at most 2 MB and 5,000 rows.')
