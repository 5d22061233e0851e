import { type KeyboardEvent, useRef, useState } from 'react'
import { Form, useNavigation, useSubmit } from 'react-router'

import type { StaffArea } from '../../staff-client/staff-area.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/field.tsx'
import { FollowedSelect } from '../../ui/followed-field.tsx'
import {
  type Attendance,
  attendanceLabels,
  attendances,
  type BookingStatus,
  bookingStatuses,
  statusDetails,
} from '../booking.ts'
import { keepsSentence, useSendsEmail } from '../../ui/sends-email.ts'

const statusOptions = bookingStatuses.map((status) => (
  <option key={status} value={status}>
    {statusDetails[status].label}
  </option>
))

/** What staff do with a booking: confirm it, record attendance, set its status. Winemakers confirm a cancellation first. */
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
  const { takesPlaces } = statusDetails[status]
  const isPending = status === 'pending'
  return (
    <section className="panel" aria-labelledby="acts">
      <h2 id="acts">{isPending ? 'The guest is waiting for your confirmation' : 'Attendance'}</h2>
      {isPending && (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="intent" value="status" />
          <input type="hidden" name="seen" value={status} />
          <Button variant="primary" wide icon="tick" name="status" value="confirmed" disabled={busy}>
            Confirm
          </Button>
        </Form>
      )}
      {takesPlaces && mayRecord.length < attendances.length && (
        <p className="soft small">
          {mayRecord.length === 0
            ? 'You can mark arrivals on the day of the visit.'
            : 'You can mark a no-show once the visit has started.'}
        </p>
      )}
      {takesPlaces && (attendance !== null || mayRecord.length > 0) && (
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
              {statusOptions.filter(({ key }) => key !== 'cancelled' || status === 'cancelled')}
            </FollowedSelect>
            <Button disabled={busy}>Set status</Button>
          </Form>
          {status !== 'cancelled' && <CancelByStaff status={status} busy={busy} />}
        </>
      )}
    </section>
  )
}

function CancelByStaff({ status, busy }: { status: BookingStatus; busy: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const emails = useSendsEmail()
  const close = () => setOpen(false)
  return (
    <>
      <Button type="button" variant="danger" disabled={busy} onClick={() => setOpen(true)}>
        Cancel booking
      </Button>
      <Dialog open={isOpen} onClose={close} title="Cancel this booking?">
        <p>Others can then book the places. {emails ? 'We email the guest.' : keepsSentence}</p>
        <Form method="post" preventScrollReset className="row" onSubmit={close}>
          <input type="hidden" name="intent" value="status" />
          <input type="hidden" name="seen" value={status} />
          <Button type="button" onClick={close}>
            Keep booking
          </Button>
          <Button variant="danger" name="status" value="cancelled" disabled={busy}>
            Yes, cancel it
          </Button>
        </Form>
      </Dialog>
    </>
  )
}

/** Keys that step through a closed list: passing over an option must not choose it. */
const isStep = ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent) =>
  !altKey &&
  !ctrlKey &&
  !metaKey &&
  (/^(Arrow(Up|Down|Left|Right)|Home|End|PageUp|PageDown)$/.test(key) || (key.length === 1 && key !== ' '))

/**
 * The admin's status dropdown: a choice applies at once (specification §4). After stepping through it by keyboard, Enter
 * or leaving the field applies the choice; Escape restores the status.
 */
function SetStatus({ status }: { status: BookingStatus }) {
  const submit = useSubmit()
  const emails = useSendsEmail()
  const { formData } = useNavigation()
  const sending = formData?.get('intent') === 'status' ? (formData.get('status') as BookingStatus) : null
  const [stepped, setStepped] = useState<BookingStatus | null>(null)
  const isStepping = useRef(false)

  function apply(next: BookingStatus) {
    isStepping.current = false
    setStepped(null)
    if (next === status || formData) return
    void submit(
      { intent: 'status', seen: status, status: next },
      { method: 'post', preventScrollReset: true },
    )
  }

  return (
    <SelectField
      label="Status"
      name="status"
      value={stepped ?? sending ?? status}
      aria-busy={sending !== null}
      hint={
        stepped && stepped !== status
          ? `Press Enter to set it to ${statusDetails[stepped].label}, or Escape to leave it.`
          : `Applies straight away. ${emails ? 'Confirmed and Cancelled email the guest.' : keepsSentence}`
      }
      onPointerDown={() => (isStepping.current = false)}
      onKeyDown={(event) => {
        if (isStep(event)) isStepping.current = true
        if (stepped === null || (event.key !== 'Enter' && event.key !== 'Escape')) return
        event.preventDefault()
        apply(event.key === 'Enter' ? stepped : status)
      }}
      onChange={({ target }) => {
        const next = target.value as BookingStatus
        if (isStepping.current) setStepped(next)
        else apply(next)
      }}
      onBlur={({ target }) => {
        // Not when the whole window loses focus.
        if (stepped !== null && document.activeElement !== target) apply(stepped)
      }}
    >
      {statusOptions}
    </SelectField>
  )
}
