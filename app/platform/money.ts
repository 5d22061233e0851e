import { formatCount } from './text/counts.ts'

/** Returns '£28.00'. As specified: £ for GBP, $ for any other currency. Does without `Intl` for the reason given in days.ts. */
export function formatMoney(amount: number, currency: string): string {
  const pence = Math.round(Math.abs(amount) * 100)
  const sign = amount < 0 ? '-' : ''
  const rest = String(pence % 100).padStart(2, '0')
  return `${sign}${currency === 'GBP' ? '£' : '$'}${formatCount(Math.floor(pence / 100))}.${rest}`
}

/** Returns the price of a party, calculated in whole pence. */
export function timesGuests(price: number, guests: number): number {
  return (Math.round(price * 100) * guests) / 100
}

/** Whether an amount is not negative and has no fraction of a penny. */
export function isWholePence(amount: number): boolean {
  // The comparison is exact: a number with two decimals is the nearest number to its pence divided by 100.
  return amount >= 0 && Math.round(amount * 100) / 100 === amount
}
