import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { dropTyped, isLeaving, isSignInEnded, leaveFor } from './leaving.tsx'

const stored = new Map<string, string>()
const page = { pathname: '/notes', search: '?page=2', assign: vi.fn(), reload: vi.fn() }

beforeEach(() => {
  stored.clear()
  vi.clearAllMocks()
  vi.stubGlobal('location', page)
  const methods = { removeItem: (name: string) => stored.delete(name) }
  const getOwnPropertyDescriptor = () => ({ enumerable: true, configurable: true })
  vi.stubGlobal(
    'localStorage',
    new Proxy(methods, { ownKeys: () => [...stored.keys()], getOwnPropertyDescriptor }),
  )
})
afterEach(() => vi.unstubAllGlobals())

test('leaving for another page loads that page once, without reloading the current page', () => {
  leaveFor('/notes')
  expect(page.assign).toHaveBeenCalledExactlyOnceWith('/notes')
  expect(page.reload).not.toHaveBeenCalled()
  expect(isLeaving()).toBe(true)
})

test('leaving for the page that is already open reloads the page instead of assigning its address', () => {
  leaveFor('/notes?page=2')
  expect(page.reload).toHaveBeenCalledOnce()
  expect(page.assign).not.toHaveBeenCalled()
})

test('discarding typed text deletes the drafts of this page only, before the page is reloaded', () => {
  const others = ['draft:winemaker:wyn:/notes/7:note', 'draft:winemaker:wyn:/:note', 'theme']
  for (const key of ['draft:winemaker:wyn:/notes:note', 'draft:winemaker:wyn:/notes:tags', ...others])
    stored.set(key, '{}')
  page.reload.mockImplementationOnce(() => expect([...stored.keys()]).toEqual(others))
  dropTyped()
  expect(page.reload).toHaveBeenCalledOnce()
})

test('only a page whose address has the parameter `ended` says that the sign-in has ended', () => {
  const ended = ['?ended', '?from=%2Fnotes&ended=', '', '?from=ended', '?ends'].map((search) =>
    isSignInEnded({ search }),
  )
  expect(ended).toEqual([true, true, false, false, false])
})
