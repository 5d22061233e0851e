import { policy } from '../../people/sign-in/policy.ts'
import { formatMoney } from '../../platform/money.ts'
import type { SqlEnums } from '../../platform/database/sql-enums.generated.ts'

/*
 * The payments of a booking are a list of entries that never change: payments, refunds, discounts, and corrections, which
 * have the opposite amount and the id of the wrong entry. The site charges no cards: guests pay at the vineyard. The amount
 * due is the total less discounts and payments, plus refunds. The total of cancelled bookings and no-shows counts as zero.
 */

export const paymentEntries = ['payment', 'refund', 'discount'] as const
export const paymentKinds = ['cash', 'card', 'other'] as const
export type PaymentEntry = (typeof paymentEntries)[number]
export type PaymentKind = (typeof paymentKinds)[number]

export const paymentPolicy = {
  take: policy(
    ['owner', 'manager', 'gate', 'admin'],
    "A vineyard's staff take money and give refunds and discounts; admins do so for all vineyards.",
  ),
  till: policy(
    ['owner', 'manager', 'admin'],
    "A vineyard's owners and managers read its till; admins read all.",
  ),
}

export const entryLabels: Record<PaymentEntry, string> = {
  payment: 'Payment',
  refund: 'Refund',
  discount: 'Discount',
}

export const kindLabels: Record<PaymentKind, string> = { cash: 'Cash', card: 'Card', other: 'Other' }

/** Returns an entry as text: 'Payment, cash', 'Refund corrected, card' or 'Discount: wine club'. */
export function describePayment({
  entry,
  kind,
  reason,
  corrects,
}: {
  entry: PaymentEntry
  kind: PaymentKind | null
  reason: string | null
  corrects: number | null
}): string {
  const label = corrects === null ? entryLabels[entry] : `${entryLabels[entry]} corrected`
  return [kind ? `${label}, ${kindLabels[kind].toLowerCase()}` : label, reason].filter(Boolean).join(': ')
}

/** Why an entry was refused. */
export type PaymentProblem =
  | { kind: Exclude<SqlEnums['payment_problem'], 'nothing_due' | 'too_much'> }
  | { kind: 'nothing_due' | 'too_much'; available: number }

/** Returns a refusal as a sentence. `available` is the largest allowed amount. */
export function paymentSentence(problem: PaymentProblem, entry: PaymentEntry | null): string {
  switch (problem.kind) {
    case 'absent':
      return 'Booking not found or you do not have access to view this booking.'
    case 'other':
      return 'This form was already sent with other details. Check what was taken.'
    case 'no_entry':
      return 'This booking has no such entry that could be corrected.'
    case 'corrected':
      return 'This entry was corrected already.'
    case 'refunded':
      return 'This money was refunded. Undo the refund first.'
    case 'nothing_due':
      return entry === 'refund' ? 'There is no money to refund.' : 'Nothing is due any more.'
    case 'too_much': {
      const most = formatMoney(problem.available, 'GBP')
      if (entry === 'refund') return `Only ${most} was taken.`
      return entry === 'discount' ? `The discount can be ${most} at most.` : `Only ${most} is due.`
    }
  }
}

/** Adds amounts in pounds. Calculates in whole pence to avoid rounding errors. */
export function addPounds(amounts: readonly number[]): number {
  return amounts.reduce((pence, amount) => pence + Math.round(amount * 100), 0) / 100
}

/** Returns the payments less the refunds. */
export function netOf(lines: readonly { taken: number; refunds: number }[]): number {
  return addPounds(lines.flatMap(({ taken, refunds }) => [taken, -refunds]))
}

/** Returns the amount due as text: '£25.00 due', 'Nothing due' or '£5.00 too much taken'. */
export function dueSentence(due: number): string {
  if (due === 0) return 'Nothing due'
  return due > 0 ? `${formatMoney(due, 'GBP')} due` : `${formatMoney(-due, 'GBP')} too much taken`
}

/** Messages for fields that are missing in a form about money. */
export const moneySentences = {
  amount: 'Please enter an amount in pounds, such as 25 or 12.50.',
  reason: 'Please give the reason for the discount.',
} as const

/** Returns a typed amount in pounds, undefined if nothing was typed, or null if the text is not an amount. */
export function readAmount(typed: string): number | null | undefined {
  if (typed === '') return undefined
  const plain = typed.replace(/^£\s*/, '').replaceAll(',', '')
  return /^\d{1,6}(\.\d{1,2})?$/.test(plain) && Number(plain) > 0 ? Number(plain) : null
}
