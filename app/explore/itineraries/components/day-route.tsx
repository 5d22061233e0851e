import type { ReactNode } from 'react'

import { formatMiles } from '../../search/near.ts'
import { formatTime } from '../../../platform/days.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Icon } from '../../../ui/pictures/icon.tsx'
import { timeOf, type Leg, type Passing } from '../day-times.ts'

/** The stops of a day as a list, each with its times and the drive from the stop before. */
export function DayRoute({
  points,
  label,
}: {
  points: { key: string; passing: Passing; leg: Leg | null; children: ReactNode }[]
  label: string
}) {
  return (
    <ol className="route" aria-label={label}>
      {points.map(({ key, passing, leg, children }, n) => (
        <li key={key}>
          {n > 0 && (
            <p className="route-way soft small">
              <Icon name="route" />
              {driveOf(leg)}
            </p>
          )}
          <p className="route-time num">
            {formatTime(timeOf(passing.starts))}
            <span className="soft"> to {formatTime(timeOf(passing.leaves))}</span>
          </p>
          <div className="route-stop">{children}</div>
          <ArrivalWarning passing={passing} />
        </li>
      ))}
    </ol>
  )
}

function driveOf(leg: Leg | null): string {
  if (!leg) return 'Distance unknown'
  if (leg.minutes === 0) return 'Same place'
  return `${leg.by === 'estimate' ? 'about ' : ''}${leg.minutes} min by car, ${formatMiles(leg.kilometres)}`
}

function ArrivalWarning({ passing: { reached, arrives } }: { passing: Passing }) {
  if (reached === 'in_time') return null
  const arrival = `you’d arrive at ${formatTime(timeOf(arrives))}`
  return (
    <p>
      <Badge tone="note" icon={reached === 'late' ? 'alert' : 'clock'}>
        {reached === 'late'
          ? `Too late: ${arrival}, after it has started`
          : `Tight: ${arrival}, less than 15 minutes before the start`}
      </Badge>
    </p>
  )
}
