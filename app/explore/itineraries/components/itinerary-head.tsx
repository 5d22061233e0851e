import { href } from 'react-router'

import { formatDay, formatTime } from '../../../platform/days.ts'
import { pictureOf } from '../../../platform/media/picture.ts'
import { formatMoney } from '../../../platform/money.ts'
import { countOf } from '../../../platform/text/counts.ts'
import { formatDuration } from '../../../catalogue/experiences/experience.ts'
import { Button, ButtonAnchor, ButtonLink } from '../../../ui/button.tsx'
import { useHydrated } from '../../../ui/page/hydrated.ts'
import { moods } from '../../../ui/pictures/drawings.tsx'
import { Icon } from '../../../ui/pictures/icon.tsx'
import type { IconName } from '../../../ui/pictures/icons.ts'
import { PictureFrame } from '../../../ui/pictures/picture-frame.tsx'
import { timeOf } from '../day-times.ts'
import { type DayCost, type Itinerary, type Stop, type TimedDay } from '../itinerary.ts'
import { waysToTravel } from '../means-of-travel.ts'
import { saveDay } from './stored-itinerary.tsx'
import './itinerary-head.css'

const mostPictures = 3

/** Shows the pictures of a day's vineyards side by side. A vineyard without a picture gets a drawing. */
export function DayPictures({ stops }: { stops: Stop[] }) {
  const vineyards = new Map(
    stops.flatMap(({ vineyard }) => (vineyard?.is_visible ? [[vineyard.id, vineyard] as const] : [])),
  )
  const shown = [...vineyards.values()].slice(0, mostPictures)
  if (shown.length === 0) return null
  return (
    <div className="day-pictures" data-pictures={shown.length}>
      {shown.map(({ id, name, cover_image_url, poster_url }, n) => (
        <PictureFrame
          key={id}
          picture={pictureOf(cover_image_url ?? poster_url)}
          alt={name}
          eager={n === 0}
          scene={n % 2 === 0 ? 'rows' : 'combe'}
          mood={moods[n % moods.length] ?? 'day'}
          sizes={n === 0 ? '(min-width: 62rem) 40rem, 100vw' : '(min-width: 62rem) 20rem, 50vw'}
        />
      ))}
    </div>
  )
}

/** The facts of a day at a glance: date, party, hours, visits, means of travel and price. */
export function DayFacts({
  itinerary: { visit_date, party, stops, travel },
  days,
  cost,
}: {
  itinerary: Pick<Itinerary, 'visit_date' | 'party' | 'stops' | 'travel'>
  days: TimedDay[]
  cost: DayCost
}) {
  const visits = stops.filter(({ vineyard }) => vineyard !== null).length
  const facts: [IconName, string | false][] = [
    ['calendar', visit_date ? formatDay(visit_date) : 'Any day'],
    ['people', countOf(party, 'guest')],
    ['clock', hoursOf(days)],
    ['glass', visits > 0 && countOf(visits, 'visit')],
    ['route', stops.length > 1 && waysToTravel[travel]],
    [
      'pound',
      cost.total !== null &&
        cost.guests !== null &&
        cost.unpriced.length === 0 &&
        `${perPerson(cost.total, cost.guests)} per person`,
    ],
  ]
  return (
    <ul className="day-facts plain">
      {facts.map(
        ([icon, text]) =>
          text && (
            <li key={icon}>
              <Icon name={icon} />
              {text}
            </li>
          ),
      )}
    </ul>
  )
}

/** Returns '10:30 AM to 4:45 PM, 6h 15min', or '2 days'; false for a day without stops. */
function hoursOf(days: TimedDay[]): string | false {
  const [first] = days
  const last = first?.points.at(-1)
  if (!first || !last) return false
  if (days.length > 1) return countOf(days.length, 'day')
  const from = first.ends?.out.leaves ?? first.points[0]?.passing.starts ?? 0
  const until = first.ends?.back.arrives ?? last.passing.leaves
  return `${formatTime(timeOf(from))} to ${formatTime(timeOf(until))}, ${formatDuration(until - from)}`
}

const perPerson = (total: number, party: number) => formatMoney(total / party, 'GBP')

/**
 * Shows the price of an itinerary, and names the visits that the price leaves out. Shows no price per person if the visits are
 * for different numbers of guests.
 */
export function DayTotal({ cost: { total, guests, priced, unpriced, others } }: { cost: DayCost }) {
  if (total === null && unpriced.length === 0) return null
  return (
    <section className="day-total" aria-labelledby="day-total">
      <h2 id="day-total">What the plan costs</h2>
      {total === null ? (
        <p>No price is known yet. Choose an experience for each visit to see what the plan costs.</p>
      ) : (
        <p className="plan-sum">
          <span className="soft">Total{guests !== null && ` for ${countOf(guests, 'guest')}`}</span>{' '}
          <strong className="num">{formatMoney(total, 'GBP')}</strong>{' '}
          {guests !== null && guests > 1 && (
            <span className="soft">({perPerson(total, guests)} per person)</span>
          )}
        </p>
      )}
      {total !== null && unpriced.length > 0 && (
        <p>Not included, because we don’t know the price: {unpriced.join(', ')}.</p>
      )}
      <p className="soft small">
        You pay at {priced === 1 ? 'the vineyard' : 'each vineyard'}.
        {others && ' Food, travel and stops that are not vineyards are not included.'}
      </p>
    </section>
  )
}

/**
 * The actions for a day: book, edit, save its calendar file, print. `suffix` is the query with the edit key, or empty.
 * `shown` is the query of the calendar file: the edit key or, without one, the share id. `isStored`: this browser stores the key.
 */
export function DayActions({
  id,
  suffix,
  shown,
  isStored,
  isBookable,
  isOwn,
  isDated,
}: Record<'id' | 'suffix' | 'shown', string> &
  Record<'isStored' | 'isBookable' | 'isOwn' | 'isDated', boolean>) {
  const hydrated = useHydrated()
  return (
    <div className="row no-print">
      {isBookable && (
        <ButtonAnchor small variant="primary" href="#book-day">
          Book this plan
        </ButtonAnchor>
      )}
      {isOwn && (
        <ButtonLink small to={href('/itinerary/:id/edit', { id }) + suffix}>
          Edit this plan
        </ButtonLink>
      )}
      {isDated && (
        <ButtonAnchor
          small
          icon="calendar"
          href={href('/itinerary/:id/calendar.ics', { id }) + shown}
          download
          onClick={isStored ? saveDay : undefined}
        >
          Calendar file (.ics)
        </ButtonAnchor>
      )}
      <Button
        type="button"
        small
        icon="print"
        className={hydrated ? undefined : 'invisible'}
        onClick={() => print()}
      >
        Print
      </Button>
    </div>
  )
}
