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
import type { PlacePage } from './place-page.server.ts'

/** The links above a place's page. */
export function trailToPlace({ county, town }: Pick<PlacePage, 'county' | 'town'>) {
  const vineyards = { to: href('/explore'), label: 'Vineyards' }
  if (!town) return [vineyards]
  return [vineyards, { to: href('/vineyards/:county', { county: county.slug }), label: county.name }]
}

/** The head of a place's page. Search engines must not list a place that has only demonstration estates. */
export function placeHead(page: PlacePage, matches: Parameters<typeof siteOf>[0]): MetaDescriptor[] {
  const { county, town, text } = page
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
  const things = [
    structuredPlace(page, at),
    structuredTrail(trailToPlace(page), town?.name ?? county.name, at),
  ]
  return [...head, { 'script:ld+json': structuredPage(things) }]
}

/** The page as schema.org data: its heading, and the list of its real vineyards. */
function structuredPlace({ text, path, cards }: PlacePage, at: (path: string) => string): CollectionPage {
  const real = cards.filter(({ is_demo }) => !is_demo)
  return {
    '@type': 'CollectionPage',
    name: text.heading,
    url: at(path),
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
}
