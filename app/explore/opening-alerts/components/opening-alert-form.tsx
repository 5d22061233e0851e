import { Form, href, Link, useNavigation } from 'react-router'

import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { useRefusalFocus } from '../../../ui/focus.tsx'
import { Notice } from '../../../ui/page/notice.tsx'
import { emailField } from '../../../platform/text/visitor-form.ts'

/** The content of a refused form: the typed address, and a sentence at the field or above the form. */
export type OpeningAlertAnswer = { typed: string; field?: string; failed?: string }

/** What a site that cannot send emails says instead of the form. */
export const noAlertSentence = 'This site does not send emails yet, so it cannot tell you.'

/** Asks for an email address, to which the site writes once when the vineyard opens for booking. */
export function OpeningAlertForm({
  vineyardId,
  answer,
}: {
  vineyardId: string
  answer?: OpeningAlertAnswer | undefined
}) {
  const sending = useNavigation().formMethod === 'POST'
  const form = useRefusalFocus<HTMLFormElement>(answer)
  return (
    <Form
      method="post"
      action={href('/vineyard/:id/opening-alert', { id: vineyardId })}
      ref={form}
      className="opening-alert-form"
    >
      {answer?.failed && <Notice tone="bad">{answer.failed}</Notice>}
      <div className="row">
        <TextField
          label="Email"
          type="email"
          name="email"
          autoComplete="email"
          required
          maxLength={emailField.longest}
          defaultValue={answer?.typed}
          error={answer?.field}
        />
        <Button variant="primary" disabled={sending}>
          {sending ? 'Sending …' : 'Tell Me'}
        </Button>
      </div>
      <p className="soft small">
        We send one email when the first visit can be booked, then delete your address. No newsletter.{' '}
        <Link to={href('/privacy')}>Privacy</Link>
      </p>
    </Form>
  )
}
