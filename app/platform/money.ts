import { formatCount } from './text/counts.ts'

/**
 * Returns an amount as text, such as '£28.00'. Uses £ for GBP and $ for any other currency, as specified. Uses no `Intl`, for
 * the reason in days.ts.
 */
export function formatMoney(amount: number, currency: string): string {
  const pence = Math.round(Math.abs(amount) * 100)
  const sign = amount < 0 ? '-' : ''
  const rest = String(pence % 100).padStart(2, '0')
  return `${sign}${currency === 'GBP' ? '£' : '$'}${formatCount(Math.floor(pence / 100))}.${rest}`
}

/** Returns an amount in pounds as text, such as '£28.00'. */
export function formatPounds(amount: number): string {
  return formatMoney(amount, 'GBP')
}

/** Returns the price of a party in pounds. Calculates in whole pence to avoid rounding errors. */
export function timesGuests(price: number, guests: number): number {
  return (Math.round(price * 100) * guests) / 100
}

/** Returns the sum of amounts in pounds. Calculates in whole pence to avoid rounding errors. */
export function addPounds(amounts: readonly number[]): number {
  return amounts.reduce((pence, amount) => pence + Math.round(amount * 100), 0) / 100
}

/** Returns whether an amount in pounds is a whole number of pence and not negative. */
export function isWholePence(amount: number): boolean {
  // The comparison is exact: 28.1 and 2810 / 100 are the same floating-point number, the one nearest to 28.10.
  return amount >= 0 && Math.round(amount * 100) / 100 === amount
}
