// Holds two places at the next free start of a vineyard, and books them.
import type { Availability, Booking, Product } from '@octocloud/types'

const { SITE, VINEYARD, KEY } = process.env

async function octo<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${SITE}/octo/${VINEYARD}${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${KEY}`,
      'Content-Type': 'application/json',
      'Octo-Capabilities': 'octo/pricing',
    },
    body: body && JSON.stringify(body),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(`${answer.error}: ${answer.errorMessage}`)
  return answer
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

const [product] = await octo<Product[]>('GET', '/products')
const option = product?.options[0]
const unit = option?.units[0]
if (!product || !option || !unit) throw new Error('Nothing is sold here.')

const times = await octo<Availability[]>('POST', '/availability', {
  productId: product.id,
  optionId: option.id,
  localDateStart: inDays(1),
  localDateEnd: inDays(14),
})
const time = times.find(({ available, vacancies }) => available && (vacancies ?? 2) >= 2)
if (!time) throw new Error('Nothing is free.')

// Send the same uuid again if no answer comes: it never books twice.
const hold = await octo<Booking>('POST', '/bookings', {
  uuid: crypto.randomUUID(),
  productId: product.id,
  optionId: option.id,
  availabilityId: time.id,
  unitItems: [{ unitId: unit.id }, { unitId: unit.id }],
})
const booking = await octo<Booking>('POST', `/bookings/${hold.uuid}/confirm`, {
  resellerReference: 'SHOP-1042',
  contact: { fullName: 'Ada Lovelace', emailAddress: 'ada@example.com' },
  // The guest gets the vineyard's confirmation by email.
  emailReceipt: true,
})
console.log(
  `${booking.status} ${booking.supplierReference}: ${product.internalName}, ${time.localDateTimeStart}`,
)
