import { data, href, Link, redirect } from 'react-router'

import { groupVisitFacts } from '../../../catalogue/experiences/experience-facts.ts'
import { listActiveExperiences } from '../../../catalogue/experiences/experience.server.ts'
import { listSharedFacts } from '../../../catalogue/facts/fact.server.ts'
import { attempt, readOr } from '../../../platform/attempt.server.ts'
import { clock, config, database, log, rateLimited } from '../../../platform/context.ts'
import { dayOf } from '../../../platform/days.ts'
import { isId } from '../../../platform/ids.ts'
import { readForm } from '../../../platform/text/form.server.ts'
import { Breadcrumb } from '../../../ui/page/breadcrumb.tsx'
import { addressesOn, pageHead, siteOf, structuredPage, structuredTrail } from '../../../ui/page/head.ts'
import { listShownHosts } from '../../../catalogue/hosts/host.server.ts'
import { lazyPart } from '../../../ui/page/lazy-part.tsx'
import { hasPosition, kilometresBetween, type Position } from '../../../catalogue/vineyards/position.ts'
import { locationOf } from '../../../catalogue/vineyards/vineyard.ts'
import { listPictures } from '../../../catalogue/pictures/vineyard-picture.server.ts'
import { ratingOf } from '../../../bookings/reviews/rating.ts'
import { readRule } from '../../../bookings/reviews/hiding-rules.ts'
import { mostReviewsShown } from '../../../bookings/reviews/review.ts'
import {
  listShownReviews,
  noReviews,
  readRatings,
  reportReview,
} from '../../../bookings/reviews/review.server.ts'
import { listBookableNear } from '../../../explore/search/nearby.server.ts'
import type { TownNearby } from '../../../explore/vineyard-page/until-it-opens.tsx'
import { gazetteer } from '../../../catalogue/locations/gazetteer.server.ts'
import { ExperienceList } from '../../../explore/vineyard-page/experience-list.tsx'
import { trailToVineyard } from '../../../explore/location-page/location-page.server.ts'
import { locationsOfVineyard } from '../../../catalogue/locations/county.server.ts'
import { measureRoads } from '../../../catalogue/stations/roads.server.ts'
import { readGettingHere } from '../../../catalogue/stations/station.server.ts'
import { drawLocator } from '../../../explore/locator/locator.server.ts'
import { backdropOf } from '../../../explore/map/map-backdrop.tsx'
import { BookBeside } from '../../../explore/vineyard-page/book-beside.tsx'
import {
  readOffers,
  readUpcomingSlots,
  readVineyard,
} from '../../../explore/vineyard-page/vineyard-page.server.ts'
import { queryOf, readTrip } from '../../../explore/search/trip.ts'
import { structuredAmenities } from '../../../explore/vineyard-page/amenities.server.ts'
import {
  structuredEvent,
  structuredExperience,
  structuredVineyard,
  describeVineyard,
} from '../../../explore/vineyard-page/vineyard-head.ts'
import { Faces, VineyardFace } from '../../../explore/vineyard-page/vineyard-face.tsx'
import type { Route } from './+types/$id.ts'
import { ButtonAnchor, ButtonLink } from '../../../ui/button.tsx'
import '../../../bookings/reviews/components/reviews.css'
import '../../../explore/locator/locator.css'
import '../../../explore/map/map.css'
import '../../../explore/vineyard-page/vineyard-page.css'

// Few visitors need these three parts: only vineyards without experiences show them.
const untilItOpens = () => import('../../../explore/vineyard-page/until-it-opens.tsx')
const BookableNear = lazyPart(async () => ({ default: (await untilItOpens()).BookableNear }))
const KnownFacts = lazyPart(async () => ({ default: (await untilItOpens()).KnownFacts }))
const UntilItOpens = lazyPart(async () => ({ default: (await untilItOpens()).UntilItOpens }))
const ShownReviews = lazyPart(() => import('../../../bookings/reviews/components/shown-reviews.tsx'))
const ContactCard = lazyPart(() => import('../../../explore/vineyard-page/contact-card.tsx'))

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const wanted = Math.trunc(Number(searchParams.get('reviews_from'))) || 0
  const from = Math.max(0, Math.min(wanted, 100_000))
  const [vineyard, [experiences, pictures, hosts, shared, reviews, ratings]] = await readVineyard(
    context,
    params.id,
    (sql, id) =>
      Promise.all([
        listActiveExperiences(sql, id),
        listPictures(sql, id),
        listShownHosts(sql, id),
        listSharedFacts(sql, id),
        listShownReviews(sql, id, { from, most: mostReviewsShown }),
        readRatings(sql, [id]),
      ]),
  )
  const trip = readTrip(searchParams)
  const rating = ratingOf(ratings.get(vineyard.id) ?? noReviews)
  const now = context.get(clock)()
  const offers = await readOffers(context, experiences, pictures, trip)
  const waitsToOpen = experiences.length === 0
  const position = waitsToOpen && hasPosition(vineyard) ? vineyard : null
  const measure = measureRoads(context.get(log), context.get(config).routing_url)
  const [near, upcoming, places, ways] = await Promise.all([
    position === null
      ? []
      : readOr(context, 'The bookable vineyards nearby could not be read', [], (sql) =>
          listBookableNear(sql, position, 3, now),
        ),
    // Search engines must not list visits to a demonstration estate.
    vineyard.is_demo
      ? []
      : readOr(context, 'The next slots could not be read', [], (sql) =>
          readUpcomingSlots(
            sql,
            experiences.map(({ id }) => id),
            now,
          ),
        ),
    readOr(context, 'The location pages of a vineyard could not be read', null, (sql) =>
      locationsOfVineyard(sql, vineyard),
    ),
    readOr(context, 'The stations of a vineyard could not be read', null, (sql) =>
      readGettingHere(sql, vineyard, measure),
    ),
  ])
  return {
    ways,
    near,
    town: position && townNear(position, vineyard.city),
    vineyard,
    offers,
    visit: groupVisitFacts(experiences, shared),
    amenities: structuredAmenities(experiences, shared),
    pictures,
    hosts,
    rating,
    shown: {
      reviews,
      rating,
      total: ratings.get(vineyard.id)?.reviews ?? 0,
      from,
      reported: searchParams.has('reported'),
    },
    trail: trailToVineyard(places),
    upcoming,
    trip,
    today: dayOf(now),
    locator: hasPosition(vineyard) ? drawLocator(vineyard) : null,
    backdrop: backdropOf(context.get(config)),
    claim_form_url: context.get(config).claim_form_url ?? null,
  }
}

