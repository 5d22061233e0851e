import { Link } from 'react-router'

import type { StaffArea } from '../../staff-client/staff-area.ts'
import { formatDayInList } from '../../platform/days.ts'
import { formatMoney } from '../../platform/money.ts'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { StatusPill } from '../../ui/status-pill.tsx'
import { type Attendance, statusFaceOf } from '../attendance.ts'
import type { Booking } from '../booking.ts'
import { bookingLink } from '../booking-links.tsx'

type Row = Pick<
  Booking,
  | 'id'
  | 'guest_name'
  | 'booking_date'
  | 'booking_time'
  | 'number_of_guests'
  | 'total_price'
  | 'currency'
  | 'status'
> & {
  experiences: { title: string }
  vineyards: { name: string }
  is_overbooked: boolean
  attendance: Attendance | null
}

/** Whether somebody waits for the vineyard's word. */
export function isWaiting({ status }: Pick<Row, 'status'>): boolean {
  return status === 'pending'
}

/** Bookings as a list to work through; what waits can be ticked, or confirmed by itself. */
export function BookingsTable({
  area,
  ofOne,
  rows,
  sort,
  choose: { chosen, toggle },
}: {
  area: StaffArea
  /** All of one vineyard, so that none need be named. */
  ofOne: boolean
  rows: Row[]
  sort: string
  choose: { chosen: ReadonlySet<string>; toggle: (ids: string[], on: boolean) => void }
}) {
  const waiting = rows.filter(isWaiting).map(({ id }) => id)
  const columns: Column<Row>[] = [
    {
      head: 'Guest',
      sort: 'guest_name',
      place: 'name',
      cell: ({ id, guest_name }) => <Link to={bookingLink(area, id)}>{guest_name}</Link>,
    },
    {
      head: 'Experience',
      place: 'what',
      cell: ({ experiences, vineyards }) =>
        ofOne ? (
          experiences.title
        ) : (
          <>
            {experiences.title}
            <br />
            <span className="soft">{vineyards.name}</span>
          </>
        ),
    },
    {
      head: 'When',
      sort: 'starts_at',
      cell: ({ booking_date, booking_time }) => (
        <>
          <span className="nowrap">{formatDayInList(booking_date)},</span>{' '}
          <span className="nowrap">{booking_time}</span>
        </>
      ),
    },
    {
      head: 'Guests',
      sort: 'number_of_guests',
      place: 'guests',
      figures: true,
      cell: ({ number_of_guests, is_overbooked }) => (
        <>
          {number_of_guests}
          <span className="only-narrow">{number_of_guests === 1 ? ' guest' : ' guests'}</span>
          {is_overbooked && <span className="small soft"> overbooked</span>}
        </>
      ),
    },
    {
      head: 'Total',
      sort: 'total_price',
      place: 'sum',
      figures: true,
      cell: ({ total_price, currency }) => formatMoney(total_price, currency),
    },
    {
      head: 'Status',
      sort: 'status',
      place: 'status',
      cell: (booking) => <StatusPill {...statusFaceOf(booking)} />,
    },
  ]
  if (waiting.length > 0)
    columns.push({
      head: 'Confirm',
      unseen: true,
      place: 'act',
      cell: (row) =>
        isWaiting(row) ? (
          <span className="row act-row">
            <Button small icon="tick" name="one" value={row.id}>
              Confirm<span className="sr"> {row.guest_name}</span>
            </Button>
            <label className="pick">
              <span className="sr">Choose {row.guest_name}</span>
              <input
                type="checkbox"
                name="chosen"
                value={row.id}
                checked={chosen.has(row.id)}
                onChange={(event) => toggle([row.id], event.currentTarget.checked)}
              />
            </label>
          </span>
        ) : null,
    })
  return (
    <>
      {waiting.length > 1 && (
        <p className="choose-all">
          <label className="row">
            <input
              type="checkbox"
              checked={waiting.every((id) => chosen.has(id))}
              onChange={(event) => toggle(waiting, event.currentTarget.checked)}
            />
            Choose all {waiting.length} that wait on this page
          </label>
        </p>
      )}
      <DataTable caption="Bookings" columns={columns} rows={rows} sort={sort} />
    </>
  )
}
