import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'

import {
  addEntry,
  deleteTodayStorage,
  readStoredDay,
  type StoredEntry,
  storeDay,
  storedEntries,
} from '../../staff-client/today-storage.ts'
import { fingerprint } from './send-entry.ts'
import { TodayStore } from './today-store.ts'

const now = '2026-06-06T12:00:00Z'
const day = {
  today: '2026-06-06',
  viewer: { id: 'wyn' },
  vineyard_id: 'hill',
  clock_offset: 0,
  parties: [],
  sessions: [],
  experiences: [],
}

const entry = (key: string, kind: StoredEntry['kind'], body: Record<string, unknown>): StoredEntry => ({
  key,
  kind,
  owner: 'wyn',
  vineyard_id: 'hill',
  made_at: now,
  path: `/api/${kind}`,
  body,
  label: key,
  refusal: null,
  anyway: null,
})

afterEach(async () => {
  for (const owner of ['wyn', 'ada']) await deleteTodayStorage(owner)
  vi.unstubAllGlobals()
})

/** Creates a device with a walk-in over capacity, its mark and payment, and a correction for another party. */
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

test('while a refused walk-in waits for staff, no entry that depends on it is sent', async () => {
  const { store, sent, isFull } = await openDevice()
  await store.sync()
  expect(sent).toEqual(['/api/walk_in', '/api/correction'])
  expect(await refusals()).toEqual([
    ['new', 'The session is full.'],
    ['arrived', null],
    ['paid', null],
  ])
  // The next synchronisation does not send these entries either.
  await store.sync()
  expect(sent).toHaveLength(2)
  isFull.now = false
  await store.insist((await storedEntries())[0]!)
  await store.sync()
  expect(sent.slice(2)).toEqual(['/api/walk_in', '/api/mark', '/api/payment'])
  expect(await refusals()).toEqual([])
})