/** Counts a report of a review, then shows the page with a thank-you. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await readForm(request)
  const [id, rule] = [String(form.get('review') ?? ''), readRule(form.get('rule'))]
  const limited = context.get(rateLimited)
  if (limited) throw data({ message: limited.sentence }, { status: 429 })
  if (!isId(params.id) || !isId(id) || rule === null)
    throw data({ message: 'Please go back and choose the rule that the review breaks.' }, { status: 422 })
  const report = { id, vineyard_id: params.id, rule }
  const counted = await attempt(context.get(log), 'A report of a review could not be stored', () =>
    reportReview(context.get(database), report, context.get(clock)()),
  )
  if (!counted.ok)
    throw data({ message: 'The report could not be stored. Please try again.' }, { status: 503 })
  if (!counted.value) throw data({ message: 'This review is no longer shown.' }, { status: 404 })
  return redirect(`${href('/vineyard/:id', { id: params.id })}?reported=1#reviews`)
}

/** Returns the nearest town, or null if the vineyard is in that town. */
function townNear(position: Position, city: string | null): TownNearby | null {
  const town = gazetteer().nearest(position, 40)
  if (!town || town.title.toLowerCase() === city?.toLowerCase()) return null
  return { title: town.title, distance: kilometresBetween(town, position) }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return []
  const { vineyard, offers, trail, upcoming, rating } = loaderData
  const { id } = vineyard
  const head = pageHead({
    title: [vineyard.name, locationOf(vineyard)].filter(Boolean).join(', '),
    description: describeVineyard(vineyard, offers.length),
    path: href('/vineyard/:id', { id }),
    share: href('/vineyard/:id/share.jpg', { id }),
    matches,
  })
  // Search engines must not index a demonstration estate as a real place.
  if (vineyard.is_demo) return head
  const at = addressesOn(siteOf(matches))
  const bookAt = (experience: string) => at(href('/book-now/:id', { id }) + queryOf({ experience }))
  const things = [
    structuredVineyard(vineyard, loaderData.amenities, at, rating),
    structuredTrail(trail, vineyard.name, at),
    ...offers.map((offer) => structuredExperience(offer, offer.next_day ?? undefined, bookAt(offer.id))),
    ...offers.flatMap((offer) =>
      upcoming
        .filter(({ experience_id }) => experience_id === offer.id)
        .map((slot) => structuredEvent(offer, slot, vineyard, bookAt(offer.id))),
    ),
  ]
  return [...head, { 'script:ld+json': structuredPage(things) }]
}

export default function VineyardPage({ loaderData }: Route.ComponentProps) {
  const { vineyard, offers, pictures, trail, trip, today, locator, backdrop, claim_form_url, rating } =
    loaderData
  const waitsToOpen = offers.length === 0
  return (
    <>
      <Breadcrumb className="wrap" trail={trail} here={vineyard.name} />
      <VineyardFace
        vineyard={vineyard}
        rating={rating}
        pictures={pictures}
        opening={
          waitsToOpen && (
            <KnownFacts vineyard={vineyard} town={loaderData.town} near={loaderData.near} trip={trip} />
          )
        }
        book={<BookBeside vineyardId={vineyard.id} offers={offers} trip={trip} />}
        contact={
          <ContactCard vineyard={vineyard} locator={locator} backdrop={backdrop} ways={loaderData.ways} />
        }
      >
        <ExperienceList
          vineyard={vineyard}
          visit={loaderData.visit}
          offers={offers}
          pictures={pictures}
          trip={trip}
          today={today}
        />
        {waitsToOpen && <UntilItOpens vineyard={vineyard} />}
        <Faces hosts={loaderData.hosts} />
      </VineyardFace>
      {loaderData.shown.total > 0 && <ShownReviews vineyard={vineyard} shown={loaderData.shown} />}
      {loaderData.near.length > 0 && <BookableNear vineyards={loaderData.near} today={today} trip={trip} />}
      {!vineyard.is_verified && <ClaimInvitation id={vineyard.id} form={claim_form_url} />}
      <BookBeside vineyardId={vineyard.id} offers={offers} trip={trip} isBar />
    </>
  )
}

/** Explains an unverified entry: its source and how the vineyard can claim it. `form` is the URL of an external form. */
function ClaimInvitation({ id, form }: { id: string; form: string | null }) {
  const label = 'Claim This Vineyard'
  return (
    <div className="wrap row claim">
      {form ? (
        <ButtonAnchor small href={form} target="_blank" rel="noopener">
          {label}
        </ButtonAnchor>
      ) : (
        <ButtonLink small to={href('/vineyard/:id/claim', { id })}>
          {label}
        </ButtonLink>
      )}
      <p className="soft small">
        Not yet managed by the vineyard. <Link to={href('/sources')}>Where this entry comes from</Link>
      </p>
    </div>
  )
}
