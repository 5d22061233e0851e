import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Form, useNavigation, useSubmit } from 'react-router'

import { type ActionResult, keepsSentence } from '../../staff-client/action-result.tsx'
import type { StaffArea } from '../../staff-client/staff-area.ts'
import { formatDay } from '../../platform/days.ts'
import { Dialog, useAsking } from '../../ui/dialog.tsx'
import { DialogForm } from '../../ui/forms/dialog-form.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { FollowedSelect } from '../../ui/forms/followed-field.tsx'
import { FormButton, HiddenFields } from '../../ui/forms/form-parts.tsx'
import {
  attendanceLabels,
  attendances,
  type BookingStatus,
  bookingStatuses,
  statusDetails,
} from '../booking.ts'
import { type GuestContact, noEmailSentence } from '../booking-channel.ts'
import { isCalledOff } from '../sessions/call-off.ts'
import type { BookingDetails } from '../booking-record.server.ts'
import { useSendsEmail } from '../../ui/forms/sends-email.ts'
import { CancelDialog } from '../changes/components/cancel-dialog.tsx'
import { UndoStatus, useMayUndo } from '../changes/components/undo-status.tsx'

/** Returns the statuses that the form offers. A booking whose guest was erased cannot become upcoming again. */
function statusesFor({ status, is_erased }: { status: BookingStatus; is_erased: boolean }): BookingStatus[] {
  if (!is_erased) return [...bookingStatuses]
  return bookingStatuses.filter(
    (each) => each === status || (status !== 'cancelled' && !statusDetails[each].isUpcoming),
  )
}

const optionsOf = (statuses: BookingStatus[]) =>
  Object.fromEntries(statuses.map((status) => [status, statusDetails[status]]))

/** Lets staff confirm a booking, record attendance and set its status. Asks winemakers before they cancel. */
export function StatusAndAttendance({
  area,
  booking,
  outcome,
}: {
  area: StaffArea
  booking: BookingDetails
  outcome: ActionResult | undefined
}) {
  const { status, attendance, may_record: mayRecord } = booking
  const { asking, refused, ask, close } = useAsking<'cancel' | 'complete', ActionResult>(outcome)
  const mayUndo = useMayUndo(booking.undo_seconds)
  const sendsEmail = useSendsEmail() && statusDetails[status].emailsGuest && booking.has_email
  const { takesPlaces } = statusDetails[status]
  const isPending = status === 'pending' && !booking.is_erased
  const statuses = statusesFor(booking)
  const confirmSentence = useEmailSentence(booking, 'We email the guest if you choose Confirmed.')
  // The specification allows any status at any time (§4), so staff may complete an upcoming visit. A dialog
  // asks first.
  const asksFirst = (next: FormDataEntryValue | null) =>
    next === 'completed' && status !== next && !mayRecord.includes('no_show')
  const cancelButton = (
    <FormButton type="button" variant="danger" onClick={() => ask('cancel')}>
      Cancel booking
    </FormButton>
  )
  const dialog = (
    <>
      <CancelDialog
        booking={asking === 'cancel' ? booking : null}
        refusal={refused?.message}
        onClose={close}
      />
      <Dialog
        open={asking === 'complete'}
        onClose={close}
        title={`Complete the visit of ${booking.guest_name} before it starts?`}
      >
        <DialogForm
          safe={`Leave it ${statusDetails[status].label.toLowerCase()}`}
          onClose={close}
          send="Complete it now"
          onSubmit={close}
        >
          <p>
            The visit is on {formatDay(booking.booking_date)} at {booking.booking_time}. Once it is completed,
            its price counts as earned, and the guest can no longer move or cancel the booking.
          </p>
          <HiddenFields values={{ intent: 'status', seen: status, status: 'completed' }} />
        </DialogForm>
      </Dialog>
    </>
  )
  if (isCalledOff(booking))
    return (
      <section className="panel" aria-labelledby="acts">
        <h2 id="acts">This session is called off</h2>
        <p>
          Until the original start, the guest can choose another time or cancel. After that, the booking is
          cancelled. You can also move it for the guest.
        </p>
        {cancelButton}
        {dialog}
      </section>
    )
  return (
    <section className="panel" aria-labelledby="acts">
      <h2 id="acts">{isPending ? 'The guest is waiting for your confirmation' : 'Attendance'}</h2>
      {mayUndo && (
        <Form method="post" preventScrollReset className="undo-status">
          <HiddenFields values={{ intent: 'undo' }} />
          <span>
            {statusDetails[status].label} a moment ago.
            {sendsEmail && ' The email to the guest waits while you can undo this.'}
          </span>
          <UndoStatus booking={booking} />
        </Form>
      )}
      {isPending && (
        <Form method="post" preventScrollReset>
          <HiddenFields values={{ intent: 'status', seen: status }} />
          <FormButton variant="primary" wide icon="tick" name="status" value="confirmed">
            Confirm
          </FormButton>
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
          <HiddenFields values={{ intent: 'attendance' }} />
          {attendances
            .filter((mark) => mark === attendance || mayRecord.includes(mark))
            .map((mark) => (
              <FormButton
                key={mark}
                icon={mark === 'arrived' ? 'tick' : 'cross'}
                name="attendance"
                value={attendance === mark ? '' : mark}
                aria-pressed={attendance === mark}
              >
                {attendanceLabels[mark]}
              </FormButton>
            ))}
        </Form>
      )}
      {statuses.length < 2 ? (
        <p>The guest was erased, so the booking stays cancelled.</p>
      ) : area === 'admin' ? (
        <SetStatus
          status={status}
          statuses={statuses}
          guest={booking}
          asks={(next) => {
            if (asksFirst(next)) ask('complete')
            return asksFirst(next)
          }}
        />
      ) : (
        <>
          <Form
            method="post"
            preventScrollReset
            className="set-status"
            onSubmit={(event) => {
              if (!asksFirst(new FormData(event.currentTarget).get('status'))) return
              event.preventDefault()
              ask('complete')
            }}
          >
            <HiddenFields values={{ intent: 'status', seen: status }} />
            <FollowedSelect
              label="Status"
              name="status"
              value={status}
              hint={confirmSentence}
              options={optionsOf(statuses.filter((each) => each !== 'cancelled' || status === 'cancelled'))}
            />
            <FormButton>Set status</FormButton>
          </Form>
          {status !== 'cancelled' && attendance !== 'arrived' && cancelButton}
        </>
      )}
      {dialog}
    </section>
  )
}

