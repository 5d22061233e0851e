import type { PlannedStart } from '../../availability/planned-start.ts'
import { type Day, formatDayShort, formatTime } from '../../platform/days.ts'
import { Notice } from '../../ui/notice.tsx'
import { sayMet } from '../exception.ts'

/** Starts of the month that hold more people than they should, and bookings that stand where nothing is planned. */
export function OverNotice({
  today,
  starts,
  left,
}: {
  today: Day
  starts: PlannedStart[]
  left: { bookings: number; guests: number }
}) {
  const over = starts.filter(({ taken, capacity }) => taken > capacity)
  if (over.length === 0 && left.bookings === 0) return null
  return (
    <Notice tone="wait" role="status">
      {over.map(({ slot_date, start_time, taken, capacity, closed }) => (
        <p key={`${slot_date} ${start_time}`}>
          <strong>
            {formatDayShort(slot_date, today)}, {formatTime(start_time)} is{' '}
            {closed ? 'closed' : `over by ${taken - capacity}`}.
          </strong>{' '}
          {closed ? `${taken} guests are still booked.` : `${capacity} places, ${taken} guests booked.`}
        </p>
      ))}
      {left.bookings > 0 && <p>{sayMet(left)} stand where this plan has nothing. They stay booked.</p>}
    </Notice>
  )
}
