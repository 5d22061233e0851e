import { href, Link } from 'react-router'
import { formatDuration, formatGroup, formatType } from '../../catalogue/experiences/experience.ts'
import VisitFactList from '../../catalogue/experiences/components/visit-fact-list.tsx'
import type { VisitFacts } from '../../catalogue/experiences/experience-facts.ts'
import type { Day } from '../../platform/days.ts'
import { pictureOf } from '../../platform/media/picture.ts'
import { formatMoney } from '../../platform/money.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/lists/empty.tsx'
import { Icon } from '../../ui/pictures/icon.tsx'
import { IconText } from '../../ui/pictures/icon-text.tsx'
import { PictureFrame } from '../../ui/pictures/picture-frame.tsx'
import { Live } from '../../ui/page/live.tsx'
import type { Vineyard } from '../../catalogue/vineyards/vineyard.ts'
import { NextDay } from '../search/components/card-facts.tsx'
import { Gallery, type ShownPicture } from './gallery.tsx'
import type { ExperienceOffer } from './vineyard-page.server.ts'
import { queryOf, type Trip, tripFor } from '../search/trip.ts'

/** Lists the experiences with their next times and booking links. */
export function ExperienceList({
  vineyard,
  offers,
  pictures,
  visit: { common, own },
  trip,
  today,
}: {
  vineyard: Pick<Vineyard, 'id' | 'name'>
  /** The facts about visits, as grouped by `groupVisitFacts`. */
  visit: { common: VisitFacts; own: VisitFacts[] }
  offers: ExperienceOffer[]
  /** All pictures of the vineyard. Each experience shows its own. */
  pictures: ShownPicture[]
  trip: Trip
  today: Day
}) {
  const form = href('/book-now/:id', { id: vineyard.id })
  const differs = own.some(({ facts }) => facts.length > 0)
  const ownOf = (offer: ExperienceOffer) => pictures.filter(({ experience_id }) => experience_id === offer.id)
  const list = (
    <ul className="exps plain">
      {offers.map((offer, n) => (
        <li className="exp" key={offer.id}>
          <ExperiencePicture offer={offer} pictures={ownOf(offer)} />
          <ExperienceDetails offer={offer} facts={own[n] ?? offer} />
          <div className="side">
            <div>
              <p className="price">
                {formatMoney(offer.price_per_person, offer.currency)} <small>a person</small>
              </p>
              {offer.other_parties && <p>{offer.other_parties}</p>}
            </div>
            <Live instead="Booking will be back shortly">
              <ButtonLink
                variant="primary"
                to={form + queryOf({ experience: offer.id, ...tripFor(offer, trip) })}
                aria-label={`Book Now: ${offer.title}`}
              >
                Book Now
              </ButtonLink>
            </Live>
          </div>
          <NextTimes form={form} offer={offer} trip={tripFor(offer, trip)} today={today} />
          {/* The first picture is beside the title. */}
          <Gallery pictures={ownOf(offer)} of={offer.title} />
        </li>
      ))}
    </ul>
  )
  return (
    <>
      {offers.length > 0 ? (
        list
      ) : (
        <Empty
          level="h3"
          title="Nothing to book here yet"
          action={<ButtonLink to={href('/explore')}>See other vineyards</ButtonLink>}
        >
          {vineyard.name} does not take bookings through Chalk&nbsp;&amp;&nbsp;Vine.
        </Empty>
      )}
      <VisitFactList
        heading={differs ? 'For every visit, unless an experience above says otherwise' : 'For every visit'}
        level="h3"
        facts={common}
      />
    </>
  )
}

/** The next times of an experience. A press opens the booking form with day, time and party chosen. */
function NextTimes({
  form,
  offer: { id, title, next_day, next_times },
  trip,
  today,
}: {
  /** The path of the booking form */
  form: string
  offer: ExperienceOffer
  trip: Trip
  today: Day
}) {
  if (next_day === null) return null
  return (
    <div className="next-times">
      <p className="meta">
        <NextDay day={next_day} today={today} />
      </p>
      <Live instead="">
        <ul className="plain" aria-label={`Next times for ${title}`}>
          {next_times.map(({ query, day, time, places, is_few }) => (
            <li key={query}>
              <Link to={form + query}>
                <span>{day}</span> <b>{time}</b>{' '}
                <small className={is_few ? 'few' : undefined}>{places}</small>
              </Link>
            </li>
          ))}
          <li>
            <Link className="more" to={`${form}${queryOf({ experience: id, ...trip })}#day-heading`}>
              More dates<span className="sr"> for {title}</span>
            </Link>
          </li>
        </ul>
      </Live>
    </div>
  )
}

/** The first picture of an experience, or its drawing. */
function ExperiencePicture({ offer, pictures }: { offer: ExperienceOffer; pictures: ShownPicture[] }) {
  const [first] = pictures
  const shown = first ? { ...first, alt: first.alt || `A picture of ${offer.title}` } : offer.drawing
  if (shown === null) return null
  return (
    <PictureFrame
      picture={pictureOf(shown.address)}
      alt={shown.alt}
      sizes="(min-width: 62rem) 14rem, (min-width: 40rem) 33vw, 100vw"
    />
  )
}

function ExperienceDetails({ offer, facts }: { offer: ExperienceOffer; facts: VisitFacts }) {
  const { title, description, type, duration_minutes, included, cancellation_rule } = offer
  return (
    <div className="stack-sm">
      <h3>{title}</h3>
      {description && <p className="measure">{description}</p>}
      <p className="meta">
        {type && <IconText icon="glass">{formatType(type)}</IconText>}
        {duration_minutes !== null && <IconText icon="clock">{formatDuration(duration_minutes)}</IconText>}
        <IconText icon="people">{formatGroup(offer)} guests</IconText>
      </p>
      <ul className="in-short plain small">
        {included && (
          <li>
            <Icon name="tick" />
            <span>Included: {included}</span>
          </li>
        )}
        <li>
          <Icon name="tick" />
          <span>{cancellation_rule}</span>
        </li>
      </ul>
      <VisitFactList facts={facts} />
    </div>
  )
}
