import { bookingSentences } from '../booking-sentences.ts'
import { policy } from '../../people/sign-in/policy.ts'
import { readPounds } from '../../platform/read-pounds.ts'
import { addPounds, formatPounds } from '../../platform/money.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import type { SqlEnums } from '../../platform/database/sql-enums.generated.ts'

/*
 * The money of a booking is a list of entries that never change: payments, refunds, discounts, retained money and corrections.
 * A correction has the opposite amount and the id of the wrong entry. Guests pay at the vineyard. The amount due is the amount
 * owed less payments, plus refunds and retained money; a negative amount is to be refunded. A sale is money without a booking.
 */

export const paymentEntries = ['payment', 'refund', 'discount'] as const
export const bookingEntries = [...paymentEntries, 'keep'] as const
export const tillEntries = [...bookingEntries, 'sale'] as const
export const paymentKinds = ['cash', 'card', 'other'] as const
/** The entries that a booking's payment form offers. 'keep' has its own form. */
export type PaymentEntry = (typeof paymentEntries)[number]
export type BookingEntry = (typeof bookingEntries)[number]
export type TillEntryKind = (typeof tillEntries)[number]
export type PaymentKind = (typeof paymentKinds)[number]

export const paymentPolicy = {
  take: policy(
    ['owner', 'manager', 'gate', 'admin'],
    "A vineyard's staff take money, give refunds and discounts, and record sales; admins do so for all vineyards.",
  ),
  till: policy(
    ['owner', 'manager', 'admin'],
    "A vineyard's owners and managers read its till; admins read all.",
  ),
}

/** The largest number of characters in the description of a sale. */
export const maxSaleWords = 40

export const entryLabels: Record<TillEntryKind, string> = {
  payment: 'Payment',
  refund: 'Refund',
  discount: 'Discount',
  keep: 'Kept',
  sale: 'Sale',
}

export const kindLabels: Record<PaymentKind, string> = { cash: 'Cash', card: 'Card', other: 'Other' }

type Entry = {
  entry: TillEntryKind
  kind: PaymentKind | null
  reason: string | null
  corrects: number | null
}

/** Returns an entry as text: 'Payment, cash', 'Refund corrected, card' or 'Discount: wine club'. */
export function describePayment({ entry, kind, reason, corrects }: Entry): string {
  const label = corrects === null ? entryLabels[entry] : `${entryLabels[entry]} corrected`
  return [kind ? `${label}, ${kindLabels[kind].toLowerCase()}` : label, reason].filter(Boolean).join(': ')
}

/** Why an entry of money was refused. */
export type PaymentProblem =
  | { kind: Exclude<SqlEnums['payment_problem'], 'nothing_due' | 'too_much'> }
  | { kind: 'nothing_due' | 'too_much'; available: number }

/** Returns a refusal as a sentence. `available` is the largest allowed amount. */
export function paymentSentence(problem: PaymentProblem, entry: TillEntryKind | null): string {
  switch (problem.kind) {
    case 'absent':
      return bookingSentences.not_found
    case 'other':
      return 'This form was already sent with other details. Check what was taken.'
    case 'no_entry':
      return 'There is no such entry to correct.'
    case 'corrected':
      return 'This entry was corrected already.'
    case 'refunded':
      return 'This money was refunded. Undo the refund first.'
    case 'nothing_due':
      return entry === 'refund' || entry === 'keep'
        ? 'There is no money to refund.'
        : 'Nothing is due any more.'
    case 'too_much': {
      const most = formatPounds(problem.available)
      if (entry === 'refund') return `Only ${most} is left to refund.`
      if (entry === 'keep') return `You can keep at most ${most}.`
      return entry === 'discount' ? `The discount can be ${most} at most.` : `Only ${most} is due.`
    }
  }
}

/** Returns the payments less the refunds. */
export function netOf(lines: readonly { taken: number; refunds: number }[]): number {
  return addPounds(lines.flatMap(({ taken, refunds }) => [taken, -refunds]))
}

/** Returns the amount due as text: '£25.00 due', 'Nothing due' or '£5.00 to refund'. */
export function dueSentence(due: number): string {
  if (due === 0) return 'Nothing due'
  return due > 0 ? `${formatPounds(due)} due` : `${formatPounds(-due)} to refund`
}

/** Messages for fields that are missing in a form about money. */
export const moneySentences = {
  amount: 'Please enter an amount in pounds, such as 25 or 12.50.',
  reason: 'Please give the reason for the discount.',
  keep: 'Please give the reason for keeping the money.',
  sale: 'Please say in a few words what was sold.',
} as const

/** Returns a typed amount in pounds, undefined if nothing was typed, or null if the text is not an amount above zero. */
export function readAmount(typed: string): number | null | undefined {
  return typed === '' ? undefined : readPounds(typed) || null
}

/** The price of a party, and whether its visit counts. If not, the party owes nothing, but a no-show gets no refund. */
type Owing = { price: number; visit: 'counts' | 'no_show' | 'off' }

/** Returns the amount due in pounds from entries that were not corrected, like the SQL function `money_of`. */
export function dueOf(
  { price, visit }: Owing,
  entries: readonly { entry: BookingEntry; amount: number }[],
): number {
  const sum = (of: BookingEntry) =>
    addPounds(entries.flatMap(({ entry, amount }) => (entry === of ? [amount] : [])))
  const taken = addPounds([sum('payment'), -sum('refund')])
  const owed = visit === 'counts' ? addPounds([price, -sum('discount')]) : 0
  const tooMuch = addPounds([taken, -owed])
  const kept = visit === 'no_show' ? taken : Math.min(sum('keep'), Math.max(tooMuch, 0))
  return addPounds([kept, -tooMuch])
}

type Arrived = { due: number; total_price: number; number_of_guests: number; arrived_guests: number | null }

/** Returns the amount due for the guests who came, or null if the whole party came or nothing is due. */
export function dueOfArrived({
  due,
  total_price,
  number_of_guests: booked,
  arrived_guests: came,
}: Arrived): number | null {
  if (came === null || came >= booked || due <= 0) return null
  const missing = Math.round((total_price * 100 * (booked - came)) / booked)
  return Math.max(0, addPounds([due, -missing / 100]))
}

type SaleForm = { kind: PaymentKind; amount: number; words: string }

/** Returns the sale in a form, or the messages for its fields. The button that was pressed names the kind of payment. */
export function readSale(form: FormData): Result<SaleForm, { amount?: string; words?: string }> {
  const amount = readAmount(String(form.get('amount')).trim())
  const words = String(form.get('words')).trim()
  if (!amount || words === '')
    return refused({
      ...(!amount && { amount: moneySentences.amount }),
      ...(words === '' && { words: moneySentences.sale }),
    })
  return ok({ kind: form.get('kind') as PaymentKind, amount, words })
}
