import { href } from 'react-router'
import { type Experience, formatDuration, formatGroup, formatType } from '../experiences/experience.ts'
import { VisitFactList } from '../experiences/components/visit-fact-list.tsx'
import { groupVisitFacts, type VisitFacts } from '../experiences/visit-facts.ts'
import type { Day } from '../platform/days.ts'
import { formatMoney } from '../platform/money.ts'
import { ButtonAnchor, ButtonLink } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Icon } from '../ui/icon.tsx'
import { Live } from '../ui/live.tsx'
import type { Vineyard } from '../vineyards/vineyard.ts'
import { NextDay } from '../search/components/card-facts.tsx'
import { Gallery, type ShownPicture } from './vineyard-face.tsx'
import { queryOf, type Trip } from '../search/trip.ts'

/** The experiences with their booking links. `nextDays` has the next open day by experience id, null if it is not known. */
export function ExperienceList({
  vineyard,
  experiences,
  pictures,
  trip,
  today,
  nextDays,
}: {
  vineyard: Pick<Vineyard, 'id' | 'name' | 'website'>
  experiences: Experience[]
  /** All pictures of the vineyard. Each experience shows its own. */
  pictures: ShownPicture[]
  trip: Trip
  today: Day
  nextDays: Map<string, Day> | null
}) {
  if (experiences.length === 0) return <NothingToBook vineyard={vineyard} />
  const { common, own } = groupVisitFacts(experiences)
  const list = (
    <ul className="exps plain">
      {experiences.map((experience, n) => (
        <li className="exp" key={experience.id}>
          <ExperienceDetails
            experience={experience}
            facts={own[n] ?? experience}
            today={today}
            nextDay={nextDays?.get(experience.id)}
          />
          <div className="side">
            <p className="price">
              {formatMoney(experience.price_per_person, experience.currency)} <small>a person</small>
            </p>
            <Live instead="Booking will be back shortly">
              <ButtonLink
                variant="primary"
                to={
                  href('/book-now/:id', { id: vineyard.id }) + queryOf({ experience: experience.id, ...trip })
                }
                aria-label={`Book Now: ${experience.title}`}
              >
                Book Now
              </ButtonLink>
            </Live>
          </div>
          <Gallery
            pictures={pictures.filter(({ experience_id }) => experience_id === experience.id)}
            what={experience.title}
          />
        </li>
      ))}
    </ul>
  )
  return (
    <>
      {list}
      <VisitFactList heading="For every visit" level="h3" facts={common} />
    </>
  )
}

function ExperienceDetails({
  experience,
  facts,
  today,
  nextDay,
}: {
  experience: Experience
  facts: VisitFacts
  today: Day
  nextDay: Day | undefined
}) {
  const { title, description, type, duration_minutes } = experience
  return (
    <div className="stack-sm">
      <h3>{title}</h3>
      {description && <p className="measure">{description}</p>}
      <p className="meta">
        {type && (
          <span>
            <Icon name="glass" />
            {formatType(type)}
          </span>
        )}
        {duration_minutes !== null && (
          <span>
            <Icon name="clock" />
            {formatDuration(duration_minutes)}
          </span>
        )}
        <span>
          <Icon name="people" />
          {formatGroup(experience)} guests
        </span>
        {nextDay && <NextDay day={nextDay} today={today} />}
      </p>
      <VisitFactList facts={facts} />
    </div>
  )
}

function NothingToBook({ vineyard: { name, website } }: { vineyard: Pick<Vineyard, 'name' | 'website'> }) {
  return (
    <Empty
      level="h3"
      title="Nothing to book here yet"
      action={
        website ? (
          <ButtonAnchor href={website} target="_blank" rel="noopener">
            Visit their website
          </ButtonAnchor>
        ) : (
          <ButtonLink to={href('/explore')}>See other vineyards</ButtonLink>
        )
      }
    >
      {name} does not take bookings through Chalk&nbsp;&amp;&nbsp;Vine.
    </Empty>
  )
}
