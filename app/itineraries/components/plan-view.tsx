import { href, Link } from 'react-router'

import { formatDuration } from '../../experiences/experience.ts'
import { formatDay } from '../../platform/days.ts'
import { formatMoney, timesGuests } from '../../platform/money.ts'
import { Notice } from '../../ui/notice.tsx'
import { DayRoute } from './day-route.tsx'
import type { ProposedDay } from '../proposal.server.ts'

/** What was planned, day by day. */
export function PlanView({ days, guests }: { days: ProposedDay[]; guests: number }) {
  return days.map(({ date, visits, lunch }) => (
    <section key={date} className="plan-day" aria-labelledby={`day-${date}`}>
      <h2 id={`day-${date}`}>{formatDay(date)}</h2>
      {visits.length === 0 ? (
        <Notice tone="info">
          Nothing around there has places for all of you at those hours. Another day or a longer one often
          does it.
        </Notice>
      ) : (
        <DayRoute
          label={`Visits on ${formatDay(date)}`}
          points={visits.map(({ vineyard, experience, slot, passing, leg }) => ({
            key: slot.id,
            passing,
            leg,
            children: (
              <>
                <h3>
                  <Link to={href('/vineyard/:id', { id: vineyard.id })}>{vineyard.name}</Link>
                </h3>
                <p>{experience.title}</p>
                <p className="soft small">
                  {[
                    vineyard.city,
                    experience.duration_minutes !== null && formatDuration(experience.duration_minutes),
                    formatMoney(timesGuests(experience.price_per_person, guests), experience.currency),
                  ]
                    .filter(Boolean)
                    .join(', ')}
                </p>
              </>
            ),
          }))}
        />
      )}
      {lunch && <p className="soft small">There is time for lunch between noon and half past two.</p>}
    </section>
  ))
}
