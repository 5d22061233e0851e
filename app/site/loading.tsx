import { href } from 'react-router'

import { CardsBones, PageBones } from '../ui/bones.tsx'
import { FeaturedBones } from './featured.tsx'

/** How many cards stand in for the list while it loads. */
const cards = 6

/** What stands in a page's place while it is slow to come. */
export function Loading({ pathname }: { pathname: string }) {
  if (pathname === href('/explore')) {
    return (
      <div className="wrap page">
        <CardsBones label="Loading vineyards" cards={cards} />
      </div>
    )
  }
  if (pathname === href('/')) return <FeaturedBones />
  return <PageBones label="Loading" />
}
