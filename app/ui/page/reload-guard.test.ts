import { expect, test } from 'vitest'

import { afterFailedLoad, isByTheRouter } from './reload-guard.tsx'

/** Returns whether a reload by the router is stopped. `changes` and `to` replace parts of the event and of its destination. */
function isStopped(changes: Partial<NavigateEvent> = {}, to: Partial<NavigationDestination> = {}) {
  const destination = {
    url: 'https://site.test/winemaker',
    sameDocument: false,
    ...to,
  } as NavigationDestination
  const reload = {
    cancelable: true,
    userInitiated: false,
    navigationType: 'reload',
    downloadRequest: null,
  } as const
  return isByTheRouter({ ...reload, destination, ...changes }, 'https://site.test')
}

test('stops only page loads that the router started', () => {
  expect(isStopped()).toBe(true)
  expect(isStopped({ navigationType: 'push' })).toBe(true)
  expect(isStopped({ userInitiated: true })).toBe(false)
  expect(isStopped({ cancelable: false })).toBe(false)
  expect(isStopped({ downloadRequest: 'bookings.csv' })).toBe(false)
  expect(isStopped({ navigationType: 'traverse' })).toBe(false)
  expect(isStopped({}, { sameDocument: true })).toBe(false)
  expect(isStopped({}, { url: 'https://other.test/winemaker' })).toBe(false)
})

test('when code for a requested page fails to load, loads the page if the site is reachable, and otherwise reports no connection', () => {
  expect(afterFailedLoad('/winemaker/hosts', true)).toEqual({ kind: 'load', to: '/winemaker/hosts' })
  expect(afterFailedLoad('/winemaker/hosts', false)).toEqual({ kind: 'offline', to: '/winemaker/hosts' })
})

test('when code fails to load while no page is being opened, offers a newer version if the site is reachable, and otherwise nothing', () => {
  expect(afterFailedLoad(null, true)).toEqual({ kind: 'newer' })
  expect(afterFailedLoad(null, false)).toBe(null)
})
