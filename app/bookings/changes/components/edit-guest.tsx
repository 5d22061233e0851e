import { useState } from 'react'

import { type ActionResult, isShownBeside, keepsSentence } from '../../../staff-client/action-result.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog, useAsking } from '../../../ui/dialog.tsx'
import { CheckField } from '../../../ui/forms/check-field.tsx'
import { DialogForm } from '../../../ui/forms/dialog-form.tsx'
import { TextAreaField, TextField } from '../../../ui/forms/field.tsx'
import { HiddenFields } from '../../../ui/forms/form-parts.tsx'
import { useSendsEmail } from '../../../ui/forms/sends-email.ts'
import { Notice } from '../../../ui/page/notice.tsx'
import type { BookingDetails } from '../../booking-record.server.ts'
import { statusDetails } from '../../booking.ts'
import { editedFields, type EditedGuestField, guestFieldLabels } from '../guest-edit.ts'

type EditedField = (typeof editedFields)[number]

/** Returns a function that makes the edit button of a field, and the dialog that these buttons open. */
export function useGuestEdit(booking: BookingDetails, outcome: ActionResult | undefined) {
  const { asking, refused, ask, close } = useAsking<EditedField, ActionResult>(outcome)
  // Resellers edit their guests themselves.
  if (booking.channel === 'reseller' || booking.is_erased) return { button: () => null, dialog: null }
  const button = (field: EditedField, label: string) => (
    <Button type="button" small variant="text" onClick={() => ask(field)}>
      {label}
    </Button>
  )
  const dialog = (
    <Dialog open={asking !== null} onClose={close} title="Edit the guest">
      {asking && <EditGuest booking={booking} first={asking} refused={refused} onClose={close} />}
    </Dialog>
  )
  return { button, dialog }
}

function EditGuest({
  booking,
  first,
  refused,
  onClose,
}: {
  booking: BookingDetails
  first: EditedField
  refused: ActionResult | undefined
  onClose: () => void
}) {
  const [email, setEmail] = useState(booking.guest_email ?? '')
  const seen = Object.fromEntries(editedFields.map((name) => [`seen_${name}`, booking[name] ?? '']))
  const field = (name: EditedField) => ({
    name,
    label: guestFieldLabels[name],
    defaultValue: booking[name] ?? '',
    error: refused?.fields[name],
    // A dialog focuses the field with the attribute `autofocus` when it opens. React does not write the attribute.
    ref: (input: Element | null) => void (name === first && input?.setAttribute('autofocus', '')),
    autoComplete: 'off',
  })
  return (
    <DialogForm refused={refused} safe="Close" onClose={onClose} send="Save" busy="Saving …">
      {refused && !isShownBeside(refused, ...editedFields) && <Refusal refused={refused} />}
      <HiddenFields values={{ intent: 'guest', ...seen }} />
      <TextField {...field('guest_name')} maxLength={120} required />
      <TextField
        {...field('guest_email')}
        type="email"
        maxLength={254}
        optional
        onInput={({ currentTarget }) => setEmail(currentTarget.value.trim())}
      />
      <AboutNewEmail booking={booking} email={email} />
      <TextField
        {...field('guest_phone')}
        type="tel"
        maxLength={40}
        optional={email !== ''}
        required={email === ''}
      />
      <TextAreaField {...field('special_requests')} rows={3} maxLength={1000} optional />
      <TextAreaField
        {...field('staff_notes')}
        rows={3}
        maxLength={4000}
        hint="Guests never see this."
        optional
      />
    </DialogForm>
  )
}

function AboutNewEmail({ booking, email }: { booking: BookingDetails; email: string }) {
  const { guest_email: old, status, mails } = booking
  const sendsEmail = useSendsEmail()
  if (email.toLowerCase() === (old ?? '').toLowerCase()) return null
  const isLinkOut = mails.some(({ to_address, state }) => to_address === old && state === 'sent')
  return (
    <div role="status" className="stack">
      {email !== '' && statusDetails[status].hasEmail && (
        <CheckField
          name="send_confirmation"
          label="Send the confirmation again"
          hint={sendsEmail ? `To ${email}` : keepsSentence}
          defaultChecked
        />
      )}
      {email === '' && <p className="soft small">Without an address, this guest gets no more emails.</p>}
      {isLinkOut && <p className="small">Somebody at {old} may still open this booking by its link.</p>}
    </div>
  )
}

function Refusal({ refused: { message, problem } }: { refused: ActionResult }) {
  const current =
    problem?.kind === 'refused' ? (problem.body.current as Record<string, string> | undefined) : undefined
  return (
    <Notice tone="bad">
      <p>{message}</p>
      {current && (
        <ul>
          {Object.entries(current).map(([field, value]) => (
            <li key={field}>
              {guestFieldLabels[field as EditedGuestField]} is now <q>{value || 'empty'}</q>
            </li>
          ))}
        </ul>
      )}
      {current && <p>Saving again replaces your colleague’s changes with yours.</p>}
    </Notice>
  )
}
