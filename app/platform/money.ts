import { formatCount } from './counts.ts'

/**
 * '£28.00'. The specification's symbols: £ for GBP, $ for anything else. Amounts are whole pence; by hand for the same reason
 * as days are.
 */
export function formatMoney(amount: number, currency: string): string {
  const pence = Math.round(Math.abs(amount) * 100)
  const sign = amount < 0 ? '-' : ''
  const rest = String(pence % 100).padStart(2, '0')
  return `${sign}${currency === 'GBP' ? '£' : '$'}${formatCount(Math.floor(pence / 100))}.${rest}`
}

/** The price of a party, reckoned in whole pence. */
export function timesGuests(price: number, guests: number): number {
  return (Math.round(price * 100) * guests) / 100
}
