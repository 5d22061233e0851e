import type { ReactNode } from 'react'

import { formatMiles } from '../../search/near.ts'
import { formatTime } from '../../platform/days.ts'
import { Badge } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import { timeOf } from '../clock.ts'
import type { Leg } from '../travel.ts'
import type { Passing } from '../visiting-day.ts'

/** A stop as a numbered point of the line: its times, what it is, and the way from the one before. */
export type RoutePoint = { key: string; passing: Passing; leg: Leg | null; children: ReactNode }

/** The stops of a day down a line, each with its time and the drive to it. */
export function DayRoute({ points, label }: { points: RoutePoint[]; label: string }) {
  return (
    <ol className="route" aria-label={label}>
      {points.map(({ key, passing, leg, children }, n) => (
        <li key={key}>
          {n > 0 && <Way leg={leg} />}
          <p className="route-time num">
            {formatTime(timeOf(passing.starts))}
            <span className="soft"> to {formatTime(timeOf(passing.leaves))}</span>
          </p>
          <div className="route-stop">{children}</div>
          <Reach passing={passing} />
        </li>
      ))}
    </ol>
  )
}

/** How one gets here; said to be a guess where it is one. */
function Way({ leg }: { leg: Leg | null }) {
  return (
    <p className="route-way soft small">
      <Icon name="route" />
      {wayOf(leg)}
    </p>
  )
}

function wayOf(leg: Leg | null): string {
  if (!leg) return 'How far it is we do not know'
  if (leg.minutes === 0) return 'The same place'
  return `${leg.by === 'estimate' ? 'about ' : ''}${leg.minutes} min by car, ${formatMiles(leg.kilometres)}`
}

/** Whether one comes in time, in words where one does not. */
function Reach({ passing: { reached, arrives } }: { passing: Passing }) {
  if (reached === 'in_time') return null
  const there = formatTime(timeOf(arrives))
  return (
    <p>
      {reached === 'late' ? (
        <Badge tone="note" icon="alert">
          Too late: you would arrive at {there}, after it has begun
        </Badge>
      ) : (
        <Badge tone="note" icon="clock">
          Close: you would arrive at {there}, and a quarter of an hour early is asked for
        </Badge>
      )}
    </p>
  )
}
