import { TextAreaField } from '../../../ui/forms/field.tsx'
import { SelectField } from '../../../ui/forms/select-field.tsx'
import { maxGuestMessage, reasonDetails, reasonsFor } from '../cancellation-reason.ts'

/** Fields for the reason of a cancellation, and for a message to the guests if any of them can be emailed. */
export function CancellationFields({
  subject,
  emailsGuests,
}: {
  subject: 'booking' | 'session'
  emailsGuests: boolean
}) {
  return (
    <>
      <SelectField
        label="Reason"
        name="reason"
        required
        defaultValue=""
        hint={
          emailsGuests
            ? `${subject === 'booking' ? 'The guest reads' : 'Guests read'} the reason in the email, unless you choose Other.`
            : 'For your records.'
        }
        options={Object.fromEntries(reasonsFor(subject).map((reason) => [reason, reasonDetails[reason]]))}
      >
        <option value="">Choose a reason</option>
      </SelectField>
      {emailsGuests && (
        <TextAreaField
          label={subject === 'booking' ? 'Message to the guest' : 'Message to the guests'}
          name="message"
          rows={3}
          maxLength={maxGuestMessage}
          optional
          hint={subject === 'booking' ? 'Shown in the email.' : 'Shown in each email.'}
        />
      )}
    </>
  )
}
