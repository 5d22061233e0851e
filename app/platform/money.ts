const pounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })
const dollars = new Intl.NumberFormat('en-GB', {
  style: 'currency',
  currency: 'USD',
  currencyDisplay: 'narrowSymbol',
})

/** '£28.00'. The specification's symbols: £ for GBP, $ for anything else. */
export function formatMoney(amount: number, currency: string): string {
  return (currency === 'GBP' ? pounds : dollars).format(amount)
}

/** The price of a party, reckoned in whole pence. */
export function timesGuests(price: number, guests: number): number {
  return (Math.round(price * 100) * guests) / 100
}
