import { csvOf } from '../platform/csv.server.ts'
import { cancelledShare, occupancyOf, type Report } from './report.ts'
import { titleOf } from './report-labels.ts'

const percent = (share: number | null) => (share === null ? null : Math.round(share * 1000) / 10)

/** Returns a report's lines as CSV. */
export function reportFile({ lines, by }: Report): string {
  const rows = lines.map((line) => ({
    ...line,
    title: titleOf(line, by),
    occupancy: percent(occupancyOf(line)),
    cancelled_share: percent(cancelledShare(line)),
  }))
  return csvOf(rows, [
    ...(by === 'experience' ? [] : [{ key: 'key', header: 'From' } as const]),
    { key: 'title', header: by === 'experience' ? 'Experience' : 'Days' },
    { key: 'bookings', header: 'Bookings' },
    { key: 'guests', header: 'Guests' },
    { key: 'earned', header: 'Earned in pounds' },
    { key: 'expected', header: 'Expected in pounds' },
    { key: 'cancelled', header: 'Cancelled' },
    { key: 'cancelled_share', header: 'Cancelled in %' },
    { key: 'places', header: 'Places offered' },
    { key: 'taken', header: 'Places taken' },
    { key: 'occupancy', header: 'Occupancy in %' },
    { key: 'lead', header: 'Days booked ahead' },
    { key: 'refused', header: 'Refused' },
  ])
}
