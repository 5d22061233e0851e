import { href } from 'react-router'
import type { Organization, WebSite } from 'schema-dts'

import { findFeatured } from '../../search/featured.server.ts'
import { database, log } from '../../platform/context.ts'
import { addressesOn, pageHead, siteName, siteOf, structuredPage } from '../../ui/head.ts'
import type { SiteDetails } from '../../site/components/footer.tsx'
import { FeaturedSection, Hero, Invitation, Reasons } from '../../site/components/home-sections.tsx'
import type { Route } from './+types/index.ts'

export async function loader({ context }: Route.LoaderArgs) {
  return { featured: await findFeatured(context.get(database), context.get(log)) }
}

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageHead({
    title: `${siteName}: discover UK vineyards, book a tour or a tasting`,
    description:
      'Find vineyards across the United Kingdom, see their tours and tastings with prices and free places, and book in a minute without an account.',
    path: '/',
    share: href('/share/:file', { file: 'home.jpg' }),
    matches,
  }),
  { 'script:ld+json': structuredPage(structuredSite(matches)) },
]

/** The site and its publisher as schema.org data, with the contact details of the footer. */
function structuredSite(matches: Route.MetaArgs['matches']): [WebSite, Organization] {
  const at = addressesOn(siteOf(matches))
  const details = matches.find((match) => match?.id === 'routes/public/layout')?.loaderData as
    | SiteDetails
    | undefined
  const { email, phone, address } = details?.contact ?? {}
  const social = Object.values(details?.social ?? {})
  const publisher = { '@id': at('/#organization') }
  return [
    {
      '@type': 'WebSite',
      name: siteName,
      url: at('/'),
      inLanguage: 'en-GB',
      publisher,
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: `${at(href('/explore'))}?search={search_term}` },
      },
    },
    {
      '@type': 'Organization',
      ...publisher,
      name: siteName,
      url: at('/'),
      logo: at('/icon-512.png'),
      email,
      telephone: phone,
      address,
      sameAs: social.length > 0 ? social : undefined,
    },
  ]
}

export default function Home({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Hero />
      <FeaturedSection featured={loaderData.featured} />
      <Invitation />
      <Reasons />
    </>
  )
}
