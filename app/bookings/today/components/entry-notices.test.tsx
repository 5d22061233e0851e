import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'

import type { StoredEntry } from '../../../staff-client/today-storage.ts'
import type { TodayState } from '../today-state.ts'
import { TodayStore } from '../today-store.ts'
import { EntryNotices, OfflineBar } from './entry-notices.tsx'

const entry = (changes: Partial<StoredEntry>): StoredEntry => ({
  key: crypto.randomUUID(),
  kind: 'mark',
  owner: 'removed',
  made_at: '2026-06-06T10:05:00Z',
  path: '/api/today/marks',
  body: { reference: 'CV-1', attendance: 'arrived' },
  label: 'Ben Baker: Arrived',
  refusal: null,
  anyway: null,
  ...changes,
})
const payment = entry({
  kind: 'payment',
  body: { booking: 'CV-1', entry: 'payment', kind: 'cash', amount: 30 },
  label: 'Ben Baker: £30.00, cash',
})
const refused = entry({ refusal: 'Somebody else has marked this party.' })

function textOf(changes: Partial<TodayState>): string {
  const state = { ...new TodayStore(() => 0).state, ...changes }
  const nothing = () => {}
  const markup = renderToStaticMarkup(
    <>
      <OfflineBar state={state} now={0} />
      <EntryNotices state={state} onForget={nothing} onInsist={nothing} />
    </>,
  )
  return markup.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
}

test('once nobody is signed in, no entry names a guest', () => {
  const text = textOf({ phase: 'ended', entries: [refused, payment] })
  expect(text).not.toContain('Ben Baker')
  expect(text).toContain('An arrival, 11:05 AM, was not recorded.')
})

test('describes each unsent entry before it can be deleted, and says that only the person who made it can send it', () => {
  const walkIn = entry({ kind: 'walk_in', body: { number_of_guests: 2, guest_name: 'Ben Baker' } })
  const sale = entry({ kind: 'sale', body: { amount: 12.5, kind: 'card' } })
  const text = textOf({ phase: 'ended', entries: [payment, walkIn, sale] })
  expect(text).toContain('3 entries have not been sent yet.')
  expect(text).toContain('Only the person who made them can send them, by signing in on this device.')
  expect(text).toContain('A payment of £30.00, cash, 11:05 AM')
  expect(text).toContain('A walk-in of 2 guests, 11:05 AM')
  expect(text).toContain('A sale of £12.50, card, 11:05 AM')
})

const dayOf = (viewer: string, reference = 'CV-1') =>
  ({ viewer: { id: viewer }, parties: [{ reference }], experiences: [{ id: 'tour' }] }) as TodayState['day']

test('names the guest of a refused entry to the person who made it', () => {
  const text = textOf({ phase: 'ready', day: dayOf('removed', 'CV-2'), entries: [refused] })
  expect(text).toContain('Ben Baker: Arrived')
})

test('names the guest of a colleague’s entry only to staff who see the party or the experience today', () => {
  const walkIn = entry({
    kind: 'walk_in',
    body: { experience_id: 'tour', number_of_guests: 2 },
    label: 'Ada, 2 guests',
  })
  const entries = [payment, refused, walkIn]
  const text = textOf({ phase: 'ready', day: dayOf('mia'), entries })
  for (const { label } of entries) expect(text).toContain(`${label}, 11:05 AM`)
  const elsewhere = { viewer: { id: 'mia' }, parties: [], experiences: [] } as unknown as TodayState['day']
  expect(textOf({ phase: 'ready', day: elsewhere, entries })).not.toMatch(/Ben Baker|Ada/)
})

test('offers to record a refused entry anyway only to the person who made it', () => {
  const entries = [{ ...payment, refusal: 'Nothing is due any more.', anyway: { beyond_due: true } }]
  expect(textOf({ phase: 'ready', day: dayOf('removed'), entries })).toContain('Record it anyway')
  expect(textOf({ phase: 'ready', day: dayOf('mia'), entries })).not.toContain('Record it anyway')
  expect(textOf({ phase: 'ended', entries })).not.toContain('Record it anyway')
})

test('offline without a list, says how many entries of the signed-in person will be sent', () => {
  vi.stubGlobal('localStorage', { getItem: () => 'mia' })
  const entries = [payment, { ...payment, owner: 'mia' }]
  const offline = { isOnline: false, entries }
  const text = textOf({ ...offline, phase: 'unavailable' })
  expect(text).toContain('Offline. 1 entry on this device will be sent when the signal returns.')
  expect(textOf({ ...offline, phase: 'ended' })).not.toContain('Offline')
  expect(textOf({ ...offline, phase: 'unavailable', entries: [] })).not.toContain('Offline')
  vi.unstubAllGlobals()
})
