import { Link } from 'react-router'
import type { z } from 'zod'

import type { StaffArea } from '../../staff-client/staff-area.ts'
import { formatDayInList } from '../../platform/days.ts'
import { formatMoney } from '../../platform/money.ts'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/lists/data-table.tsx'
import { StatusPill } from '../../ui/badge.tsx'
import { mayCancel, statusDetails, statusPillOf } from '../booking.ts'
import { bookedThrough, showsChannel } from '../booking-channel.ts'
import type { bookingLine } from '../booking.shapes.ts'
import { bookingLink } from '../staff-links.tsx'
import { guestsFigure } from '../sessions/session.ts'
import { dueSentence } from '../payments/payment.ts'
import { NotesToOpen } from '../notes/components/party-notes.tsx'
import { FailedEmail } from './failed-email.tsx'
import { UndoStatus } from '../changes/components/undo-status.tsx'

type Row = z.infer<typeof bookingLine>

/** The list of bookings, with buttons to confirm, to cancel, and to undo a change that was just made. */
export function BookingsTable({
  area,
  ofOne,
  rows,
  sort,
  choose: { chosen, toggle },
  onCancel,
}: {
  area: StaffArea
  /** Whether all bookings are of one vineyard. If so, the list leaves out the name of the vineyard. */
  ofOne: boolean
  rows: Row[]
  sort: string
  choose: { chosen: ReadonlySet<string>; toggle: (ids: string[], on: boolean) => void }
  onCancel: (booking: Row) => void
}) {
  const pending = rows.filter(isPending).map(({ id }) => id)
  const columns: Column<Row>[] = [
    {
      head: 'Guest',
      sort: 'guest_name',
      place: 'name',
      cell: ({ id, guest_name, ...booking }) => (
        <>
          <Link to={bookingLink(area, id)}>{guest_name}</Link>
          <NotesToOpen party={booking} name={guest_name} />
          {showsChannel(booking.channel) && (
            <span className="small soft">
              <br />
              {[bookedThrough(booking), booking.external_reference].filter(Boolean).join(', ')}
            </span>
          )}
          {booking.failed_email && (
            <div>
              <FailedEmail {...booking} />
            </div>
          )}
        </>
      ),
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
      cell: ({ is_overbooked, beyond_limits, ...booking }) => (
        <>
          {guestsFigure(booking)}
          <span className="only-narrow">{booking.number_of_guests === 1 ? ' guest' : ' guests'}</span>
          {is_overbooked && <span className="small soft"> overbooked</span>}
          {beyond_limits && <span className="small soft"> beyond limits</span>}
        </>
      ),
    },
    {
      head: 'Total',
      sort: 'total_price',
      place: 'sum',
      figures: true,
      cell: ({ total_price, currency, due }) => (
        <>
          {formatMoney(total_price, currency)}
          {due < 0 && (
            <>
              <br />
              <strong className="small nowrap">{dueSentence(due)}</strong>
            </>
          )}
        </>
      ),
    },
    {
      head: 'Status',
      sort: 'status',
      place: 'status',
      cell: (booking) => <StatusPill {...statusPillOf(booking)} />,
    },
  ]
  if (rows.some((row) => row.undo_seconds !== null || statusDetails[row.status].isUpcoming))
    columns.push({
      head: 'Actions',
      hiddenHead: true,
      place: 'actions',
      cell: (row) =>
        row.undo_seconds !== null || statusDetails[row.status].isUpcoming ? (
          <span className="row row-actions">
            <UndoStatus booking={row} />
            {isPending(row) && (
              <Button small icon="tick" name="one" value={row.id}>
                Confirm<span className="sr"> {row.guest_name}</span>
              </Button>
            )}
            {mayCancel(row) && (
              <Button
                type="button"
                small
                variant="text"
                icon="cross"
                className="cancel-row"
                title="Cancel …"
                onClick={() => onCancel(row)}
              >
                <span>
                  Cancel … <span className="sr">{row.guest_name}</span>
                </span>
              </Button>
            )}
            {isPending(row) && (
              <label className="pick">
                <span className="sr">Select {row.guest_name}</span>
                <input
                  type="checkbox"
                  name="chosen"
                  value={row.id}
                  checked={chosen.has(row.id)}
                  onChange={(event) => toggle([row.id], event.currentTarget.checked)}
                />
              </label>
            )}
          </span>
        ) : null,
    })
  return (
    <>
      {pending.length > 1 && (
        <p className="choose-all">
          <label className="row">
            <input
              type="checkbox"
              checked={pending.every((id) => chosen.has(id))}
              onChange={(event) => toggle(pending, event.currentTarget.checked)}
            />
            Select all {pending.length} pending on this page
          </label>
        </p>
      )}
      <DataTable caption="Bookings" columns={columns} rows={rows} sort={sort} />
    </>
  )
}

const isPending = ({ status, called_off_at }: Row) => status === 'pending' && called_off_at === null