/** Returns `sentence`, which says that the guest is emailed, or a sentence that says why the guest is not emailed. */
function useEmailSentence(guest: GuestContact, sentence: string): string {
  const emails = useSendsEmail()
  if (!guest.has_email) return noEmailSentence(guest)
  return emails ? sentence : keepsSentence
}

/** Returns whether a key moves through the options of a closed dropdown. Passing an option must not choose it. */
const isStep = ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent) =>
  !altKey &&
  !ctrlKey &&
  !metaKey &&
  (/^(Arrow(Up|Down|Left|Right)|Home|End|PageUp|PageDown)$/.test(key) || (key.length === 1 && key !== ' '))

/**
 * The admin's status dropdown: a choice applies at once (specification §4), unless a dialog asks first. An
 * admin who steps through the options by keyboard applies the choice with Enter or by leaving the field;
 * Escape restores the status. A choice that is made while another is being saved applies after it.
 */
function SetStatus({
  status,
  statuses,
  guest,
  asks,
}: {
  status: BookingStatus
  statuses: BookingStatus[]
  guest: GuestContact
  /** Opens a dialog if staff must confirm this choice first, and returns whether they must. */
  asks: (next: BookingStatus) => boolean
}) {
  const submit = useSubmit()
  const emailSentence = useEmailSentence(guest, 'We email the guest if you choose Confirmed or Cancelled.')
  const { formData } = useNavigation()
  const sending = formData?.get('intent') === 'status' ? (formData.get('status') as BookingStatus) : null
  const [stepped, setStepped] = useState<BookingStatus | null>(null)
  const isStepping = useRef(false)
  const [waiting, setWaiting] = useState<BookingStatus | null>(null)
  const isSaving = formData !== undefined
  const applyWaiting = useEffectEvent(() => {
    if (waiting !== null) apply(waiting)
  })
  useEffect(() => {
    if (!isSaving) applyWaiting()
  }, [isSaving])

  function apply(next: BookingStatus) {
    isStepping.current = false
    setStepped(null)
    setWaiting(isSaving ? next : null)
    if (next === status || isSaving || asks(next)) return
    void submit(
      { intent: 'status', seen: status, status: next },
      { method: 'post', preventScrollReset: true },
    )
  }

  return (
    <SelectField
      label="Status"
      name="status"
      value={stepped ?? waiting ?? sending ?? status}
      aria-busy={sending !== null}
      hint={
        stepped && stepped !== status
          ? `Press Enter to set the status to ${statusDetails[stepped].label}, or Escape to keep it unchanged.`
          : `Applies straight away. ${emailSentence}`
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
        // If the whole window loses focus, the field stays document.activeElement, and nothing is applied.
        if (stepped !== null && document.activeElement !== target) apply(stepped)
      }}
      options={optionsOf(statuses)}
    />
  )
}
