import { href, Link } from 'react-router'

import { longestReason } from '../claim.ts'
import { formatMoment } from '../../../platform/days.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, useAsking } from '../../../ui/dialog.tsx'
import { DialogForm } from '../../../ui/forms/dialog-form.tsx'
import { FormButton, HiddenFields } from '../../../ui/forms/form-parts.tsx'
import { TextAreaField } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import type { IconName } from '../../../ui/pictures/icons.ts'
import { StatusPill, type StatusTone } from '../../../ui/badge.tsx'
import { Facts } from '../../../ui/pictures/ticket.tsx'
import { keepsSentence, type ActionResult } from '../../../staff-client/action-result.tsx'
import { useSendsEmail } from '../../../ui/forms/sends-email.ts'
import type { ClaimView } from '../claim.shapes.ts'

type Decision = 'approve' | 'refuse' | 'reopen'

/** For each state, how a claim is shown and which decisions are allowed. */
export const claimStates: Record<
  ClaimView['state'],
  { label: string; tone: StatusTone; icon: IconName; decisions: Decision[] }
> = {
  unproven: { label: 'Email not confirmed', tone: 'none', icon: 'mail', decisions: [] },
  new: { label: 'Awaiting decision', tone: 'wait', icon: 'clock', decisions: ['approve', 'refuse'] },
  approved: { label: 'Approved', tone: 'good', icon: 'tick', decisions: [] },
  refused: { label: 'Refused', tone: 'off', icon: 'cross', decisions: ['approve', 'reopen'] },
}

/** A claim, with its evidence and buttons for the decision. */
export function ClaimEntry({ claim, outcome }: { claim: ClaimView; outcome: ActionResult | undefined }) {
  const emails = useSendsEmail()
  const {
    vineyard_id,
    vineyard_name,
    vineyard_location,
    name,
    email,
    role,
    message,
    state,
    refusal,
    created_at,
  } = claim
  const { asking, refused, ask, close } = useAsking<Decision, ActionResult>(outcome)
  const { decisions } = claimStates[state]
  const hiddenFields = (
    <HiddenFields values={{ id: claim.id, version: claim.version, name, vineyard: vineyard_name }} />
  )
  const dialog = { refused, onClose: close, safe: 'Cancel' }
  return (
    <details>
      <summary>
        <StatusPill {...claimStates[state]} /> <strong>{vineyard_name}</strong>
        {!vineyard_id && ' (not listed yet)'}
        <br />
        <span className="soft small">
          {name}, {role}, {formatMoment(created_at)}
        </span>
      </summary>
      <div className="columns">
        <p className="message-text">{message}</p>
        <Facts variant="sumlist" items={evidence(claim)} />
      </div>
      {refusal && <p className="message-text soft">Refused: {refusal}</p>}
      <Form method="post" className="row" preventScrollReset>
        {hiddenFields}
        {decisions.includes('approve') && (
          <Button type="button" small variant="primary" onClick={() => ask('approve')}>
            {vineyard_id ? 'Approve' : 'Add this vineyard'}
            <span className="sr">
              {vineyard_id && ' the claim of'} {vineyard_name}
            </span>
          </Button>
        )}
        {decisions.includes('refuse') && (
          <Button type="button" small variant="danger" onClick={() => ask('refuse')}>
            Refuse<span className="sr"> the claim of {vineyard_name}</span>
          </Button>
        )}
        {decisions.includes('reopen') && (
          <FormButton small name="intent" value="reopen">
            Open again<span className="sr">: the claim of {vineyard_name}</span>
          </FormButton>
        )}
        {vineyard_id ? (
          <Link to={href('/admin/vineyards/:id', { id: vineyard_id })}>Open the vineyard</Link>
        ) : (
          <Link to={`${href('/admin/vineyards')}?${new URLSearchParams({ search: vineyard_name })}`}>
            Is it listed already?
          </Link>
        )}
      </Form>
      <Dialog
        open={asking === 'approve'}
        onClose={close}
        title={vineyard_id ? `Approve the claim of ${vineyard_name}?` : `Add ${vineyard_name}?`}
      >
        {asking === 'approve' && (
          <DialogForm
            {...dialog}
            refusal={refused?.message}
            send={vineyard_id ? 'Approve' : 'Add this vineyard'}
            busy={vineyard_id ? 'Approving …' : 'Adding …'}
          >
            {hiddenFields}
            <HiddenFields values={{ intent: 'approve' }} />
            <p>
              {vineyard_id
                ? `The vineyard becomes verified, and ${name} can manage it.`
                : `${vineyard_name} (${vineyard_location}) is added, verified and hidden until its page is ready. ${name} can manage it.`}{' '}
              {emails
                ? `We’ll email a link to set a password to ${email}.`
                : 'The link to set a password is in the email log, because no mail server is configured.'}
            </p>
          </DialogForm>
        )}
      </Dialog>
      <Dialog open={asking === 'refuse'} onClose={close} title={`Refuse ${name}’s claim?`}>
        <DialogForm
          {...dialog}
          draft={`refusal ${claim.id}`}
          send="Refuse"
          busy="Refusing …"
          variant="danger"
        >
          {hiddenFields}
          <HiddenFields values={{ intent: 'refuse' }} />
          <TextAreaField
            label="Reason"
            name="reason"
            required
            maxLength={longestReason}
            hint={emails ? `Emailed to ${email} word for word.` : keepsSentence}
            error={asking === 'refuse' ? (refused?.fields.reason ?? refused?.message) : undefined}
            wide
          />
        </DialogForm>
      </Dialog>
    </details>
  )
}

/** Returns the evidence for a claim, above all whether the email address has the vineyard's own domain. */
function evidence(claim: ClaimView) {
  const { email, vineyard_website, vineyard_email, decided_by, decided_at } = claim
  const domain = email.split('@')[1]?.toLowerCase() ?? ''
  const host = vineyard_website ? new URL(vineyard_website).hostname.replace(/^www\./, '') : null
  const isOwn = host === domain || vineyard_email?.toLowerCase().endsWith(`@${domain}`) === true
  return [
    { term: 'Claimant’s email', value: email },
    ...(claim.vineyard_location ? [{ term: 'Town or postcode', value: claim.vineyard_location }] : []),
    { term: 'Vineyard’s website', value: host ?? 'None known' },
    { term: 'Vineyard’s email', value: vineyard_email ?? 'None known' },
    { term: 'Same domain', value: isOwn ? 'Yes' : 'No' },
    ...(decided_at
      ? [{ term: 'Decided', value: `${formatMoment(decided_at)}${decided_by ? `, ${decided_by}` : ''}` }]
      : []),
  ]
}
