import type { z } from 'zod'

import { dayOf } from '../../platform/days.ts'
import { addPounds, formatMoney } from '../../platform/money.ts'
import { countOf } from '../../platform/text/counts.ts'
import { dueOf, entryLabels, kindLabels } from '../payments/payment.ts'
import type { newPayment } from '../payments/payment.shapes.ts'
import type { StoredEntry } from '../../staff-client/today-storage.ts'
import type { newMark, walkIn } from './today-entries.shapes.ts'
import { isExpected, type KeptDay, type SaleToday, type TodayParty } from './today.ts'

/*
 * The bodies of entries that staff record at the gate. An entry names its party by the reference. A walk-in is named by its
 * idempotency key, because it has no reference until it is sent.
 */

export type MarkBody = Required<z.input<typeof newMark>>
export type WalkInBody = Required<z.input<typeof walkIn>>

/** The fields that make the server accept a walk-in beyond the places or the limits. */
export const onPurpose = { overbook: true, beyond_limits: true }

/** A payment, refund or discount. With `beyond_due`, the server also records more than the amount due. */
export type MoneyBody = z.input<typeof newPayment> & { amount: number; taken_at: string }

/** The correction of a payment, refund or discount. `corrects` is the key of the entry that was wrong. */
export type CorrectionBody = { booking: string; corrects: string; taken_at: string }

/** A sale without a booking, and its correction. */
export type SaleBody = Omit<SaleToday, 'key'>
export type SaleCorrectionBody = Omit<CorrectionBody, 'booking'>

/** The body of the entry that undoes a walk-in. */
export type WalkInUndoBody = { booking: string }

/** Returns the reference or key of an entry's party, or null for sales and walk-ins, which name no existing party. */
export function partyIn({ kind, body }: Pick<StoredEntry, 'kind' | 'body'>): string | null {
  if (kind === 'walk_in' || kind.startsWith('sale')) return null
  return kind === 'mark' ? (body as MarkBody).reference : (body as MoneyBody).booking
}

/** Returns whether a name from `partyIn` names the party. */
export const isNamed = ({ reference, walk_in_key }: TodayParty, name: string) =>
  reference === name || walk_in_key === name

/** Returns whether a waiting entry is the correction of a payment, or a refund to the party that paid. */
export function givesBack({ kind, body, refusal }: StoredEntry, payment: StoredEntry): boolean {
  if (refusal !== null || payment.kind !== 'payment' || payment.body.entry !== 'payment') return false
  if (kind === 'correction') return body.corrects === payment.key
  return kind === 'payment' && body.entry === 'refund' && body.booking === payment.body.booking
}

/** The refusal of an entry that undoes or refunds a payment that was refused. Staff may record the entry in a second step. */
export const unpaid = { refusal: 'It followed a payment that was not recorded.', anyway: {} }

/** Returns an entry in words without a name, such as 'A payment of £30.00, cash', for people who may not see the parties. */
export function describeWithoutName({ kind, body }: Pick<StoredEntry, 'kind' | 'body'>): string {
  switch (kind) {
    case 'mark': {
      const { attendance } = body as MarkBody
      return attendance === null ? 'An undone mark' : attendance === 'arrived' ? 'An arrival' : 'A no-show'
    }
    case 'walk_in':
      return `A walk-in of ${countOf((body as WalkInBody).number_of_guests, 'guest')}`
    case 'walk_in_undo':
      return 'An undone walk-in'
    case 'payment':
    case 'sale': {
      const { amount, kind: by } = body as Pick<MoneyBody, 'amount' | 'kind'>
      const entry = kind === 'sale' ? 'sale' : (body as MoneyBody).entry
      const money = entry === 'keep' ? 'Money kept' : `A ${entryLabels[entry].toLowerCase()}`
      return `${money} of ${formatMoney(amount, 'GBP')}${by ? `, ${kindLabels[by].toLowerCase()}` : ''}`
    }
    case 'correction':
      return 'A correction of money'
    case 'sale_correction':
      return 'A correction of a sale'
  }
}

/** Returns a mark of a party. The time of the mark is `now`, or just after the replaced mark if the replaced mark is later. */
export function markOf(
  { reference, marked_at: seen_at }: Pick<TodayParty, 'reference' | 'marked_at'>,
  { attendance, arrived_guests }: Pick<TodayParty, 'attendance' | 'arrived_guests'>,
  now: number,
): MarkBody {
  const earliest = seen_at === null ? 0 : Date.parse(seen_at) + 1
  return {
    reference,
    attendance,
    arrived_guests,
    marked_at: new Date(Math.max(now, earliest)).toISOString(),
    seen_at,
  }
}

