import { formatMoment } from '../../platform/days.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import type { FeedPlace } from '../calendar-data.tsx'
import { FeedActions } from './feed-actions.tsx'

/** A vineyard's bookings, and those of each experience, for other calendars to read. */
export function FeedList({ vineyardId, places }: { vineyardId: string; places: FeedPlace[] }) {
  const rows = places.map((place) => ({ ...place, id: place.experience_id ?? 'all' }))
  return <DataTable caption="Addresses of bookings" columns={columnsAt(vineyardId)} rows={rows} sort="" />
}

const columnsAt = (vineyardId: string): Column<FeedPlace & { id: string }>[] => [
  { head: 'Bookings', place: 'name', cell: ({ title }) => title },
  {
    head: 'Address',
    cell: ({ feed }) => (feed ? `Made ${formatMoment(feed.renewed_at)}` : 'No address yet'),
  },
  {
    head: 'Last read',
    told: true,
    cell: ({ feed }) => feed && (feed.last_read_at ? formatMoment(feed.last_read_at) : 'Never'),
  },
  {
    head: 'What can be done',
    unseen: true,
    place: 'act',
    cell: (place) => <FeedActions vineyardId={vineyardId} place={place} />,
  },
]
