import type { RouteConfigEntry } from '@react-router/dev/routes'
import { matchRoutes, type RouteObject } from 'react-router'

import routes from '../../app/routes.ts'

type Screen = { file: string; pattern: string }

/** The screens of some routes: no files such as calendars and pictures, and no layouts. */
function screensIn(entries: RouteConfigEntry[], above = ''): Screen[] {
  return entries.flatMap(({ path, file, index, children }) => {
    const pattern = path ? `${above}/${path}` : above
    if (children) return screensIn(children, pattern)
    const isScreen = (index || path) && file.endsWith('.tsx') && !/\.\w+$/.test(pattern)
    return isScreen ? [{ file, pattern: pattern || '/' }] : []
  })
}

const isStaffs = ({ file }: { file: string }) => /^routes\/(winemaker|admin|staff)\//.test(file)
const visitorScreens = screensIn(routes.filter((route) => !isStaffs(route)))

/** The URL patterns of visitor screens that none of these paths leads to. */
export function unvisitedScreens(paths: string[]): string[] {
  const visited = paths.map((path) => {
    const matches = matchRoutes(routes as RouteObject[], path.split('?')[0] ?? '') ?? []
    return matches.map(({ route }) => (route.path ? `/${route.path}` : '')).join('') || '/'
  })
  return visitorScreens.map(({ pattern }) => pattern).filter((pattern) => !visited.includes(pattern))
}

/** The screens of a staff area. Of a screen with several URLs, the first. */
export function staffScreens(area: 'winemaker' | 'admin'): Screen[] {
  const screens = screensIn(routes.filter(isStaffs)).filter(({ pattern }) => pattern.startsWith(`/${area}/`))
  return screens.filter(({ file }, index) => screens.findIndex((other) => other.file === file) === index)
}
