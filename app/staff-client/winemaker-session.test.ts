import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { addEntry, deleteTodayStorage, readStoredDay, storeDay, storedEntries } from './today-storage.ts'
import { countStoredEntries, signInAsWinemaker, signOutWinemaker } from './winemaker-session.ts'

const storage = new Map<string, string>()
const mia = { session_token: 'token', winemaker_id: 'mia' }

beforeEach(() => {
  storage.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  })
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json([mia])))
})
afterEach(async () => {
  for (const owner of ['gus', 'mia']) await deleteTodayStorage(owner)
  vi.unstubAllGlobals()
})

const add = (key: string, owner: string, refusal: string | null = null) =>
  addEntry({
    key,
    owner,
    refusal,
    kind: 'payment',
    made_at: '2026-06-06T10:05:00Z',
    path: '/api/payments',
    body: { booking: 'CV-1', entry: 'payment', kind: 'card', amount: 35 },
    label: 'Ben Baker: payment, card, £35.00',
    anyway: null,
  })

test('logging out counts and deletes only the entries of the person who logs out', async () => {
  await add('of-gus', 'gus')
  await add('refused-of-gus', 'gus', 'Nothing is due any more.')
  await signInAsWinemaker('mia@example.com', 'password')
  await add('of-mia', 'mia')
  await add('refused-of-mia', 'mia', 'Nothing is due any more.')
  await storeDay({ session: 'any', day: {} })
  expect(await countStoredEntries()).toMatchObject({ unsent: 1, refused: 1 })
  await signOutWinemaker()
  expect((await storedEntries()).map(({ key }) => key)).toEqual(['of-gus', 'refused-of-gus'])
  expect(await readStoredDay()).toBe(undefined)
})

test('while nobody is signed in, counts the entries of everybody', async () => {
  await add('of-gus', 'gus')
  expect(await countStoredEntries()).toMatchObject({ unsent: 1 })
})

test('logging out without a connection ends the sign-in on the server at the next connection', async () => {
  vi.stubGlobal('window', new EventTarget())
  await signInAsWinemaker('mia@example.com', 'password')
  const send = vi.fn().mockRejectedValueOnce(new TypeError('Failed to fetch'))
  vi.stubGlobal('fetch', send.mockResolvedValue(Response.json(null)))
  await signOutWinemaker()
  window.dispatchEvent(new Event('online'))
  window.dispatchEvent(new Event('online'))
  expect(send.mock.calls.map(([path]) => path)).toEqual(Array(2).fill('/api/rpc/logout_winemaker'))
  expect(send.mock.lastCall?.[1]).toMatchObject({ body: '{"session_token_param":"token"}' })
})
