import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'

import routes from '../../routes.ts'
import { homeOf, menuOf, refusalAt, winemakerPages } from './winemaker-pages.tsx'

const labels = (role: Parameters<typeof menuOf>[0]) => menuOf(role, 0).map(({ label }) => label)

test('the menu has only pages that the role may open', () => {
  expect(labels('owner')).toEqual([
    'Dashboard',
    'Today',
    'Bookings',
    'Calendar',
    'Experiences',
    'Customers',
    'Till',
    'Vineyard',
    'Reviews',
    'Reports',
    'Team',
    'Integrations',
    'Sync',
  ])
  expect(labels('manager')).toEqual([
    'Dashboard',
    'Today',
    'Bookings',
    'Calendar',
    'Experiences',
    'Customers',
    'Till',
    'Vineyard',
    'Reviews',
    'Reports',
  ])
  expect(labels('gate')).toEqual(['Today'])
  expect([homeOf('owner').label, homeOf('gate').label]).toEqual(['Dashboard', 'Today'])
})

test('every page of the winemaker area has a policy', () => {
  const paths = (entries: RouteConfigEntry[]): string[] =>
    entries.flatMap(({ path, children = [] }) => [...(path ? [`/${path}`] : []), ...paths(children)])
  // Every role may open the login and the account page.
  const open = ['/winemaker/login', '/winemaker/account']
  const own = paths(routes).filter((path) => path.startsWith('/winemaker/') && !open.includes(path))
  expect(own.length).toBeGreaterThan(15)
  expect(
    own.filter((path) => !winemakerPages.some(({ to }) => path === to || path.startsWith(`${to}/`))),
  ).toEqual([])
})

test('a policy that refuses a page also refuses every page below that page', () => {
  expect(refusalAt('/winemaker/customers/x', 'gate')).toBe(
    'Only owners and managers can do this. Please ask an owner or manager of your vineyard.',
  )
  expect(refusalAt('/winemaker/today', 'gate')).toBeNull()
  expect(refusalAt('/winemaker/team', 'manager')).toBe(
    'Only owners can do this. Please ask an owner of your vineyard.',
  )
})
