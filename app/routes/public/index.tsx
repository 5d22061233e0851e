import { href } from 'react-router'

import { findFeatured } from '../../search/featured.server.ts'
import { database, log } from '../../platform/context.ts'
import { pageHead, siteName } from '../../ui/head.ts'
import { FeaturedSection, Hero, Invitation, Reasons } from '../../site/components/home-sections.tsx'
import type { Route } from './+types/index.ts'

export async function loader({ context }: Route.LoaderArgs) {
  return { featured: await findFeatured(context.get(database), context.get(log)) }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageHead({
    title: `${siteName}: discover UK vineyards, book a tour or a tasting`,
    description:
      'Find vineyards across the United Kingdom, see their tours and tastings with prices and free places, and book in a minute without an account.',
    path: '/',
    share: href('/share/:file', { file: 'home.jpg' }),
    matches,
  })

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
