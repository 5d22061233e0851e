import type { Option, Pricing, Product, Unit, Capabilities, OctoView, ProductRow } from './octo-types.ts'

import { largestParty } from '../../catalogue/experiences/experience.ts'
import { isPlanned } from '../../catalogue/experiences/experience.server.ts'
import { visitFactColumns } from '../../catalogue/experiences/experience-facts.server.ts'
import { countOf } from '../../platform/text/counts.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { dayOf } from '../../platform/days.ts'
import { isId } from '../../platform/ids.ts'
import { ok } from '../../platform/result.ts'
import { contentOf, durationOf } from './octo-content.server.ts'
import { refuseId } from './octo-refusal.ts'

/** The id of the only option of each product. `unitId` is the id of the option's only unit. */
export const optionId = 'DEFAULT'
export const unitId = 'guest'

/** Returns SQL for the fields of `ProductRow` from an experience `e`. */
const productColumns = (sql: Queryable, now: Date) => sql`
  e.id, e.vineyard_id, e.title, e.description, e.type, e.duration_minutes, e.price_per_person, e.currency,
  e.min_group_size, e.max_group_size, e.included, e.booking_cutoff_minutes, e.cancellation_cutoff_minutes,
  ${visitFactColumns(sql)},
  array(
    select to_char(p.start_time, 'HH24:MI') from availability_patterns p
    where p.experience_id = e.id and p.is_active and p.valid_days && daterange(${dayOf(now)}, null)
    union
    select to_char(a.start_time at time zone 'Europe/London', 'HH24:MI') from availability a
    where a.experience_id = e.id and a.start_time >= ${now}
    order by 1
  ) as start_times`

/** Returns the products, cheapest first: planned experiences with instant confirmation that are offered to resellers. */
export async function listProducts(sql: Queryable, vineyard_id: string, now: Date): Promise<ProductRow[]> {
  return sql<ProductRow[]>`
    select ${productColumns(sql, now)}
    from experiences e join vineyards v on v.id = e.vineyard_id
    where e.vineyard_id = ${vineyard_id} and is_sold_by_resellers(e, v) and ${isPlanned(sql, now)}
    order by e.price_per_person, e.title, e.id`
}

/** Returns one product that resellers may sell, or the refusal of its id. */
export async function findProduct(sql: Queryable, vineyard_id: string, id: string, now: Date) {
  const products = isId(id) ? await listProducts(sql, vineyard_id, now) : []
  const product = products.find((product) => product.id === id)
  return product ? ok(product) : refuseId('productId', id)
}

/** Returns experiences by id, including experiences that are no longer sold, because bookings refer to them. */
export async function findExperiences(sql: Queryable, ids: string[], now: Date): Promise<ProductRow[]> {
  return sql<ProductRow[]>`
    select ${productColumns(sql, now)} from experiences e where e.id = any (${ids}::uuid[])`
}

/** Returns the price for a number of guests, in pence. */
export function pricingOf(
  { price_per_person, currency }: Pick<ProductRow, 'price_per_person' | 'currency'>,
  guests = 1,
): Pricing {
  const amount = Math.round(price_per_person * 100) * guests
  return {
    original: amount,
    retail: amount,
    // The net price is unknown to us, because each vineyard agrees a commission with the reseller.
    net: null,
    currency,
    currencyPrecision: 2,
    includedTaxes: [],
  }
}

export function productOf(row: ProductRow, view: OctoView): Product {
  const { capabilities } = view
  return {
    id: row.id,
    internalName: row.title,
    reference: null,
    locale: 'en-GB',
    timeZone: 'Europe/London',
    allowFreesale: false,
    instantConfirmation: true,
    instantDelivery: true,
    availabilityRequired: true,
    availabilityType: 'START_TIME',
    deliveryFormats: ['QRCODE'],
    deliveryMethods: ['VOUCHER'],
    redemptionMethod: 'DIGITAL',
    options: [optionOf(row, capabilities)],
    ...(capabilities.has('octo/pricing') && {
      defaultCurrency: row.currency,
      availableCurrencies: [row.currency],
      pricingPer: 'UNIT',
    }),
    ...(capabilities.has('octo/content') && contentOf(row, view)),
  }
}

export function optionOf(
  row: ProductRow,
  capabilities: Capabilities,
  pricing: 'pricingFrom' | 'pricing' = 'pricingFrom',
): Option {
  const minutes = row.cancellation_cutoff_minutes
  const [amount, unit] =
    minutes % 60 === 0 ? ([minutes / 60, 'hour'] as const) : ([minutes, 'minute'] as const)
  return {
    id: optionId,
    default: true,
    internalName: row.title,
    reference: null,
    availabilityLocalStartTimes: row.start_times,
    cancellationCutoff: amount === 0 ? '0 hours' : countOf(amount, unit),
    cancellationCutoffAmount: amount,
    cancellationCutoffUnit: unit,
    requiredContactFields: [],
    restrictions: { minUnits: row.min_group_size, maxUnits: largestParty(row) },
    units: [unitOf(row, capabilities, pricing)],
    ...(capabilities.has('octo/content') && {
      title: row.title,
      shortDescription: row.description,
      description: row.description,
      ...durationOf(row),
    }),
  }
}

export function unitOf(
  row: ProductRow,
  capabilities: Capabilities,
  pricing: 'pricingFrom' | 'pricing' = 'pricingFrom',
): Unit {
  const takesChildren = row.children === 'welcome' || row.children === 'with_adult'
  return {
    id: unitId,
    internalName: 'Guest',
    reference: null,
    type: 'ADULT',
    restrictions: {
      minAge: takesChildren ? 0 : 18,
      maxAge: 120,
      idRequired: false,
      minQuantity: row.min_group_size,
      maxQuantity: largestParty(row),
      paxCount: 1,
      accompaniedBy: [],
    },
    requiredContactFields: [],
    ...(capabilities.has('octo/pricing') && { [pricing]: [pricingOf(row)] }),
    ...(capabilities.has('octo/content') && {
      title: 'Guest',
      shortDescription: 'A place for one guest',
      features: [],
    }),
  }
}
