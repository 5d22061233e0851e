import { Fragment, type ReactNode } from 'react'

import { formatMiles } from '../../search/near.ts'
import { earlyBy } from '../../../bookings/booking-terms.ts'
import { formatTime } from '../../../platform/days.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Icon } from '../../../ui/pictures/icon.tsx'
import { formatDuration } from '../../../catalogue/experiences/experience.ts'
import type { LunchBreak } from '../plan-day.ts'
import { type DayEnds, formatParts, walksAfter } from '../travel.ts'
import { formatMinutes } from '../../../catalogue/stations/station.ts'
import { timeOf, type Leg, type Minutes, type Passing } from '../day-times.ts'
import { driveRange } from '../drive.ts'

/**
 * Lists the stops of a day, each with its times and the way from the previous stop. `ends` become the first and the
 * last line of the list. The lunch break is shown before the stop that follows it.
 */
export function DayRoute({
  points,
  label,
  ends = null,
  lunch = null,
}: {
  points: { key: string; passing: Passing; leg: Leg | null; children: ReactNode }[]
  label: string
  ends?: DayEnds | null
  lunch?: LunchBreak | null
}) {
  const sunset = ends?.sunset
  const wayTo = (leg: Leg | null, leaves: Minutes | undefined) => (
    <p className="route-way soft small">
      <Icon name="route" />
      <span>
        {wayOf(leg)}
        {sunset && leaves !== undefined && leg?.parts && walksAfter(sunset, leaves, leg.parts)
          ? `. Part of this walk may be after sunset at ${formatTime(timeOf(sunset))}`
          : null}
      </span>
    </p>
  )
  return (
    <ol className="route" aria-label={label}>
      {ends && (
        <li className="route-end">
          <EndTime at={ends.out.leaves} leg={ends.out.leg} what={`leave ${ends.out.from}`} />
        </li>
      )}
      {points.map(({ key, passing, leg, children }, n) => (
        <Fragment key={key}>
          {lunch?.before === n && <LunchStop lunch={lunch} />}
          <li>
            {n > 0 && wayTo(leg, points[n - 1]?.passing.leaves)}
            {n === 0 && ends && wayTo(ends.out.leg, ends.out.leaves)}
            <p className="route-time num">
              {formatTime(timeOf(passing.starts))}
              <span className="soft"> to {formatTime(timeOf(passing.ends))}</span>
            </p>
            <div className="route-stop">{children}</div>
            <ArrivalWarning passing={passing} />
          </li>
        </Fragment>
      ))}
      {ends && (
        <li className="route-end">
          {wayTo(ends.back.leg, points.at(-1)?.passing.leaves)}
          <EndTime at={ends.back.arrives} leg={ends.back.leg} what={`back at ${ends.back.to}`} />
        </li>
      )}
    </ol>
  )
}

/** The time at which a day begins or ends. A way without a car is reckoned with its longest time, a drive with its usual time. */
function EndTime({ at, leg, what }: { at: Minutes; leg: Leg; what: string }) {
  return (
    <p className="route-time num">
      {leg.parts ? '' : 'About '}
      {formatTime(timeOf(at))}
      <span className="soft">
        {leg.parts ? ' at the latest: ' : ': '}
        {what}
      </span>
    </p>
  )
}

function LunchStop({ lunch }: { lunch: LunchBreak }) {
  const { until, isAfterDrive, food = [] } = lunch
  // Rounds to five minutes, because estimated drives give times such as 1:38 PM.
  const from = Math.ceil(lunch.from / 5) * 5
  const length = Math.floor((until - from) / 5) * 5
  return (
    <li className="route-end route-lunch">
      <p className="route-time num">
        Lunch: {formatTime(timeOf(from))} to {formatTime(timeOf(from + length))}
        <span className="soft">
          , about {formatDuration(length)}
          {isAfterDrive && ', after you arrive'}
        </span>
      </p>
      {food.map(({ vineyard, text }) => (
        <p key={vineyard} className="soft small">
          Food at {vineyard}, in the vineyard’s words: {text}
        </p>
      ))}
    </li>
  )
}

function wayOf(leg: Leg | null): string {
  if (!leg) return 'Distance unknown'
  if (leg.minutes === 0) return 'Same place'
  if (leg.parts) return formatParts(leg.parts)
  const miles = formatMiles(leg.kilometres)
  return `${formatMinutes(driveRange(leg))} by car, ${leg.by === 'estimate' ? `about ${miles}` : miles}`
}

function ArrivalWarning({ passing: { reached, arrives } }: { passing: Passing }) {
  if (reached === 'in_time') return null
  const arrival = `you’d arrive at ${formatTime(timeOf(arrives))}`
  return (
    <p>
      <Badge tone="note" icon={reached === 'late' ? 'alert' : 'clock'}>
        {reached === 'late'
          ? `Too late: ${arrival}, after the start`
          : `Tight: ${arrival}, less than ${earlyBy} minutes before the start`}
      </Badge>
    </p>
  )
}
