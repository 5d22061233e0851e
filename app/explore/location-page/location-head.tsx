import { href, type MetaDescriptor } from 'react-router'
import type { CollectionPage } from 'schema-dts'

import {
  addressesOn,
  pageHead,
  shortDescription,
  siteOf,
  structuredPage,
  structuredTrail,
} from '../../ui/page/head.ts'
import type { LocationPage } from './location-page.server.ts'

/** Returns the links above a location's page. */
export function trailToLocation({ county, town }: Pick<LocationPage, 'county' | 'town'>) {
  const vineyards = { to: href('/explore'), label: 'Vineyards' }
  if (!town) return [vineyards]
  return [vineyards, { to: href('/vineyards/:county', { county: county.slug }), label: county.name }]
}

/** Returns the head of a location's page. Search engines must not list a location that has only demonstration estates. */
export function locationHead(page: LocationPage, matches: Parameters<typeof siteOf>[0]): MetaDescriptor[] {
  const { county, town, text, bookable, others } = page
  const head = pageHead({
    title: text.heading,
    description: shortDescription(text.description),
    path: page.path,
    share: href('/share/:file', { file: 'explore.jpg' }),
    ...(page.isReal ? {} : { robots: 'noindex' }),
    matches,
  })
  if (!page.isReal) return head
  const at = addressesOn(siteOf(matches))
  const real = [...bookable, ...others].filter(({ is_demo }) => !is_demo)
  const list: CollectionPage = {
    '@type': 'CollectionPage',
    name: text.heading,
    url: at(page.path),
    mainEntity: {
      '@type': 'ItemList',
      itemListElement: real.map(({ id, name }, n) => ({
        '@type': 'ListItem',
        position: n + 1,
        name,
        url: at(href('/vineyard/:id', { id })),
      })),
    },
  }
  const links = structuredTrail(trailToLocation(page), town?.name ?? county.name, at)
  return [...head, { 'script:ld+json': structuredPage([list, links]) }]
}
