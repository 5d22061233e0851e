import { href } from 'react-router'

import { VineyardCardsSkeleton } from '../../../explore/search/components/vineyard-cards.tsx'
import { PageSkeleton, Skeleton, SkeletonBlock } from '../../../ui/page/skeleton.tsx'

/** The skeleton of a slow page. */
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

/** The skeleton of the featured vineyard. */
function FeaturedSkeleton() {
  return (
    <Skeleton label="Loading the featured vineyard" className="section wrap">
      <div className="feature">
        <SkeletonBlock as="wide" />
        <div>
          <SkeletonBlock as="big" />
          <SkeletonBlock as="short" />
          <SkeletonBlock as="line" />
          <SkeletonBlock as="line" />
          <SkeletonBlock as="part" />
          <SkeletonBlock as="button" />
        </div>
      </div>
    </Skeleton>
  )
}
