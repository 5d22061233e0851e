import { useEffect, useRef, useState } from 'react'
import { href, useNavigation } from 'react-router'

import { claimFields, type ClaimRefusal } from '../claim.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { TextAreaField, TextField } from '../../../ui/forms/field.tsx'
import { useRefusalFocus } from '../../../ui/focus.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { Notice } from '../../../ui/page/notice.tsx'
import type { Vineyard } from '../../../catalogue/vineyards/vineyard.ts'
import { lifetimeSentence } from '../../../people/accounts/link-lifetimes.ts'
import { useSendsEmail } from '../../../ui/forms/sends-email.ts'

export type ClaimAnswer = { typed: Record<string, string>; fields?: ClaimRefusal; failed?: string }

/** The form of a claim. After a rejection, the form shows the entered values and their errors. */
export function ClaimForm({ form_key, answer }: { form_key: string; answer: ClaimAnswer | undefined }) {
  // Reading the page again must not change the key, or a claim whose answer was lost would be stored twice.
  const [key] = useState(form_key)
  const form = useRef<HTMLFormElement>(null)
  const sending = useNavigation().formMethod === 'POST'
  useRefusalFocus(form, answer)
  const field = (name: keyof typeof claimFields) => ({
    name,
    required: true,
    maxLength: claimFields[name].longest,
    defaultValue: answer?.typed[name],
    error: answer?.fields?.[name],
  })
  return (
    <Form method="post" ref={form} className="claim-form">
      {answer && <Notice tone="bad">{answer.failed ?? 'Please check the fields marked below.'}</Notice>}
      <input type="hidden" name="form_key" value={answer?.typed.form_key ?? key} />
      <TextField label="Your name" autoComplete="name" {...field('name')} />
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        hint="An address at the vineyard’s own domain is quickest to check."
        {...field('email')}
      />
      <TextField label="Your role at the vineyard" autoComplete="organization-title" {...field('role')} />
      <TextAreaField
        label="How can we check that it’s yours?"
        hint="A page on your website, a number we can call, whatever is easiest. Corrections are welcome here too."
        rows={6}
        {...field('message')}
      />
      <p>
        <Button variant="primary" disabled={sending}>
          {sending ? 'Sending …' : 'Send Claim'}
        </Button>
      </p>
    </Form>
  )
}

/** Shown once the form was sent. Takes the focus from the button, which has disappeared. */
export function ClaimThanks({ vineyard }: { vineyard: Pick<Vineyard, 'id' | 'name'> }) {
  const emails = useSendsEmail()
  const thanks = useRef<HTMLDivElement>(null)
  useEffect(() => thanks.current?.focus(), [])
  return (
    <div className="stack" ref={thanks} tabIndex={-1}>
      <Notice tone="good" role="status">
        {emails
          ? `Thank you. Please check your email now: we are sending you a link, which works for ${lifetimeSentence('claim_link')} and confirms that the address is yours. We’ll then review your claim and write back to you.`
          : 'Thank you. We have your claim, but we cannot send emails at the moment. The people who run this site will find it and write to you.'}
      </Notice>
      <p>
        <ButtonLink to={href('/vineyard/:id', { id: vineyard.id })}>Back to {vineyard.name}</ButtonLink>
      </p>
    </div>
  )
}
