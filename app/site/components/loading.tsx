import { href } from 'react-router'

import { VineyardCardsBones } from '../../search/components/vineyard-cards.tsx'
import { PageBones } from '../../ui/skeleton.tsx'
import { FeaturedBones } from './featured.tsx'

/** What stands in a page's place while it is slow to come. */
export default function Loading({ pathname }: { pathname: string }) {
  if (pathname === href('/explore')) {
    return (
      <div className="wrap page">
        <VineyardCardsBones />
      </div>
    )
  }
  if (pathname === href('/')) return <FeaturedBones />
  return <PageBones label="Loading" />
}
