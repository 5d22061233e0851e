import { visitChoices } from '../../catalogue/experiences/experience-facts.ts'
import { definitionOf, inOrder, wordsOfFact } from '../../catalogue/facts/facts.ts'
import type { Topic } from '../../catalogue/facts/topics.ts'
import { hasPosition } from '../../catalogue/vineyards/position.ts'
import { postalAddressOf } from '../../catalogue/vineyards/vineyard.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import type {
  Feature,
  Location,
  Media,
  OctoView,
  Product,
  ProductRow,
  Supplier,
  SupplierRow,
} from './octo-types.ts'

export const durationOf = ({ duration_minutes }: ProductRow) => ({
  durationMinutesFrom: duration_minutes ?? 60,
  durationMinutesTo: duration_minutes ?? 60,
})

export function contentOf(row: ProductRow, { supplier, site_url }: OctoView): Partial<Product> {
  return {
    title: row.title,
    shortDescription: row.description,
    description: row.description,
    features: featuresOf(row),
    faqs: [],
    media: mediaOf(supplier, site_url),
    locations: locationsOf(supplier),
    categoryLabels: [],
    ...durationOf(row),
    commentary: [{ format: 'IN_PERSON', language: 'en' }],
  }
}

/** The OCTO type of the facts about each topic. Facts about other topics are additional information. */
const typesOfTopics: Partial<Record<Topic, Feature['type']>> = {
  access: 'ACCESSIBILITY_INFORMATION',
  seating: 'ACCESSIBILITY_INFORMATION',
  toilet: 'ACCESSIBILITY_INFORMATION',
  hearing: 'ACCESSIBILITY_INFORMATION',
  coaches: 'PREARRIVAL_INFORMATION',
  charging: 'PREARRIVAL_INFORMATION',
  payment: 'PREARRIVAL_INFORMATION',
}

function featuresOf(row: ProductRow): Feature[] {
  const feature = (type: Feature['type'], shortDescription: string | null): Feature[] =>
    shortDescription ? [{ type, shortDescription }] : []
  return [
    ...feature('INCLUSION', row.included),
    ...feature('ACCESSIBILITY_INFORMATION', row.step_free && visitChoices.step_free[row.step_free]),
    ...feature('ADDITIONAL_INFORMATION', row.dogs && visitChoices.dogs[row.dogs]),
    ...feature('ADDITIONAL_INFORMATION', row.children && visitChoices.children[row.children]),
    ...feature('ADDITIONAL_INFORMATION', row.food),
    ...feature('PREARRIVAL_INFORMATION', row.parking),
    ...feature('PREARRIVAL_INFORMATION', row.station),
    ...inOrder(row.facts).flatMap((stated) => {
      const { topic, label } = definitionOf(stated.fact)
      return feature(typesOfTopics[topic] ?? 'ADDITIONAL_INFORMATION', `${label}: ${wordsOfFact(stated)}`)
    }),
  ]
}

function mediaOf({ id, name }: SupplierRow, siteUrl: string): Media[] {
  const src = new URL(`/vineyard/${id}/share.jpg`, siteUrl).href
  return [{ src, type: 'image/jpeg', rel: 'COVER', title: name, caption: null, copyright: null }]
}

function locationsOf(supplier: SupplierRow): Location[] {
  if (!hasPosition(supplier)) return []
  const { name, address, city, region, postcode, latitude, longitude } = supplier
  return [
    {
      title: name,
      shortDescription: null,
      types: ['START'],
      minutesTo: null,
      minutesAt: null,
      place: {
        latitude,
        longitude,
        postalAddress: {
          streetAddress: address,
          addressLocality: city,
          addressRegion: region,
          postalCode: postcode,
          addressCountry: 'GB',
          postOfficeBoxNumber: null,
        },
        identifiers: {
          googlePlaceId: null,
          applePlaceId: null,
          tripadvisorLocationId: null,
          yelpPlaceId: null,
          facebookPlaceId: null,
          foursquarePlaceId: null,
          baiduPlaceId: null,
          amapPlaceId: null,
        },
        sameAs: [],
      },
    },
  ]
}

export async function findSupplier(sql: Queryable, id: string): Promise<SupplierRow | undefined> {
  const [supplier] = await sql<SupplierRow[]>`
    select id, name, description, website, email, phone, address, city, region, postcode, latitude, longitude
    from vineyards where id = ${id}`
  return supplier
}

export function supplierOf({ supplier, capabilities, site_url }: OctoView): Supplier {
  const { id, name, website, email, phone, description } = supplier
  return {
    id,
    name,
    endpoint: new URL(`/octo/${id}`, site_url).href,
    contact: { website, email, telephone: phone, address: postalAddressOf(supplier) },
    ...(capabilities.has('octo/content') && {
      shortDescription: description,
      media: mediaOf(supplier, site_url),
    }),
  }
}
