import { type KeyboardEvent, useRef, useState } from 'react'
import { useNavigation, useSubmit } from 'react-router'

import { SelectField } from '../../ui/field.tsx'
import { keepsSentence, useSendsEmail } from '../../ui/sends-email.ts'
import { type BookingStatus, bookingStatuses, statusFaces } from '../booking.ts'

/** Keys by which a closed list goes on to another choice, so that passing over one must not count as choosing it. */
const isStep = ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent) =>
  !altKey &&
  !ctrlKey &&
  !metaKey &&
  (/^(Arrow(Up|Down|Left|Right)|Home|End|PageUp|PageDown)$/.test(key) || (key.length === 1 && key !== ' '))

/**
 * The admin's status dropdown: a choice applies at once (specification §4). Who steps through it by keyboard applies the choice
 * with Enter or by leaving the field; Escape puts the status back.
 */
export function SetStatus({ status }: { status: BookingStatus }) {
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
          ? `Press Enter to set it to ${statusFaces[stepped].label}, or Escape to leave it.`
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
        // Not when the whole window was left.
        if (stepped !== null && document.activeElement !== target) apply(stepped)
      }}
    >
      {bookingStatuses.map((one) => (
        <option key={one} value={one}>
          {statusFaces[one].label}
        </option>
      ))}
    </SelectField>
  )
}
