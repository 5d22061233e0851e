import type { RouteConfigEntry } from '@react-router/dev/routes'

import routes from '../app/routes.ts'
import { requestOf } from './permissions/requests.ts'
import type { RowIds } from './permissions/world.ts'

/** Returns the URL patterns of routes, such as '/vineyard/:id'. */
export function patternsOf(entries: RouteConfigEntry[], above = ''): string[] {
  return entries.flatMap(({ path, index, children = [] }) => {
    const here = path ? `${above}/${path}` : above
    const below = patternsOf(children, here)
    return path !== undefined || index ? [here || '/', ...below] : below
  })
}

/** Returns every visitor page, with its URL pattern and with its path for these rows. */
export function publicPages(things: RowIds): { pattern: string; path: string }[] {
  const visitors = routes.filter(({ file }) => !file.startsWith('staff/') && !file.includes('/staff-'))
  return [...new Set(patternsOf(visitors))].map((pattern) => ({
    pattern,
    path: requestOf(`page ${pattern}`, things).path,
  }))
}
