import { href } from 'react-router'

import { VineyardCardsSkeleton } from '../../search/components/vineyard-cards.tsx'
import { PageSkeleton } from '../../ui/skeleton.tsx'
import { FeaturedSkeleton } from './home-sections.tsx'

/** Skeleton of a slow page. */
export default function Loading({ pathname }: { pathname: string }) {
  if (pathname === href('/explore')) {
    return (
      <div className="wrap page">
        <VineyardCardsSkeleton />
      </div>
    )
  }
  if (pathname === href('/')) return <FeaturedSkeleton />
  return <PageSkeleton label="Loading" />
}
