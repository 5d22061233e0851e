import type { RouteConfigEntry } from '@react-router/dev/routes'

import routes from '../../app/routes.ts'
import type { Things } from '../permissions/world.ts'

/** Which thing a parameter of an address names. */
const named: Record<string, keyof Things> = {
  experienceId: 'experiences',
  customerId: 'customers',
  'vineyards/:id': 'vineyards',
  'bookings/:id': 'bookings',
  'itineraries/:id': 'itineraries',
  'blog/:id': 'blog_posts',
}

/** Every screen of an area by its file, at the first address that shows it. */
export function screensOf(area: string): Map<string, string> {
  const screens = new Map<string, string>()
  const walk = (entries: RouteConfigEntry[], above: string) => {
    for (const { path, file, index, children } of entries) {
      const here = path ? `${above}/${path}` : above
      if (children) walk(children, here)
      else if ((index || path) && here.startsWith(`/${area}/`) && !screens.has(file)) screens.set(file, here)
    }
  }
  // The sign-in pages are visitors' pages.
  walk(
    routes.filter(({ file }) => file !== 'site/layout.tsx'),
    '',
  )
  return screens
}

/** The address of a screen, with the ids of `things` in it. */
export function addressOf(screen: string, things: Things): string {
  return screen.replace(/([\w-]+)\/:(\w+)/g, (_, before, name) => {
    const noun = named[name] ?? named[`${before}/:${name}`]
    if (!noun) throw new Error(`Say in \`named\` what stands for :${name} in ${screen}`)
    return `${before}/${things[noun]}`
  })
}
