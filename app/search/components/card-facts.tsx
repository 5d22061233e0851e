import { formatDuration, formatGroup } from '../../experiences/experience.ts'
import { type Day, formatDayShort } from '../../platform/days.ts'
import { Icon } from '../../ui/icon.tsx'
import { Live } from '../../ui/live.tsx'
import type { CardFacts } from '../search.server.ts'

/** The next open day, durations and group sizes, as far as they are known. */
export function FactsLine({ facts, today }: { facts: CardFacts; today: Day }) {
  const { next_day, shortest, longest } = facts
  return (
    <p className="meta">
      {next_day && <NextDay day={next_day} today={today} />}
      {shortest !== null && longest !== null && (
        <span>
          <Icon name="clock" />
          {shortest === longest
            ? formatDuration(shortest)
            : `${formatDuration(shortest)} to ${formatDuration(longest)}`}
        </span>
      )}
      <span>
        <Icon name="people" />
        {formatGroup(facts)} guests
      </span>
    </p>
  )
}

/** 'Next available: Saturday 13 June', with the year unless it is this one. */
export function NextDay({ day, today }: { day: Day; today: Day }) {
  return (
    <span>
      <Live instead="Free days will be back shortly">
        <Icon name="calendar" />
        Next available: {day === today ? 'today' : formatDayShort(day, today)}
      </Live>
    </span>
  )
}
