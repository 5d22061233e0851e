import { href, Link } from 'react-router'

import type { findFeatured } from '../../search/featured.server.ts'
import { DemoRibbon, VineyardBadge } from '../../vineyards/components/vineyard-badge.tsx'
import { type Experience, formatDuration, formatGroup } from '../../experiences/experience.ts'
import { pictureOf } from '../../media/picture.ts'
import { formatMoney } from '../../platform/money.ts'
import { SkeletonBlock, Skeleton } from '../../ui/skeleton.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PictureFrame } from '../../ui/picture-frame.tsx'
import { Facts } from '../../ui/ticket.tsx'
import { placeOf } from '../../vineyards/vineyard.ts'

type Featured = NonNullable<Awaited<ReturnType<typeof findFeatured>>>

/** One vineyard shown large, or that there is none. */
export function FeaturedSection({ featured }: { featured: Featured | null }) {
  return (
    <section className="section wrap" aria-labelledby="featured">
      <h2 id="featured" className="kicker">
        Featured Vineyard
      </h2>
      {featured ? (
        <Feature {...featured} />
      ) : (
        <p className="lede">No featured vineyard available at the moment.</p>
      )}
    </section>
  )
}

function Feature({ vineyard, experience }: Featured) {
  const page = href('/vineyard/:id', { id: vineyard.id })
  const place = placeOf(vineyard)
  return (
    <div className="feature">
      <PictureFrame picture={pictureOf(vineyard.cover_image_url)} sizes="(min-width: 56rem) 45rem, 100vw">
        <VineyardBadge vineyard={vineyard} />
        <DemoRibbon vineyard={vineyard} />
      </PictureFrame>
      <div className="stack">
        <h3 className="as-h2">
          <Link to={page}>{vineyard.name}</Link>
        </h3>
        {place && (
          <p className="meta">
            <span>
              <Icon name="pin" />
              {place}
            </span>
          </p>
        )}
        {vineyard.description && <p className="clamp">{vineyard.description}</p>}
        {experience && <Facts variant="facts" items={factsOf(experience)} />}
        <p className="row">
          <ButtonLink variant="primary" to={page}>
            View Vineyard
          </ButtonLink>
        </p>
      </div>
    </div>
  )
}

function factsOf(experience: Experience) {
  const { price_per_person, currency, duration_minutes } = experience
  return [
    { term: 'From', value: `${formatMoney(price_per_person, currency)}/person` },
    ...(duration_minutes === null ? [] : [{ term: 'Takes', value: formatDuration(duration_minutes) }]),
    { term: 'Group', value: formatGroup(experience) },
  ]
}

/** The section while it loads. */
export function FeaturedSkeleton() {
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
