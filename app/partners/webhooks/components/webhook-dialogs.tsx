import { Form as RouterForm, useNavigation } from 'react-router'

import { Button } from '../../../ui/button.tsx'
import { Dialog, useAsking } from '../../../ui/dialog.tsx'
import { EditRefusal } from '../../../ui/forms/edit-form.tsx'
import type { WebhookResult } from '../webhook-actions.tsx'

/** A button that makes a new secret, after a confirmation in a dialog. */
export function RenewSecret({ outcome }: { outcome: WebhookResult | undefined }) {
  return (
    <Question
      intent="secret"
      label="Make a new secret"
      title="Make a new secret?"
      safe="Keep the old secret"
      outcome={outcome}
    >
      For 24 hours, messages are signed with the old and the new secret, so that you can change the secret in
      the other program without a gap.
    </Question>
  )
}

/** A button that removes a webhook, after a confirmation in a dialog. */
export function RemoveWebhook({ host, outcome }: { host: string; outcome: WebhookResult | undefined }) {
  return (
    <Question
      intent="remove"
      label="Remove"
      title={`Remove ${host}?`}
      safe="Keep"
      isDangerous
      outcome={outcome}
    >
      The webhook gets no more messages, and its list of deliveries is deleted.
    </Question>
  )
}

function Question({
  intent,
  label,
  title,
  safe,
  isDangerous = false,
  outcome,
  children,
}: {
  intent: string
  label: string
  title: string
  safe: string
  isDangerous?: boolean
  outcome: WebhookResult | undefined
  children: string
}) {
  const { asking, refused, ask, close } = useAsking<string, WebhookResult>(outcome)
  const busy = useNavigation().formMethod === 'POST'
  return (
    <>
      <Button type="button" {...(isDangerous && { variant: 'danger' })} onClick={() => ask(intent)}>
        {label}
      </Button>
      <Dialog open={asking !== null} onClose={close} title={title}>
        {refused && <EditRefusal refused={{ ...refused, conflict: null }} />}
        <p>{children}</p>
        <RouterForm method="post" className="row" preventScrollReset>
          <Button type="button" onClick={close}>
            {safe}
          </Button>
          <Button variant={isDangerous ? 'danger' : 'primary'} name="intent" value={intent} disabled={busy}>
            {label}
          </Button>
        </RouterForm>
      </Dialog>
    </>
  )
}
