import type { ReactNode } from 'react'
import { href } from 'react-router'
import { listActiveExperiences } from '../../experiences/experience.server.ts'
import { isOurPicture, pictureOf } from '../../media/picture.ts'
import { attempt } from '../../platform/attempt.server.ts'
import { clock, config, database, log } from '../../platform/context.ts'
import { dayOf } from '../../platform/days.ts'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { Figure } from '../../ui/figure.tsx'
import { pageHead, siteOf } from '../../ui/head.ts'
import { Icon } from '../../ui/icon.tsx'
import { Plate } from '../../ui/plate.tsx'
import { Hill } from '../../ui/scene.tsx'
import { addressesOn, structuredPage, structuredTrail } from '../../ui/structured.ts'
import { hasPosition } from '../../vineyards/position.ts'
import { placeOf, type Vineyard } from '../../vineyards/vineyard.ts'
import { listPictures } from '../../vineyards/vineyard-picture.server.ts'
import { readNextDays } from '../card-facts.server.ts'
import { ClaimInvitation } from '../claim-invitation.tsx'
import { ContactCard } from '../contact-card.tsx'
import { ExperienceList } from '../experience-list.tsx'
import { drawLocator } from '../map/locator.server.ts'
import { backdropOf } from '../map/map-backdrop.ts'
import { MorePictures, type ShownPicture } from '../more-pictures.tsx'
import { readVineyard } from '../one-vineyard.server.ts'
import { queryOf, readTrip } from '../search.ts'
import { structuredExperience, structuredVineyard } from '../structured-vineyard.ts'
import { DemoRibbon, VineyardBadge } from '../vineyard-badge.tsx'
import { describeVineyard } from '../vineyard-words.ts'
import type { Route } from './+types/vineyard.ts'
import '../explore.css'
import '../map/locator.css'
import '../map/map.css'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const [vineyard, [experiences, pictures]] = await readVineyard(context, params.id, (sql, id) =>
    Promise.all([listActiveExperiences(sql, id), listPictures(sql, id)]),
  )
  const trip = readTrip(new URL(request.url).searchParams)
  const now = context.get(clock)()
  const today = dayOf(now)
  const next_days = await attempt(context.get(log), 'The next open days could not be read', () =>
    readNextDays(
      context.get(database),
      experiences.map(({ id }) => id),
      trip.guests ? Number(trip.guests) : null,
      trip.date && trip.date > today ? trip.date : today,
      now,
    ),
  )
  return {
    vineyard,
    experiences,
    pictures,
    trip,
    today,
    next_days: next_days.ok ? next_days.value : null,
    locator: hasPosition(vineyard) ? drawLocator(vineyard) : null,
    backdrop: backdropOf(context.get(config)),
    claim_form_url: context.get(config).claim_form_url ?? null,
  }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return []
  const { vineyard, experiences, next_days } = loaderData
  const { id } = vineyard
  const head = pageHead({
    title: [vineyard.name, placeOf(vineyard)].filter(Boolean).join(', '),
    description: describeVineyard(vineyard, experiences.length),
    path: href('/vineyard/:id', { id }),
    share: href('/vineyard/:id/share.jpg', { id }),
    matches,
  })
  // A made-up estate is nothing that a search engine should take for a place.
  if (vineyard.is_demo) return head
  const at = addressesOn(siteOf(matches))
  const bookable = experiences.map((experience) =>
    structuredExperience(
      experience,
      next_days?.get(experience.id),
      at(href('/book-now/:id', { id }) + queryOf({ experience: experience.id })),
    ),
  )
  const things = [
    structuredVineyard(vineyard, at),
    structuredTrail(trailTo(vineyard), vineyard.name, at),
    ...bookable,
  ]
  return [...head, { 'script:ld+json': structuredPage(things) }]
}

export default function VineyardPage({ loaderData }: Route.ComponentProps) {
  const { vineyard, experiences, pictures, trip, today, next_days, locator, backdrop, claim_form_url } =
    loaderData
  return (
    <>
      <Breadcrumb className="wrap" trail={trailTo(vineyard)} here={vineyard.name} />
      <Cover address={vineyard.cover_image_url} pictures={pictures} />
      <div className="wrap">
        <TitleBlock vineyard={vineyard}>
          {!vineyard.is_verified && <ClaimInvitation vineyard={vineyard} form={claim_form_url} />}
        </TitleBlock>
        <div className="two vineyard-parts">
          <div>
            <About description={vineyard.description} />
            <MorePictures pictures={pictures} />
            <section className="experiences" aria-labelledby="experiences">
              <h2 id="experiences">Experiences &amp; Tours</h2>
              <ExperienceList
                vineyard={vineyard}
                experiences={experiences}
                pictures={pictures}
                trip={trip}
                today={today}
                nextDays={next_days}
              />
            </section>
          </div>
          <ContactCard vineyard={vineyard} locator={locator} backdrop={backdrop} />
        </div>
      </div>
    </>
  )
}

/** Wide and first. Without a picture it is low and empty: the figure on its hill. */
function Cover({ address, pictures }: { address: string | null; pictures: ShownPicture[] }) {
  const picture = pictureOf(address)
  const alt = pictures.find((known) => known.address === address)?.alt ?? ''
  if (picture)
    return (
      <Plate className="cover" picture={picture} alt={alt} sizes="(min-width: 82rem) 76rem, 100vw" eager />
    )
  return (
    <div className="cover bare-cover">
      <Hill className="bare-hill" />
      <Figure />
    </div>
  )
}

function trailTo({ region }: Vineyard) {
  const trail = [{ to: href('/explore'), label: 'Vineyards' }]
  if (region) trail.push({ to: href('/explore') + queryOf({ search: region }), label: region })
  return trail
}

function TitleBlock({ vineyard, children }: { vineyard: Vineyard; children: ReactNode }) {
  const { name, logo_url } = vineyard
  const place = placeOf(vineyard)
  return (
    <div className="title-block">
      {isOurPicture(logo_url) && (
        <div className="logo">
          <img src={logo_url} width={88} height={88} alt={`Logo of ${name}`} />
        </div>
      )}
      <div className="row">
        <h1>{name}</h1>
        <VineyardBadge vineyard={vineyard} />
        <DemoRibbon vineyard={vineyard} />
      </div>
      {place && (
        <p className="meta meta-lg">
          <span>
            <Icon name="pin" />
            {place}
          </span>
        </p>
      )}
      {children}
    </div>
  )
}

/** Blank lines part the paragraphs. */
function About({ description }: { description: string | null }) {
  const text = description?.trim() || 'No description available for this vineyard.'
  return (
    <section className="measure" aria-labelledby="about">
      <h2 id="about" className="sr">
        About
      </h2>
      {text.split(/\n\s*\n/).map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </section>
  )
}
