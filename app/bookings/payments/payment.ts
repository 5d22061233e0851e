import { policy } from '../../people/sign-in/policy.ts'
import { formatMoney } from '../../platform/money.ts'
import type { SqlEnums } from '../../platform/database/sql-enums.generated.ts'

/*
 * The money of a booking is a list of entries that are never changed: payments taken, refunds and discounts, and
 * corrections, which have the opposite amount and name the entry that was a mistake. Nothing is charged here: guests pay
 * at the vineyard. Due is the total less discounts and payments, plus refunds; nothing for cancelled bookings and no-shows.
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

/** 'Payment, cash', 'Refund corrected, card', 'Discount: wine club' */
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

/** The refusals as sentences; `available` is the largest amount allowed. */
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

/** Adds pounds in whole pence. */
export function addPounds(amounts: readonly number[]): number {
  return amounts.reduce((pence, amount) => pence + Math.round(amount * 100), 0) / 100
}

/** What was taken less what was refunded. */
export function netOf(lines: readonly { taken: number; refunds: number }[]): number {
  return addPounds(lines.flatMap(({ taken, refunds }) => [taken, -refunds]))
}

/** '£25.00 due', 'Nothing due', '£5.00 too much taken' */
export function dueSentence(due: number): string {
  if (due === 0) return 'Nothing due'
  return due > 0 ? `${formatMoney(due, 'GBP')} due` : `${formatMoney(-due, 'GBP')} too much taken`
}

/** What a form about money lacks. */
export const moneySentences = {
  amount: 'Please enter an amount in pounds, such as 25 or 12.50.',
  reason: 'Please give the reason for the discount.',
} as const

/** Returns a typed amount in pounds: undefined if nothing was typed, null if it is no amount. */
export function readAmount(typed: string): number | null | undefined {
  if (typed === '') return undefined
  const plain = typed.replace(/^£\s*/, '').replaceAll(',', '')
  return /^\d{1,6}(\.\d{1,2})?$/.test(plain) && Number(plain) > 0 ? Number(plain) : null
}
