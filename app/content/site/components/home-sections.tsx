import { href, Link } from 'react-router'

import { type Experience, formatDuration, formatGroup } from '../../../catalogue/experiences/experience.ts'
import { pictureOf } from '../../../platform/media/picture.ts'
import { countOf } from '../../../platform/text/counts.ts'
import type { Day } from '../../../platform/days.ts'
import { formatMoney } from '../../../platform/money.ts'
import type { findFeatured } from '../../../explore/search/featured.server.ts'
import type { Directory } from '../../../explore/search/directory.server.ts'
import { NothingOpenYet } from '../../../explore/search/components/search-links.tsx'
import { NextStart } from '../../../explore/search/components/card-facts.tsx'
import { VineyardCards } from '../../../explore/search/components/vineyard-cards.tsx'
import type { CardFacts } from '../../../explore/search/card-facts.server.ts'
import type { OpenSoon } from '../../../explore/search/weekend.server.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Prospect } from '../../../ui/pictures/drawings.tsx'
import { siteName } from '../../../ui/page/head.ts'
import { lazyPart } from '../../../ui/page/lazy-part.tsx'
import { IconText } from '../../../ui/pictures/icon-text.tsx'
import { PictureFrame } from '../../../ui/pictures/picture-frame.tsx'
import { Facts } from '../../../ui/pictures/ticket.tsx'
import { DemoRibbon, VineyardBadge } from '../../../catalogue/vineyards/components/vineyard-badge.tsx'
import { locationOf } from '../../../catalogue/vineyards/vineyard.ts'

const TripSearch = lazyPart(() => import('../../../explore/search/components/trip-search.tsx'))

/** The picture at the top of the home page, with the search box. */
export function Hero({ isDirectory, ...days }: { today: Day; quick: Day[]; isDirectory: boolean }) {
  return (
    <section className="hero" aria-labelledby="name">
      <div className="wrap">
        <h1 id="name">{siteName}</h1>
        <p className="lede">
          {isDirectory
            ? 'Discover the vineyards of the UK. Find the ones near you, walk the rows, taste what grew there.'
            : 'Discover the vineyards of the UK. Walk the rows, taste what grew there, book it in a minute.'}
        </p>
        <TripSearch {...days} />
      </div>
      <Prospect name="hero" className="hero-scene scene" />
    </section>
  )
}

/** Vineyards with places this weekend, or in the next days. */
export function OpenSoonSection({ soon: { isWeekend, vineyards }, today }: { soon: OpenSoon; today: Day }) {
  return (
    <section className="section wrap" aria-labelledby="soon">
      <h2 id="soon">{isWeekend ? 'This weekend' : 'The next days with places'}</h2>
      <div className="space-above">
        <VineyardCards vineyards={vineyards} today={today} eager={false} />
      </div>
    </section>
  )
}

/** The vineyards by county and on the map, shown while nothing can be booked anywhere. */
export function DirectorySection({ directory: { vineyards, counties } }: { directory: Directory }) {
  if (vineyards === 0) return null
  return (
    <section className="section wrap" aria-labelledby="directory">
      <h2 id="directory">{countOf(vineyards, 'vineyard')} to discover</h2>
      <p className="lede">
        <NothingOpenYet />
      </p>
      <p className="row space-above">
        <ButtonLink variant="primary" icon="pin" to={`${href('/explore')}?view=map`}>
          See them on the map
        </ButtonLink>
        <ButtonLink to={href('/explore')}>All vineyards</ButtonLink>
      </p>
      <h3 className="space-above">Vineyards by county</h3>
      <ul className="row plain space-above-small">
        {counties.map(({ slug, name, vineyards }) => (
          <li key={slug}>
            <ButtonLink small to={href('/vineyards/:county', { county: slug })}>
              {name} ({vineyards})
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The featured vineyard. Its `facts` are known if it has places soon. */
type Featured = NonNullable<Awaited<ReturnType<typeof findFeatured>>> & { facts: CardFacts | null }

/** The featured vineyard, or a note that there is none. */
export function FeaturedSection({ featured, today }: { featured: Featured | null; today: Day }) {
  return (
    <section className="section wrap" aria-labelledby="featured">
      <h2 id="featured" className="kicker">
        Featured Vineyard
      </h2>
      {featured ? (
        <Feature {...featured} today={today} />
      ) : (
        <p className="lede">No featured vineyard available at the moment.</p>
      )}
    </section>
  )
}

function Feature({ vineyard, experience, facts, today }: Featured & { today: Day }) {
  const page = href('/vineyard/:id', { id: vineyard.id })
  const place = locationOf(vineyard)
  return (
    <div className="feature">
      <PictureFrame
        picture={pictureOf(vineyard.cover_image_url ?? vineyard.poster_url)}
        sizes="(min-width: 56rem) 45rem, 100vw"
      >
        <VineyardBadge vineyard={vineyard} />
        <DemoRibbon vineyard={vineyard} />
      </PictureFrame>
      <div className="stack">
        <h3 className="as-h2">
          <Link to={page}>{vineyard.name}</Link>
        </h3>
        {place && (
          <p className="meta">
            <IconText icon="pin">{place}</IconText>
          </p>
        )}
        {vineyard.description && <p className="clamp">{vineyard.description}</p>}
        {facts?.next && <NextStart next={facts.next} today={today} />}
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

/** Reasons to book here. `later` replaces `text` while no experience can be booked anywhere. */
const reasons = [
  {
    picture: 'place',
    title: 'Curated Locations',
    text: 'From the Sussex chalk to the Welsh borders. We say which estates have checked their own page, and which have not.',
    later: null,
  },
  {
    picture: 'glass',
    title: 'Premium Experiences',
    text: 'Cellar-door tastings, walks along the rows, long harvest lunches: each with its price, its length and its group size.',
    later:
      'Tours and tastings will be listed here, each with its price, its length and its group size, once the vineyards offer them.',
  },
  {
    picture: 'date',
    title: 'Easy Booking',
    text: 'Pick a day, pick a time, say how many. No account, and a link to cancel if the plan changes.',
    later:
      'Booking opens vineyard by vineyard. Leave your email on a vineyard’s page, and we tell you when it starts.',
  },
] as const

export function Reasons({ isDirectory }: { isDirectory: boolean }) {
  return (
    <section className="wrap section" aria-label="Why book here">
      <div className="reasons">
        {reasons.map(({ picture, title, text, later }) => (
          <div key={title}>
            <Prospect name={picture} className="vig" />
            <h2>{title}</h2>
            <p>{(isDirectory && later) || text}</p>
          </div>
        ))}
      </div>
    </section>
  )
}

/** The call to action at the end of the home page. */
export function Invitation() {
  return (
    <section className="band on-deep" aria-labelledby="invitation">
      <Prospect name="contours" className="contours" />
      <div className="wrap">
        <h2 id="invitation">There is a vineyard nearer than you think</h2>
        <p>Look by county, by name, or by the kind of afternoon you have in mind.</p>
        <div className="row">
          <ButtonLink variant="chalk" to={href('/explore')}>
            Explore Vineyards
          </ButtonLink>
          <ButtonLink to={href('/blog')}>Read Our Blog</ButtonLink>
        </div>
      </div>
    </section>
  )
}
