import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'

import {
  addEntry,
  deleteTodayStorage,
  type StoredEntry,
  storedEntries,
} from '../../staff-client/today-storage.ts'
import { TodayStore } from './today-store.ts'

const now = '2026-06-06T12:00:00Z'
const day = {
  today: '2026-06-06',
  viewer: { id: 'wyn' },
  clock_offset: 0,
  parties: [],
  sessions: [],
  experiences: [],
}

const entry = (key: string, kind: StoredEntry['kind'], body: Record<string, unknown>): StoredEntry => ({
  key,
  kind,
  owner: 'wyn',
  made_at: now,
  path: `/api/${kind}`,
  body,
  label: key,
  refusal: null,
  anyway: null,
})

afterEach(async () => {
  await deleteTodayStorage()
  vi.unstubAllGlobals()
})

/** A device with a walk-in that does not fit, a mark and a payment of that party, and a payment of another party. */
async function openDevice() {
  const sent: string[] = []
  const isFull = { now: true }
  vi.stubGlobal('localStorage', { getItem: () => 'token' })
  vi.stubGlobal('navigator', { locks: { request: (_: string, act: () => unknown) => act() } })
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
    if (init?.method !== 'POST') return Promise.resolve(Response.json({ title: 'Away' }, { status: 503 }))
    sent.push(path)
    const refuses = path === '/api/walk_in' && isFull.now
    const body = refuses ? { title: 'The session is full.', remaining: 0 } : {}
    return Promise.resolve(Response.json(body, { status: refuses ? 409 : 200 }))
  })
  await addEntry(
    entry('new', 'walk_in', { experience_id: 'tour', slot: 'one', number_of_guests: 2, taken_at: now }),
  )
  await addEntry(entry('arrived', 'mark', { reference: 'new' }))
  await addEntry(entry('paid', 'payment', { booking: 'new' }))
  await addEntry(entry('other', 'correction', { booking: 'CV-1' }))
  const store = new TodayStore(() => Date.parse(now))
  store.state = { ...store.state, day: day as never, phase: 'ready' }
  return { store, sent, isFull }
}

const refusals = async () => (await storedEntries()).map(({ key, refusal }) => [key, refusal])

test('sends nothing that depends on a refused walk-in until staff record it anyway', async () => {
  const { store, sent, isFull } = await openDevice()
  await store.sync()
  expect(sent).toEqual(['/api/walk_in', '/api/correction'])
  expect(await refusals()).toEqual([
    ['new', 'The session is full.'],
    ['arrived', null],
    ['paid', null],
  ])
  // The next exchange still waits.
  await store.sync()
  expect(sent).toHaveLength(2)
  isFull.now = false
  await store.insist((await storedEntries())[0]!)
  await store.sync()
  expect(sent.slice(2)).toEqual(['/api/walk_in', '/api/mark', '/api/payment'])
  expect(await refusals()).toEqual([])
})

test('refuses what depends on a walk-in that staff leave out', async () => {
  const { store, sent } = await openDevice()
  await store.sync()
  await store.forget('new')
  await store.sync()
  expect(sent).toHaveLength(2)
  expect(await refusals()).toEqual([
    ['arrived', 'The walk-in was not recorded.'],
    ['paid', 'The walk-in was not recorded.'],
  ])
})
