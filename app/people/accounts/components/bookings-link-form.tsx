import { Form, href } from 'react-router'

import { emailField } from '../../../platform/text/visitor-form.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'

/** Asks for a link to the list of bookings. Shown in browsers without JavaScript, which cannot store a sign-in. */
export function BookingsLinkForm({
  typed,
  error,
}: {
  typed?: string | undefined
  error?: string | undefined
}) {
  return (
    <Form method="post" action={href('/sign-in')} className="stack space-above">
      <p>We can email you a link. The browser that opens it shows your bookings for 30 minutes.</p>
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        required
        maxLength={emailField.longest}
        defaultValue={typed}
        error={error}
      />
      <p>
        <Button variant="primary">Send me the link</Button>
      </p>
    </Form>
  )
}
