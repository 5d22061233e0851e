import { href } from 'react-router'

import { VineyardCardsSkeleton } from '../../../explore/search/components/vineyard-cards.tsx'
import { PageSkeleton, Skeleton, SkeletonBlock, SkeletonBlocks } from '../../../ui/page/skeleton.tsx'

/** The skeleton of a slow page. */
export default function Loading({ pathname }: { pathname: string }) {
  if (pathname === href('/explore'))
    return (
      <div className="wrap page">
        <VineyardCardsSkeleton />
      </div>
    )
  if (pathname !== href('/')) return <PageSkeleton label="Loading" />
  return (
    <Skeleton label="Loading the featured vineyard" className="section wrap">
      <div className="feature">
        <SkeletonBlock as="wide" />
        <div>
          <SkeletonBlocks shapes={['big', 'short', 'line', 'line', 'part', 'button']} />
        </div>
      </div>
    </Skeleton>
  )
}
