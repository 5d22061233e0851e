import { formatMoney } from '../../platform/money.ts'

/** What a guest has paid, less refunds, and the amount due in pounds. A negative amount is to be refunded. */
export type PaidAndDue = { paid: number; due: number }

/** Returns how a visit is paid, such as 'Paid £50.00, £37.50 to pay at the vineyard.' */
export function paidSentence({ paid, due }: PaidAndDue, currency: string): string {
  if (paid <= 0) return 'You pay at the vineyard.'
  const sum = `Paid ${formatMoney(paid, currency)}`
  if (due === 0) return `${sum}. Nothing is due.`
  return due > 0
    ? `${sum}, ${formatMoney(due, currency)} to pay at the vineyard.`
    : `${sum}, ${formatMoney(-due, currency)} to be refunded by the vineyard.`
}

/** Returns the price of a visit and how it is paid, without a full stop: '£35.00, paid at the vineyard' if nothing was paid. */
export function totalSentence(total: number, money: PaidAndDue, currency: string): string {
  const price = formatMoney(total, currency)
  return money.paid <= 0
    ? `${price}, paid at the vineyard`
    : `${price}. ${paidSentence(money, currency).slice(0, -1)}`
}
