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

test('if the code of a requested page does not load, loads the page itself, or reports that there is no connection', () => {
  expect(afterFailedLoad('/winemaker/hosts', true)).toEqual({ kind: 'load', to: '/winemaker/hosts' })
  expect(afterFailedLoad('/winemaker/hosts', false)).toEqual({ kind: 'offline', to: '/winemaker/hosts' })
})

test('if other code does not load, offers a newer version of the site, or shows nothing without a connection', () => {
  expect(afterFailedLoad(null, true)).toEqual({ kind: 'newer' })
  expect(afterFailedLoad(null, false)).toBe(null)
})
