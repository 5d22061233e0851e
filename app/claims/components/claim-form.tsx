import { useEffect, useRef } from 'react'
import { href, useNavigation } from 'react-router'
import { type ClaimField, type ClaimRefusal, longestClaim } from '../claim.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { TextAreaField, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Vineyard } from '../../vineyards/vineyard.ts'
import { lifetimeSentence } from '../../accounts/link-lifetimes.ts'
import { useSendsEmail } from '../../ui/sends-email.ts'

export type ClaimAnswer = { typed: Record<string, string>; fields?: ClaimRefusal; failed?: string }

/** The form, and after a refusal the form with what was typed and why it was not taken. */
export function ClaimForm({ form_key, answer }: { form_key: string; answer: ClaimAnswer | undefined }) {
  const form = useRef<HTMLFormElement>(null)
  const sending = useNavigation().state === 'submitting'
  useEffect(() => {
    if (answer) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [answer])

  const field = (name: ClaimField) => ({
    name,
    required: true,
    maxLength: longestClaim[name],
    defaultValue: answer?.typed[name],
    error: answer?.fields?.[name],
  })
  return (
    <Form method="post" ref={form} className="claim-form">
      {answer && (
        <Notice tone="bad">
          {answer.failed ?? 'Something is missing or not quite right. It is marked below.'}
        </Notice>
      )}
      <input type="hidden" name="form_key" value={answer?.typed.form_key ?? form_key} />
      <TextField label="Your name" autoComplete="name" {...field('name')} />
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        hint="An address at the vineyard’s own website is quickest to check."
        {...field('email')}
      />
      <TextField label="Your role at the vineyard" autoComplete="organization-title" {...field('role')} />
      <TextAreaField
        label="How can we check that it is yours?"
        hint="A page on your website, a number we can ring, whatever is easiest. Corrections are welcome here too."
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

/** After the form was taken. It takes the focus, which was on a button that is no longer there. */
export function ClaimThanks({ vineyard }: { vineyard: Pick<Vineyard, 'id' | 'name'> }) {
  const emails = useSendsEmail()
  const thanks = useRef<HTMLDivElement>(null)
  useEffect(() => thanks.current?.focus(), [])
  return (
    <div className="stack" ref={thanks} tabIndex={-1}>
      <Notice tone="good" role="status">
        {emails
          ? `Thank you. Please check your email now: we are sending you a link, which works for ${lifetimeSentence('claim_link')} and shows that the address is yours. Then somebody reads your claim and writes back to you.`
          : 'Thank you. We have your claim, but we cannot send emails at the moment. The people who run this site will find it and write to you.'}
      </Notice>
      <p>
        <ButtonLink to={href('/vineyard/:id', { id: vineyard.id })}>Back to {vineyard.name}</ButtonLink>
      </p>
    </div>
  )
}
