import { TextAreaField, TextField } from '../../../ui/forms/field.tsx'
import { useSendsEmail } from '../../../ui/forms/sends-email.ts'
import type { GuestField } from '../booking-request.ts'

/** The fields for the guest's details, with the typed values and problems. */
export function GuestFields({
  typed,
  problems,
}: {
  typed: (name: string) => string | undefined
  problems: Partial<Record<GuestField, string>>
}) {
  const emails = useSendsEmail()
  return (
    <div className="form-grid">
      <TextField
        wide
        label="Full name"
        name="guest_name"
        autoComplete="name"
        required
        defaultValue={typed('guest_name')}
        error={problems.guest_name}
      />
      <TextField
        label="Email"
        name="guest_email"
        type="email"
        autoComplete="email"
        required
        hint={
          emails
            ? 'We email your booking and a link to cancel it.'
            : 'The vineyard can reach you at this address.'
        }
        defaultValue={typed('guest_email')}
        error={problems.guest_email}
      />
      <TextField
        label="Phone"
        name="guest_phone"
        type="tel"
        autoComplete="tel"
        required
        hint="We’ll call only if plans change, for example because of the weather."
        defaultValue={typed('guest_phone')}
        error={problems.guest_phone}
      />
      <TextAreaField
        wide
        optional
        label="Anything the vineyard should know?"
        name="special_requests"
        rows={3}
        maxLength={1000}
        hint="For example diet, access, children or a birthday."
        defaultValue={typed('special_requests')}
        error={problems.special_requests}
      />
    </div>
  )
}
