import { Form, useNavigation } from 'react-router'

import type { StaffArea } from '../../staff-client/staff-area.ts'
import { Button } from '../../ui/button.tsx'
import { FollowedSelect } from '../../ui/followed-field.tsx'
import { type Attendance, attendanceLabels, attendances } from '../attendance.ts'
import { type BookingStatus, bookingStatuses, statusFaces } from '../booking.ts'
import { keepsSentence, useSendsEmail } from '../../ui/sends-email.ts'
import { CancelByStaff } from './cancel-by-staff.tsx'
import { SetStatus } from './set-status.tsx'

/** The one thing to do next, by status; completed and cancelled ask for nothing. */
const next: Partial<Record<BookingStatus, { status: BookingStatus; label: string }>> = {
  pending: { status: 'confirmed', label: 'Confirm' },
}

/** What staff do with a booking: confirm it, record attendance, or set any of the four statuses. Winemakers are asked before they cancel. */
export function BookingActions({
  area,
  status,
  attendance,
  mayRecord,
}: {
  area: StaffArea
  status: BookingStatus
  attendance: Attendance | null
  mayRecord: Attendance[]
}) {
  const emails = useSendsEmail()
  const busy = useNavigation().formMethod === 'POST'
  const todo = next[status]
  return (
    <section className="panel" aria-labelledby="acts">
      <h2 id="acts">{todo ? 'The guest is waiting for your confirmation' : 'Attendance'}</h2>
      {todo && (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="intent" value="status" />
          <input type="hidden" name="seen" value={status} />
          <Button variant="primary" wide icon="tick" name="status" value={todo.status} disabled={busy}>
            {todo.label}
          </Button>
        </Form>
      )}
      {statusFaces[status].takesPlaces && mayRecord.length < attendances.length && (
        <p className="soft small">
          {mayRecord.length === 0
            ? 'You can mark arrivals on the day of the visit.'
            : 'You can mark a no-show once the visit has started.'}
        </p>
      )}
      {statusFaces[status].takesPlaces && (attendance !== null || mayRecord.length > 0) && (
        <Form method="post" preventScrollReset className="row">
          <input type="hidden" name="intent" value="attendance" />
          {attendances
            .filter((mark) => mark === attendance || mayRecord.includes(mark))
            .map((mark) => (
              <Button
                key={mark}
                icon={mark === 'arrived' ? 'tick' : 'cross'}
                name="attendance"
                value={attendance === mark ? '' : mark}
                aria-pressed={attendance === mark}
                disabled={busy}
              >
                {attendanceLabels[mark]}
              </Button>
            ))}
        </Form>
      )}
      {area === 'admin' ? (
        <SetStatus status={status} />
      ) : (
        <>
          <Form method="post" preventScrollReset className="set-status">
            <input type="hidden" name="intent" value="status" />
            <input type="hidden" name="seen" value={status} />
            <FollowedSelect
              label="Status"
              name="status"
              value={status}
              hint={emails ? 'Confirmed sends the guest an email.' : keepsSentence}
            >
              {bookingStatuses
                .filter((one) => one !== 'cancelled' || status === 'cancelled')
                .map((one) => (
                  <option key={one} value={one}>
                    {statusFaces[one].label}
                  </option>
                ))}
            </FollowedSelect>
            <Button disabled={busy}>Set status</Button>
          </Form>
          {status !== 'cancelled' && <CancelByStaff status={status} busy={busy} />}
        </>
      )}
    </section>
  )
}
