import { Hono } from 'hono'
import { z } from 'zod'

import type { ApiEnv } from '../accounts/access.server.ts'
import { describe } from '../platform/api/describe.server.ts'
import { id } from '../platform/api/fields.server.ts'
import { query } from '../platform/api/reading.server.ts'
import { suggest } from './suggestion.server.ts'

/** Longer than any name; what is typed on matches nothing. */
const longestText = 100

const told = { label: z.string(), detail: z.string() }
const place = {
  near: z.string().meta({ description: 'What the list of vineyards calls it.' }),
  latitude: z.number(),
  longitude: z.number(),
}
const suggestionsShape = z
  .object({
    suggestions: z.array(
      z.discriminatedUnion('kind', [
        z.object({ kind: z.enum(['town', 'postcode']), ...told, ...place }),
        z.object({ kind: z.literal('region'), ...told }),
        z.object({ kind: z.literal('vineyard'), id, ...told }),
      ]),
    ),
    hint: z.string().nullable().meta({ description: 'What else would help, as a sentence.' }),
  })
  .meta({ id: 'Suggestions' })

const asked = z.strictObject({
  search: z.string().max(longestText).meta({ description: 'What has been typed so far.' }),
})

/** /api/suggestions */
export const suggestionApi = new Hono<ApiEnv>().get(
  '/',
  describe(
    'What somebody may mean by the beginning of a word',
    { 200: suggestionsShape },
    'Towns and, where they are loaded, postcodes, both with their position; regions; vineyards by name.',
  ),
  query(asked),
  async (c) => {
    // The same for everybody, and a vineyard that is new may be a minute late here.
    c.header('Cache-Control', 'public, max-age=60')
    const text = c.req
      .valid('query')
      .search.normalize('NFC')
      .replace(/\p{Cc}/gu, ' ')
    return c.json(await suggest(c.var.sql, text, c.var.now()))
  },
)
