import { afterEach, expect, test, vi } from 'vitest'

import { watchStored } from './local-storage.ts'
import { formerSessionHeaders } from './sign-in-headers.ts'

afterEach(() => vi.unstubAllGlobals())

/** Stubs a browser. Returns a function that changes the browser's storage as another tab would. */
function stubBrowser(initial: Record<string, string>) {
  const store = new Map(Object.entries(initial))
  const tab = new EventTarget()
  vi.stubGlobal('localStorage', { getItem: (key: string) => store.get(key) ?? null })
  vi.stubGlobal('window', tab)
  return (key: string | null, value: string | null) => {
    if (key === null) store.clear()
    else if (value === null) store.delete(key)
    else store.set(key, value)
    tab.dispatchEvent(Object.assign(new Event('storage'), { key }))
  }
}

test('reports each time that another tab stores or removes the value, until the caller stops watching', () => {
  const changeElsewhere = stubBrowser({ session: 'a' })
  const reports: boolean[] = []
  const stop = watchStored('session', (isStored) => reports.push(isStored))
  changeElsewhere('other', 'b')
  expect(reports).toEqual([])
  changeElsewhere('session', null)
  changeElsewhere('session', 'c')
  changeElsewhere(null, null)
  stop()
  changeElsewhere('session', 'd')
  expect(reports).toEqual([false, true, false])
})

test('reports immediately if the value is already absent', () => {
  stubBrowser({})
  const reports: boolean[] = []
  watchStored('session', (isStored) => reports.push(isStored))
  expect(reports).toEqual([false])
})

test('sends the header about a former sign-in only if the browser had a sign-in', () => {
  expect(formerSessionHeaders('token')).toEqual({ 'Former-Session': 'token' })
  expect([formerSessionHeaders(null), formerSessionHeaders(undefined), formerSessionHeaders('')]).toEqual([
    {},
    {},
    {},
  ])
})
