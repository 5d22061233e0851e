import { Hono } from 'hono'
import { z } from 'zod'

import type { ApiEnv } from '../../people/sign-in/access.server.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { query } from '../../platform/api/reading.server.ts'
import { cleanLine } from '../../platform/text/text.ts'
import { suggest, suggestionList } from './suggestion.server.ts'

/** The longest text that gets suggestions, in characters. No name is as long. */
const maxLength = 100

const suggestionQuery = z.strictObject({
  // An unfinished or meaningless text gets no suggestions. It is not refused, because visitors are still typing.
  search: z
    .string()
    .max(maxLength)
    .overwrite((text) => cleanLine(text.replace(/\p{Cc}/gu, ' ')))
    .meta({ format: 'line', description: 'The text typed so far.' }),
})

/** /api/suggestions */
export const suggestionApi = new Hono<ApiEnv>().get(
  '/',
  describe(
    'Suggest meanings of a typed text',
    { 200: suggestionList },
    'Suggests areas such as Wales, towns and postcodes with their position, regions, and vineyards by name.',
  ),
  query(suggestionQuery),
  async (c) => {
    // The answer is the same for everybody. A new vineyard may appear a minute late.
    c.header('Cache-Control', 'public, max-age=60')
    return c.json(await suggest(c.var.sql, c.req.valid('query').search))
  },
)
