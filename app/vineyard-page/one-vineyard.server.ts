import { data, href, type RouterContextProvider } from 'react-router'
import { attempt } from '../platform/attempt.server.ts'
import { database, log } from '../platform/context.ts'
import type { Sql } from '../platform/database.server.ts'
import { isId } from '../platform/ids.ts'
import { findVisibleVineyard } from '../vineyards/vineyard.server.ts'
import type { Vineyard } from '../vineyards/vineyard.ts'

/**
 * The visible vineyard a page is about, and what else the page reads beside it. Throws the page's refusals: 404
 * for an id that is unknown, malformed or hidden, 503 when the database can not say.
 */
export async function readVineyard<Also>(
  context: Readonly<RouterContextProvider>,
  id: string,
  also: (sql: Sql, id: string) => Promise<Also>,
): Promise<[Vineyard, Also]> {
  if (!isId(id)) throw notFound()
  const sql = context.get(database)
  const read = await attempt(context.get(log), 'A vineyard could not be read', () =>
    Promise.all([findVisibleVineyard(sql, id), also(sql, id)]),
  )
  if (!read.ok) throw failedToLoad(id)
  const [vineyard, beside] = read.value
  if (!vineyard) throw notFound()
  return [vineyard, beside]
}

/** For a page that needs nothing else. */
export const nothingElse = async () => null

function notFound() {
  const words = { title: 'Vineyard Not Found', message: 'Vineyard not found' }
  return data({ ...words, to: href('/explore'), label: 'Back to Explore' }, { status: 404 })
}

function failedToLoad(id: string) {
  const words = { message: 'Failed to load vineyard details', label: 'Try Again' }
  return data({ ...words, to: href('/vineyard/:id', { id }) }, { status: 503 })
}