/** Returns the parties as they will be once the waiting entries are sent. An entry that was already sent counts once. */
export function applyEntries(
  day: Pick<KeptDay, 'parties' | 'sessions' | 'experiences'>,
  entries: readonly StoredEntry[],
): TodayParty[] {
  return entries
    .filter(({ refusal }) => refusal === null)
    .reduce((parties, entry) => {
      if (entry.kind !== 'walk_in') {
        const name = partyIn(entry)
        if (name === null) return parties
        return parties.map((party) =>
          isNamed(party, name) ? withDue({ ...party, ...changesBy(entry, party) }) : party,
        )
      }
      const body = entry.body as WalkInBody
      return parties.some(({ walk_in_key }) => walk_in_key === entry.key)
        ? parties
        : [...parties, walkInOf(day, entry.key, body)]
    }, day.parties)
}

/** Returns the parties and sales as they will be once the waiting entries are sent. */
export function applyAll(day: KeptDay, entries: readonly StoredEntry[]) {
  // Somebody of another vineyard may have signed in on this device before. Entries of an older release name no vineyard.
  const own = entries.filter(({ vineyard_id = day.vineyard_id }) => vineyard_id === day.vineyard_id)
  return { parties: applyEntries(day, own), sales: applySales(day, own) }
}

/** Returns the sales as they will be once the waiting entries are sent. */
export function applySales(
  { sales = [] }: Partial<Pick<KeptDay, 'sales'>>,
  entries: readonly StoredEntry[],
): SaleToday[] {
  return entries
    .filter(({ refusal }) => refusal === null)
    .reduce((list, { kind, key, body }) => {
      if (kind === 'sale' && !list.some((sale) => sale.key === key))
        return [...list, { ...(body as SaleBody), key }]
      const corrected = kind === 'sale_correction' ? (body as SaleCorrectionBody).corrects : null
      return list.filter((sale) => sale.key !== corrected)
    }, sales)
}

function changesBy({ kind, key, body }: StoredEntry, { money, balance }: TodayParty): Partial<TodayParty> {
  if (kind === 'mark') {
    const { attendance, arrived_guests, marked_at } = body as MarkBody
    return { attendance, arrived_guests, marked_at, overruled: null }
  }
  if (kind === 'walk_in_undo') return { status: 'cancelled' }
  if (kind === 'payment') {
    if (money.some((each) => each.key === key)) return {}
    const { entry, kind: by = null, amount, taken_at } = body as MoneyBody
    const added = { key, entry, kind: by, amount, taken_at }
    return { money: [...money, added], balance: addPounds([balance, effectOn(added)]) }
  }
  const { corrects } = body as CorrectionBody
  const corrected = money.find((each) => each.key === corrects)
  return corrected
    ? {
        money: money.filter((each) => each !== corrected),
        balance: addPounds([balance, -effectOn(corrected)]),
      }
    : {}
}

/** Returns by how many pounds an entry raises the amount due from a party that comes. */
function effectOn({ entry, amount }: Pick<TodayParty['money'][number], 'entry' | 'amount'>): number {
  if (entry === 'keep') return 0
  return entry === 'refund' ? amount : -amount
}

/** Returns the price of a party before discounts, in pounds. */
export function priceOf({ balance, money }: Pick<TodayParty, 'balance' | 'money'>): number {
  return addPounds([balance, ...money.map((entry) => -effectOn(entry))])
}

function withDue(party: TodayParty): TodayParty {
  const visit = !isExpected(party) ? 'off' : party.attendance === 'no_show' ? 'no_show' : 'counts'
  return { ...party, due: dueOf({ price: priceOf(party), visit }, party.money) }
}

function walkInOf(
  { sessions, experiences }: Pick<KeptDay, 'sessions' | 'experiences'>,
  key: string,
  { experience_id, slot, number_of_guests, guest_name, taken_at }: WalkInBody,
): TodayParty {
  const session = sessions.find(({ id }) => id === slot)
  const price = experiences.find(({ id }) => id === experience_id)?.price_per_person ?? 0
  const balance = addPounds(Array.from({ length: number_of_guests }, () => price))
  const day = session?.slot_date ?? dayOf(new Date(taken_at))
  return {
    reference: key,
    walk_in_key: key,
    experience_id,
    booking_date: day,
    // On a day without open sessions, `slot` is the day and time of the walk-in instead of the id of a session.
    start_time: session ? session.start_time : (slot.split('T')[1] ?? null),
    ends_on: day,
    guest_name: guest_name ?? 'Walk-in',
    number_of_guests,
    status: 'confirmed',
    special_requests: '',
    staff_notes: '',
    customer_note: '',
    tags: [],
    attendance: 'arrived',
    called_off_at: null,
    arrived_guests: null,
    marked_at: taken_at,
    overruled: null,
    due: balance,
    paid: 0,
    balance,
    money: [],
  }
}
