import { useRef, useEffect } from 'react'
import { Form as RouterForm, useSubmit } from 'react-router'

import { formatMoment } from '../../../platform/days.ts'
import { FormButton, HiddenFields, useSending } from '../../../ui/forms/form-parts.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog, useAsking } from '../../../ui/dialog.tsx'
import { DialogForm } from '../../../ui/forms/dialog-form.tsx'
import { TextAreaField } from '../../../ui/forms/field.tsx'
import { SelectField } from '../../../ui/forms/select-field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import type { IconName } from '../../../ui/pictures/icons.ts'
import { StatusPill, type StatusTone } from '../../../ui/badge.tsx'
import { longest } from '../message.ts'
import { keepsSentence, type ActionResult } from '../../../staff-client/action-result.tsx'
import { useSendsEmail } from '../../../ui/forms/sends-email.ts'
import type { MessageView } from '../message.shapes.ts'

export type MessageState = MessageView['state']

/** How each state is shown, and for each `next` state the label of the button that changes a message to that state */
export const messageStates: Record<
  MessageState,
  { label: string; tone: StatusTone; icon: IconName; next: Partial<Record<MessageState, string>> }
> = {
  new: {
    label: 'New',
    tone: 'wait',
    icon: 'mail',
    next: { read: 'Mark as read', answered: 'Mark as answered' },
  },
  read: { label: 'Read', tone: 'done', icon: 'flag', next: { answered: 'Mark as answered' } },
  answered: { label: 'Answered', tone: 'good', icon: 'tick', next: { read: 'Open again' } },
}

/** A message with its assignee and answer. */
export function MessageEntry({
  message,
  admins,
  outcome,
}: {
  message: MessageView
  admins: { id: string; name: string }[]
  outcome: ActionResult | undefined
}) {
  const emails = useSendsEmail()
  const { id, name, email, subject, state, assigned_name, created_at, version } = message
  const { assigned_to, answer, answered_name, answered_at } = message
  const { asking, refused, ask, close } = useAsking<'answer', ActionResult>(outcome)
  const { next } = messageStates[state]
  const busy = useSending()
  const submit = useSubmit()
  const choice = useRef<HTMLSelectElement>(null)
  // After a refusal, the list shows the stored choice again.
  useEffect(() => {
    if (choice.current) choice.current.value = assigned_to ?? ''
  }, [assigned_to, outcome])
  const hiddenFields = <HiddenFields values={{ id, version, subject, name }} />
  return (
    <details>
      <summary>
        <StatusPill {...messageStates[state]} /> <strong>{subject}</strong>
        <br />
        <span className="soft small">
          {name}, {formatMoment(created_at)}
          {assigned_name && `, assigned to ${assigned_name}`}
        </span>
      </summary>
      <p className="message-text">{message.message}</p>
      {(answer || answered_at) && (
        <p className="soft small">
          {answered_at
            ? `Answered ${formatMoment(answered_at)}${answered_name ? ` by ${answered_name}` : ''}`
            : 'Answered earlier, then opened again'}
        </p>
      )}
      {answer && <p className="message-text soft">{answer}</p>}
      <div className="row">
        {state !== 'answered' && (
          <Button small variant="primary" icon="mail" onClick={() => ask('answer')}>
            Answer<span className="sr"> “{subject}”</span>
          </Button>
        )}
        <Form method="post" className="row" preventScrollReset>
          {hiddenFields}
          {Object.entries(next).map(([to, label]) => (
            <FormButton key={to} small name="state" value={to}>
              {label}
            </FormButton>
          ))}
        </Form>
        <RouterForm
          method="post"
          preventScrollReset
          onChange={(event) => {
            // Sends one request at a time, because each carries the version on which it is based.
            if (!busy) void submit(event.currentTarget, { preventScrollReset: true })
          }}
        >
          <HiddenFields values={{ id, version, subject }} />
          <SelectField
            label="Assigned to"
            name="assigned_to"
            ref={choice}
            defaultValue={assigned_to ?? ''}
            options={Object.fromEntries(admins.map((admin) => [admin.id, admin.name]))}
          >
            <option value="">No one yet</option>
          </SelectField>
        </RouterForm>
      </div>
      <Dialog open={asking !== null} onClose={close} title={`Answer ${name}`}>
        <DialogForm
          refused={refused}
          draft={`answer ${id}`}
          safe="Cancel"
          onClose={close}
          send="Send the answer"
          busy="Sending …"
        >
          {hiddenFields}
          <TextAreaField
            label="Your answer"
            name="answer"
            required
            rows={8}
            maxLength={longest.answer}
            hint={
              emails
                ? `Emailed to ${email} word for word. The email does not repeat the message.`
                : keepsSentence
            }
            error={refused && (refused.fields.answer ?? refused.message)}
            wide
          />
        </DialogForm>
      </Dialog>
    </details>
  )
}
