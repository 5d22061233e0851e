import { href, useSearchParams } from 'react-router'

import { formatTotal } from '../../platform/text/counts.ts'
import type { StaffArea } from '../../staff-client/staff-area.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/lists/empty.tsx'
import { bookingsLink } from '../staff-links.tsx'
import { type BookingListView, isBookingFilter } from '../booking-list.ts'

/** The text of an empty list of bookings, with a link to what staff can do next. */
export function NoBookings({
  area,
  view,
  isNarrowed,
  all,
}: {
  area: StaffArea
  view: BookingListView
  isNarrowed: boolean
  all: number
}) {
  const [search] = useSearchParams()
  if (all > 0 && view !== 'all')
    return (
      <Empty
        title={emptyTitles[view]}
        action={
          <ButtonLink
            to={`?${new URLSearchParams([...search].filter(([name]) => isBookingFilter(name)).concat([['view', 'all']]))}`}
          >
            {all === 1 ? 'Show the other booking' : `Show all ${formatTotal(all)} bookings`}
          </ButtonLink>
        }
      >
        {isNarrowed ? 'Other bookings match your search.' : 'Your other bookings are in the other lists.'}
      </Empty>
    )
  if (isNarrowed)
    return (
      <Empty
        title="No bookings match that"
        action={<ButtonLink to={bookingsLink(area)}>Show upcoming bookings</ButtonLink>}
      >
        Try other dates or another search.
      </Empty>
    )
  return (
    <Empty
      title="No bookings yet"
      action={
        area === 'winemaker' && <ButtonLink to={href('/winemaker/experiences')}>Go to experiences</ButtonLink>
      }
    >
      New bookings appear here straight away.
    </Empty>
  )
}

const emptyTitles: Record<Exclude<BookingListView, 'all'>, string> = {
  today: 'No bookings today',
  upcoming: 'No upcoming bookings',
  waiting: 'You’re all caught up',
  past: 'No past bookings',
  cancelled: 'No cancelled bookings',
}
