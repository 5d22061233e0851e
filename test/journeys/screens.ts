import type { RouteConfigEntry } from '@react-router/dev/routes'
import { matchRoutes, type RouteObject } from 'react-router'

import routes from '../../app/routes.ts'
import type { RowIds } from '../permissions/world.ts'

type Screen = { file: string; pattern: string }

/** Returns the screens of some routes. Layouts, and files such as calendars and pictures, are left out. */
export function screensIn(entries: RouteConfigEntry[], above = ''): Screen[] {
  return entries.flatMap(({ path, file, index, children }) => {
    const pattern = path ? `${above}/${path}` : above
    if (children) return screensIn(children, pattern)
    const isScreen = (index || path) && file.endsWith('.tsx') && !/\.\w+$/.test(pattern)
    return isScreen ? [{ file, pattern: pattern || '/' }] : []
  })
}

const isStaffs = ({ file }: { file: string }) => /^routes\/(winemaker|admin|staff)\//.test(file)
const visitorScreens = screensIn(routes.filter((route) => !isStaffs(route)))

/** Returns the URL pattern of a path, such as '/vineyard/:id'. */
export function patternOf(path: string): string {
  const matches = matchRoutes(routes as RouteObject[], path.split('?')[0] ?? '') ?? []
  return matches.map(({ route }) => (route.path ? `/${route.path}` : '')).join('') || '/'
}

/** Returns the URL patterns of visitor screens that none of these paths shows. */
export function unvisitedScreens(paths: string[]): string[] {
  const visited = paths.map(patternOf)
  return visitorScreens.map(({ pattern }) => pattern).filter((pattern) => !visited.includes(pattern))
}

/** Returns the screens of a staff area, each with its first URL. */
export function staffScreens(area: 'winemaker' | 'admin'): Screen[] {
  const screens = screensIn(routes.filter(isStaffs)).filter(({ pattern }) => pattern.startsWith(`/${area}/`))
  return screens.filter(({ file }, index) => screens.findIndex((other) => other.file === file) === index)
}

/** For each URL parameter, the table whose row id replaces the parameter. */
const rowOfParameter: Record<string, keyof RowIds> = {
  experienceId: 'experiences',
  customerId: 'customers',
  'vineyards/:id': 'vineyards',
  'bookings/:id': 'bookings',
  'itineraries/:id': 'itineraries',
  'blog/:id': 'blog_posts',
  'webhooks/:id': 'webhooks',
}

/** The screens on which an admin must first choose a vineyard. */
const ofOneVineyard = ['/admin/calendar', '/admin/customers', '/admin/customers/:customerId']

/** Returns the URL of a staff screen with its parameters replaced by `ids`. */
export function urlOf(screen: string, ids: RowIds): string {
  const path = screen.replace(/([\w-]+)\/:(\w+)/g, (_, before, name) => {
    const noun = rowOfParameter[name] ?? rowOfParameter[`${before}/:${name}`]
    if (!noun) throw new Error(`Add :${name} of ${screen} to rowOfParameter`)
    return `${before}/${ids[noun]}`
  })
  return ofOneVineyard.includes(screen) ? `${path}?vineyard_id=${ids.vineyards}` : path
}