test('refuses every entry that depends on a walk-in that staff discard', async () => {
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

const party = {
  reference: 'CV-1',
  walk_in_key: null,
  attendance: null,
  status: 'confirmed',
  money: [],
  balance: 0,
}
const mark = (key: string) => entry(key, 'mark', { reference: 'CV-1', attendance: 'arrived', marked_at: now })

/** Returns a browser and the list of its calls. `answers` has a status for each path, or a function that returns it. */
function openBrowser(answers: Record<string, number | (() => number | Promise<number>)> = {}) {
  const calls: string[] = []
  const storage = { token: 'token' as string | null }
  const list = { ...day, now, parties: [party] }
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('localStorage', { getItem: () => storage.token })
  vi.stubGlobal('navigator', { locks: { request: (_: string, act: () => unknown) => act() } })
  vi.stubGlobal('fetch', async (url: string | URL, { method, body }: RequestInit = {}) => {
    const name = method === 'POST' ? String(url) : 'list'
    calls.push(typeof body === 'string' && name === '/api/bookings/walk-ins' ? body : name)
    const answer = answers[name] ?? 200
    const status = typeof answer === 'number' ? answer : await answer()
    if (status === 0) throw new TypeError('Failed to fetch')
    return Response.json(name === 'list' ? list : { title: 'No.' }, { status })
  })
  const time = { now: Date.parse(now) }
  const store = new TodayStore(() => time.now)
  const open = () =>
    (store.state = { ...store.state, day: { ...day, parties: [party] } as never, phase: 'ready' })
  return { store, calls, storage, answers, time, open }
}

/** Starts the store, waits until it has finished loading, then stops its timer and synchronises once. */
async function start(store: TodayStore) {
  const stop = store.start()
  await vi.waitFor(() => expect(store.state.phase).not.toBe('loading'))
  stop()
  await store.sync()
}

test('the store sends no entries until it knows who is signed in, and never sends an entry of another person', async () => {
  const { store, calls, answers } = openBrowser({ list: 503 })
  await addEntry({ ...mark('of-ada'), owner: 'ada' })
  await addEntry(mark('own'))
  await store.sync()
  expect(calls).toEqual(['list'])
  expect(store.state).toMatchObject({ phase: 'unavailable', isOnline: false, problem: { status: 503 } })
  answers.list = 200
  await store.sync()
  expect(calls).toEqual(['list', 'list', '/api/mark', 'list'])
  expect(await refusals()).toEqual([['of-ada', null]])
  expect(store.state).toMatchObject({ phase: 'ready', isOnline: true, problem: null })
})

test('lists unsent sales of colleagues on this device, but no sale of another vineyard', async () => {
  const { store } = openBrowser()
  const sale = (key: string, vineyard_id?: string) => ({
    ...entry(key, 'sale', { kind: 'cash', amount: 12, words: 'Corkscrew', taken_at: now }),
    owner: 'ada',
    vineyard_id,
  })
  await addEntry(sale('colleague', 'hill'))
  await addEntry(sale('foreign', 'valley'))
  await addEntry(sale('older-release'))
  await store.sync()
  expect(store.state.sales.map(({ key }) => key)).toEqual(['colleague', 'older-release'])
})

test('an entry names the vineyard of the list in which it was made', async () => {
  const { store, open } = openBrowser({ '/api/sales': 0 })
  open()
  await store.addSale({ kind: 'cash', amount: 12, words: 'Corkscrew' }, 'Corkscrew')
  expect(await storedEntries()).toMatchObject([{ vineyard_id: 'hill' }])
  await store.sync()
})

test('keeps the order of entries when the connection is lost, and sends the rest later', async () => {
  const { store, calls, answers, open } = openBrowser({ '/api/mark': 0 })
  open()
  await addEntry(mark('first'))
  await addEntry(entry('second', 'payment', { booking: 'CV-1' }))
  await store.sync()
  expect(calls).toEqual(['/api/mark'])
  expect(store.state.isOnline).toBe(false)
  answers['/api/mark'] = 200
  await store.sync()
  expect(calls).toEqual(['/api/mark', '/api/mark', '/api/payment', 'list'])
  expect(store.state.isOnline).toBe(true)
})

test('a walk-in on a device without a connection may overbook, because the party has already come in', async () => {
  const { store, calls, answers, open } = openBrowser({ '/api/bookings/walk-ins': 0 })
  open()
  const session = { experience_id: 'tour', id: 'slot' } as never
  const guest = { number_of_guests: 2, guest_name: null, overbook: false, beyond_limits: false }
  await store.addWalkIn(session, guest)
  await vi.waitFor(() => expect(store.state.isOnline).toBe(false))
  answers['/api/bookings/walk-ins'] = 200
  await store.addWalkIn(session, guest)
  await vi.waitFor(() => expect(calls.at(-1)).toBe('list'))
  const overbooks = calls.flatMap((body) => (body.startsWith('{') ? [JSON.parse(body).overbook] : []))
  // The first walk-in was booked while the device still seemed to be online.
  expect(overbooks).toEqual([false, true, true])
})

test('when the sign-in has ended, the device deletes the parties and stops sending, but keeps the entries', async () => {
  const { store, calls, open } = openBrowser({ '/api/mark': 401 })
  open()
  await storeDay({ session: 'any', day })
  await addEntry(mark('first'))
  await addEntry(entry('second', 'payment', { booking: 'CV-1' }))
  await store.sync()
  expect(calls).toEqual(['/api/mark'])
  expect(store.state).toMatchObject({ phase: 'ended', day: null, parties: [] })
  expect(await readStoredDay()).toBe(undefined)
  expect(await refusals()).toEqual([
    ['first', null],
    ['second', null],
  ])
})

test('the device sends nothing once nobody is signed in', async () => {
  const { store, storage, calls, open } = openBrowser()
  open()
  await addEntry(mark('own'))
  storage.token = null
  await store.sync()
  expect(calls).toEqual([])
  expect(store.state.phase).toBe('ended')
})

test('the device does not store a list that arrives after the person signed out', async () => {
  const { store, storage, answers } = openBrowser()
  answers.list = () => {
    storage.token = null
    return 200
  }
  await store.sync()
  expect(await readStoredDay()).toBe(undefined)
  expect(store.state.parties).toEqual([])
})

test('an entry that was sent is still applied to the list until the list is read again', async () => {
  const { store, open } = openBrowser({ list: 503 })
  open()
  await storeDay({ session: 'any', day: store.state.day })
  await addEntry(mark('first'))
  await store.sync()
  expect(await storedEntries()).toEqual([])
  expect(store.state.parties).toMatchObject([{ reference: 'CV-1', attendance: 'arrived' }])
  expect(await readStoredDay()).toMatchObject({ day: { parties: [{ attendance: 'arrived' }] } })
})

test('several calls during a synchronisation cause exactly one more synchronisation after it', async () => {
  const { store, calls, answers, open } = openBrowser()
  open()
  answers.list = async () => {
    answers.list = 200
    await addEntry(mark('late'))
    void store.sync()
    void store.sync()
    return 200
  }
  await store.sync()
  expect(calls).toEqual(['list', '/api/mark', 'list'])
  await store.sync()
  expect(calls).toHaveLength(4)
})

test('without a connection, the device shows the list that it stored during this sign-in', async () => {
  const { store } = openBrowser({ list: 0 })
  await storeDay({ session: await fingerprint('token'), day: { ...day, parties: [party] } })
  await start(store)
  expect(store.state).toMatchObject({ phase: 'ready', isOnline: false, parties: [{ reference: 'CV-1' }] })
})

test('the device deletes the list that another sign-in stored', async () => {
  const { store } = openBrowser({ list: 0 })
  await storeDay({ session: await fingerprint('of Ada'), day: { ...day, parties: [party] } })
  await start(store)
  expect(store.state).toMatchObject({ phase: 'unavailable', parties: [] })
  expect(await readStoredDay()).toBe(undefined)
})

test('the device deletes the list once its day is over by the server’s clock', async () => {
  const { store, time } = openBrowser({ list: 0 })
  // The server's clock is an hour ahead, so 23:30 on this device is already the next day.
  const ahead = { ...day, clock_offset: 3_600_000, parties: [party] }
  await storeDay({ session: await fingerprint('token'), day: ahead })
  store.state = { ...store.state, day: ahead as never, phase: 'ready' }
  time.now = Date.parse('2026-06-06T21:30:00Z')
  await store.sync()
  expect(store.state.day).not.toBe(null)
  time.now = Date.parse('2026-06-06T22:30:00Z')
  await store.sync()
  expect(store.state).toMatchObject({ day: null, parties: [] })
  expect(await readStoredDay()).toBe(undefined)
})
