import { Form, href, useNavigation } from 'react-router'

import type { MailState } from '../../email/mail-state.server.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'

type Props = {
  id: string
  email: string
  mail: MailState | undefined
  problem: string | undefined
}

/** How the mail about this booking fares, and a way to put a mistyped address right. */
export function CorrectEmail({ id, email, mail, problem }: Props) {
  const sending = useNavigation().state === 'submitting'
  return (
    <section className="after" id="email" aria-labelledby="email-heading">
      <h2 id="email-heading" className="as-h3">
        Email
      </h2>
      {mail === 'dead' && (
        <Notice tone="bad">
          Our email to {email} could not be delivered. Please look whether the address is right.
        </Notice>
      )}
      <p className="soft">{mail === 'dead' ? null : words(mail, email)}</p>
      <details open={problem !== undefined || mail === 'dead'}>
        <summary>Wrong address?</summary>
        <Form
          method="post"
          action={`${href('/booking-confirmation/:id', { id })}#email`}
          // After a correction the field is empty again.
          key={email}
        >
          <TextField
            label="The right email"
            name="guest_email"
            type="email"
            required
            maxLength={254}
            autoComplete="email"
            error={problem}
            hint="Your booking is sent there at once, and nothing more to the old address."
          />
          <Button name="intent" value="correct" disabled={sending}>
            Send it there
          </Button>
        </Form>
      </details>
    </section>
  )
}

function words(mail: Exclude<MailState, 'dead'> | undefined, email: string): string {
  switch (mail) {
    case 'sent':
      return `We have written to ${email}. If nothing is there, look among the unwanted mail.`
    case 'under_way':
      return `An email to ${email} is on its way.`
    default:
      return `Your address is ${email}. No email is sent from here at the moment, so please keep this page.`
  }
}
