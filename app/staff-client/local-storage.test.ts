import { afterEach, expect, test, vi } from 'vitest'

import { watchStored } from './local-storage.ts'

afterEach(() => vi.unstubAllGlobals())

/** A browser whose other tabs can keep and remove something. */
function browserWith(kept: Record<string, string>) {
  const store = new Map(Object.entries(kept))
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

test('what another tab keeps and removes is told, until nobody watches any more', () => {
  const elsewhere = browserWith({ session: 'a' })
  const told: boolean[] = []
  const stop = watchStored('session', (isKept) => told.push(isKept))
  elsewhere('other', 'b')
  expect(told).toEqual([])
  elsewhere('session', null)
  elsewhere('session', 'c')
  elsewhere(null, null)
  stop()
  elsewhere('session', 'd')
  expect(told).toEqual([false, true, false])
})

test('what has gone before anybody watched is told at once', () => {
  browserWith({})
  const told: boolean[] = []
  watchStored('session', (isKept) => told.push(isKept))
  expect(told).toEqual([false])
})
