import { href } from 'react-router'

import { VineyardCardsSkeleton } from '../../search/components/vineyard-cards.tsx'
import { PageSkeleton } from '../../ui/skeleton.tsx'
import { FeaturedSkeleton } from './featured.tsx'

/** What stands in a page's place while it is slow to come. */
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
