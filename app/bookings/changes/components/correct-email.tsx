import { Form, useLocation, useNavigation } from 'react-router'

import type { MailState } from '../../../mail/outbox.server.ts'
import { TextField } from '../../../ui/forms/field.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/page/notice.tsx'
import { useCorrected } from '../../new-bookings/components/refusal-notice.tsx'
import { useSendsEmail } from '../../../ui/forms/sends-email.ts'

type Props = {
  /** The guest's address, or null if staff booked without an address. */
  email: string | null
  mail: MailState | undefined
  /** Whether the guest has just corrected the address. */
  isCorrected: boolean
  refused: { wrong_email: string | undefined } | undefined
}

/** Shows whether the booking's email was sent, and a form to correct the address. */
export function CorrectEmail({ email, mail, isCorrected, refused }: Props) {
  const { problems, onEdit } = useCorrected(refused, { guest_email: refused?.wrong_email })
  const emails = useSendsEmail()
  const sending = useNavigation().formMethod === 'POST'
  return (
    <section className="after no-print" id="email" aria-labelledby="email-heading">
      <h2 id="email-heading" className="as-h3">
        Email
      </h2>
      {isCorrected && email !== null && (
        <Notice tone="good" role="status">
          {`The address of this booking is now ${email}.`}
        </Notice>
      )}
      {mail === 'dead' && (
        <Notice tone="bad">Our email to {email} could not be delivered. Please check the address.</Notice>
      )}
      <p className="soft">
        {mail === 'dead'
          ? null
          : email === null
            ? 'We have no email address for this booking, so please keep the link to this page.'
            : stateSentence(emails || mail === 'sent' ? mail : 'kept', email)}
      </p>
      {/* A correction closes the form and empties its field. */}
      <details key={email} open={refused?.wrong_email !== undefined || mail === 'dead'}>
        <summary>{email === null ? 'Add an address' : 'Wrong address?'}</summary>
        <Form method="post" action={`${useLocation().pathname}#email`} onChange={onEdit}>
          <TextField
            label={email === null ? 'Email' : 'Correct email'}
            name="guest_email"
            type="email"
            required
            maxLength={254}
            autoComplete="email"
            error={problems.guest_email}
            hint={
              email === null
                ? emails && 'We’ll email your booking to this address straight away.'
                : emails
                  ? 'We’ll email your booking to this address straight away, and send nothing more to the old one.'
                  : 'We’ll use this address from now on, and send nothing more to the old one.'
            }
          />
          <Button name="intent" value="correct" disabled={sending}>
            {emails ? 'Send it there' : email === null ? 'Add address' : 'Change address'}
          </Button>
        </Form>
      </details>
    </section>
  )
}

function stateSentence(mail: Exclude<MailState, 'dead'> | undefined, email: string): string {
  switch (mail) {
    case 'sent':
      return `We have emailed ${email}. If you cannot find it, check your spam folder.`
    case 'under_way':
      return `We are sending an email to ${email}.`
    default:
      return `Your address is ${email}. No email has been sent to it, so please keep the link to this page.`
  }
}
