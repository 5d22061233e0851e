import type { Slot } from '../../../availability/slot.ts'
import { formatDuration, formatGroup, formatParties } from '../../../catalogue/experiences/experience.ts'
import type { Rating } from '../../../bookings/reviews/rating.ts'
import { countOf } from '../../../platform/text/counts.ts'
import { type Day, formatDayShort, formatTime, formatWeekdayBrief } from '../../../platform/days.ts'
import { formatMoney } from '../../../platform/money.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Icon } from '../../../ui/pictures/icon.tsx'
import { IconText } from '../../../ui/pictures/icon-text.tsx'
import { Live } from '../../../ui/page/live.tsx'
import type { CardFacts } from '../card-facts.server.ts'

/** Shows 'Sat 28 Nov, 10:00 AM · 12 places · from £17.50'. Starts with 'Takes 4–8' if the party does not fit. */
export function NextSlotLine({
  facts: { next, from, other_parties },
  today,
}: {
  facts: Pick<CardFacts, 'next' | 'from' | 'other_parties'>
  today: Day
}) {
  return (
    <p className="next-slot">
      {other_parties && (
        <>
          <strong>{formatParties(other_parties)}</strong> ·{' '}
        </>
      )}
      {next && (
        <>
          <Live instead="Available days will be back shortly ·">
            <span className="sr">Next available: </span>
            {`${formatSlotStart(next, today)} · `}
            {/* The dot is inside this element, so that no line begins with it. */}
            <span>{`${countOf(next.remaining, 'place')} ·`}</span>
          </Live>{' '}
        </>
      )}
      <span>
        from <strong className="num">{formatMoney(from.price, from.currency)}</strong>
        {next ? <span className="sr"> a person</span> : ' a person'}
      </span>
    </p>
  )
}

/** Shows 'Sat 28 Nov, 10:00 AM · 12 places', for cards that show the price elsewhere. */
export function NextStart({ next, today }: { next: NonNullable<CardFacts['next']>; today: Day }) {
  return (
    <p className="next-slot">
      <Live instead="Available days will be back shortly">
        <span className="sr">Next available: </span>
        {`${formatSlotStart(next, today)} · ${countOf(next.remaining, 'place')}`}
      </Live>
    </p>
  )
}

/** Returns 'Sat 28 Nov, 10:00 AM' or 'Today, 10:00 AM', with the year unless it is the current one. */
function formatSlotStart(slot: Pick<Slot, 'slot_date' | 'start_time'>, today: Day): string {
  const day = slot.slot_date === today ? 'Today' : formatWeekdayBrief(slot.slot_date, today)
  return `${day}, ${formatTime(slot.start_time)}`
}

/** The average of the reviews and their number: '★ 4.6 (12)', read out as '4.6 out of 5, 12 reviews'. */
export function RatingLine({ rating: { average, reviews, text } }: { rating: Rating }) {
  return (
    <span>
      <span aria-hidden="true">
        ★ <strong className="num">{average}</strong> ({reviews})
      </span>
      <span className="sr">{text}</span>
    </span>
  )
}

/** The chips that set a vineyard apart: it is new, has few places left today, or welcomes dogs */
export function CardChips({ facts: { chips } }: { facts: CardFacts }) {
  return (
    chips[0] && (
      <Live instead="">
        <p className="chips">
          {chips.map((chip) => (
            <Badge key={chip} tone="yes" icon="tick">
              {chip}
            </Badge>
          ))}
        </p>
      </Live>
    )
  )
}

/** The durations and group sizes, if they are known */
export function FactsLine({ facts }: { facts: CardFacts }) {
  const { shortest, longest } = facts
  return (
    <p className="meta">
      {shortest !== null && longest !== null && (
        <IconText icon="clock">
          {shortest === longest
            ? formatDuration(shortest)
            : `${formatDuration(shortest)} to ${formatDuration(longest)}`}
        </IconText>
      )}
      {!facts.other_parties && <IconText icon="people">{formatGroup(facts)} guests</IconText>}
    </p>
  )
}

/** Shows 'Next available: Saturday 13 June', with the year unless it is the current one. */
export function NextDay({ day, today }: { day: Day; today: Day }) {
  return (
    <span>
      <Live instead="Available days will be back shortly">
        <Icon name="calendar" />
        Next available: {day === today ? 'today' : formatDayShort(day, today)}
      </Live>
    </span>
  )
}
