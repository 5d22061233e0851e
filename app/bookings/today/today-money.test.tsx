import 'fake-indexeddb/auto'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'

import { deleteTodayStorage, storedEntries } from '../../staff-client/today-storage.ts'
import { PartyRow } from './components/party-row.tsx'
import type { TodayParty } from './today.ts'
import type { MoneyBody } from './today-entries.ts'
import { TodayStore } from './today-store.ts'

const now = '2026-06-06T12:00:00.000Z'
const ada = {
  reference: 'CV-7K3M-2Q',
  walk_in_key: null,
  guest_name: 'Ada',
  number_of_guests: 2,
  status: 'confirmed',
  attendance: 'arrived',
  arrived_guests: null,
  called_off_at: null,
  booking_date: '2026-06-06',
  tags: [],
  due: 108,
  balance: 108,
  money: [] as TodayParty['money'],
} as unknown as TodayParty

afterEach(async () => {
  await deleteTodayStorage('wyn')
  vi.unstubAllGlobals()
})

/** Creates a device on which Ada has arrived and £108.00 is due by its list. The server says that nothing is due. */
function openGate() {
  const sent: MoneyBody['entry'][] = []
  const connection = { online: false }
  vi.stubGlobal('localStorage', { getItem: () => 'token' })
  vi.stubGlobal('navigator', { locks: { request: (_: string, act: () => unknown) => act() } })
  vi.stubGlobal('fetch', (_: string, { body }: RequestInit = {}) => {
    if (typeof body !== 'string' || !connection.online)
      return Promise.reject(new TypeError('Failed to fetch'))
    const money = JSON.parse(body) as MoneyBody
    sent.push(money.entry)
    return Promise.resolve(
      money.entry === 'payment' && !money.beyond_due
        ? Response.json({ title: 'Nothing is due any more.', available: 0 }, { status: 409 })
        : Response.json({}),
    )
  })
  const store = new TodayStore(() => Date.parse(now))
  const day = {
    today: '2026-06-06',
    viewer: { id: 'wyn' },
    vineyard_id: 'hill',
    clock_offset: 0,
    parties: [ada],
  }
  store.state = { ...store.state, day: day as never, parties: [ada], phase: 'ready' }
  const shown = () => store.state.parties[0]!
  const add = (party: TodayParty, entry: MoneyBody['entry'], amount = 108) =>
    store.addMoney(party, { entry, amount, kind: 'card' }, entry)
  return { store, sent, connection, shown, add }
}

const stored = async () =>
  (await storedEntries()).map(({ body, refusal, anyway }) => [body.entry ?? 'correction', refusal, anyway])

test('a double tap records a payment, its refund and its Undo only once', async () => {
  const { store, shown, add } = openGate()
  const twice = (press: (party: TodayParty) => Promise<void>) => {
    const party = shown()
    return Promise.all([press(party), press(party)])
  }
  await twice((party) => add(party, 'payment'))
  expect(shown()).toMatchObject({ due: 0, money: [{ entry: 'payment', amount: 108 }] })
  await twice((party) => add(party, 'refund'))
  expect(shown().money).toHaveLength(2)
  await twice((party) => store.undoMoney(party, party.money[1]!.key, 'undo'))
  expect(shown()).toMatchObject({ due: 0, money: [{ entry: 'payment' }] })
  expect((await stored()).map(([entry]) => entry)).toEqual(['payment', 'refund', 'correction'])
})

test('a payment of more than is due is recorded only in a second step, also without a connection', async () => {
  const { store, shown, add } = openGate()
  await add(shown(), 'payment', 120)
  expect(shown()).toMatchObject({ due: 108, money: [] })
  expect(await stored()).toEqual([['payment', 'Only £108.00 is due.', { beyond_due: true }]])
  await store.insist((await storedEntries())[0]!)
  expect(shown().due).toBe(-12)
  expect((await storedEntries())[0]!.body).toMatchObject({ amount: 120, beyond_due: true })
})

test('refuses the refund of a waiting payment that the server refuses, until staff record each of them anyway', async () => {
  const { store, sent, connection, shown, add } = openGate()
  await add(shown(), 'payment')
  await add(shown(), 'refund')
  connection.online = true
  await store.sync()
  expect(sent).toEqual(['payment'])
  expect(await stored()).toEqual([
    ['payment', 'Nothing is due any more.', { beyond_due: true }],
    ['refund', 'It followed a payment that was not recorded.', {}],
  ])
  for (const entry of await storedEntries()) await store.insist(entry)
  await store.sync()
  expect(sent).toEqual(['payment', 'payment', 'refund'])
  expect(await stored()).toEqual([])
})

test('a party’s card lists payments, refunds and discounts, each with Undo, also once the party has cancelled', () => {
  const entry = (key: string, entry: MoneyBody['entry'], amount: number) => ({
    key,
    entry,
    kind: null,
    amount,
    taken_at: now,
  })
  const money = [entry('a', 'payment', 108), entry('b', 'refund', 20), entry('c', 'discount', 5)]
  for (const status of ['confirmed', 'cancelled'] as const) {
    const party = { ...ada, status, due: 0, money }
    const row = <PartyRow party={party} store={new TodayStore(() => 0)} now={Date.parse(now)} opens={false} />
    const text = renderToStaticMarkup(row).replace(/<[^>]*>/g, '')
    for (const line of ['Paid £108.00', 'Refund £20.00', 'Discount £5.00']) expect(text).toContain(line)
    expect(text.match(/Undo (payment|refund|discount), £/g)).toHaveLength(3)
  }
})
