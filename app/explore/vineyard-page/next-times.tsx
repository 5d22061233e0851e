import { href, Link } from 'react-router'

import type { Day } from '../../platform/days.ts'
import { NextDay } from '../search/components/card-facts.tsx'
import { queryOf, type Trip } from '../search/trip.ts'
import { Live } from '../../ui/page/live.tsx'
import type { ExperienceOffer } from './vineyard-page.server.ts'

/** The next times of an experience. A press opens the booking form with day, time and party chosen. */
export function NextTimes({
  vineyardId,
  offer: { id, title, next_day, next_times },
  trip,
  today,
}: {
  vineyardId: string
  offer: ExperienceOffer
  trip: Trip
  today: Day
}) {
  if (next_day === null) return null
  const form = href('/book-now/:id', { id: vineyardId })
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
