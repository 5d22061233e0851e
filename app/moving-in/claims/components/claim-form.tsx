import { useEffect, useRef, useState } from 'react'
import { href } from 'react-router'

import { type ClaimRefusal, newVineyardFields } from '../claim.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { TextAreaField, TextField } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { FormButton } from '../../../ui/forms/form-parts.tsx'
import { Notice } from '../../../ui/page/notice.tsx'
import type { Vineyard } from '../../../catalogue/vineyards/vineyard.ts'
import { lifetimeSentence } from '../../../people/accounts/link-lifetimes.ts'
import { useSendsEmail } from '../../../ui/forms/sends-email.ts'

export type ClaimAnswer = { typed: Record<string, string>; fields?: ClaimRefusal; failed?: string }

/**
 * The form of a claim. After a rejection, the form shows the entered values and their errors. `newName` is the text that the
 * visitor has typed as the name of an unlisted vineyard, or null for a listed vineyard.
 */
export function ClaimForm({
  form_key,
  answer,
  newName,
}: {
  form_key: string
  answer: ClaimAnswer | undefined
  newName: string | null
}) {
  // Loading the page's data again must not change the key, or a claim whose answer was lost would be stored twice.
  const [key] = useState(form_key)
  const field = (name: keyof typeof newVineyardFields) => ({
    name,
    required: newVineyardFields[name].missing !== null,
    maxLength: newVineyardFields[name].longest,
    defaultValue: answer?.typed[name],
    error: answer?.fields?.[name],
  })
  return (
    <Form method="post" className="claim-form" refused={answer}>
      {answer && <Notice tone="bad">{answer.failed ?? 'Please check the fields marked below.'}</Notice>}
      <input type="hidden" name="form_key" value={answer?.typed.form_key ?? key} />
      {newName !== null && (
        <>
          <TextField
            label="Name of the vineyard"
            {...field('vineyard_name')}
            defaultValue={answer?.typed.vineyard_name ?? newName}
          />
          <TextField label="Town or postcode" {...field('vineyard_location')} />
          <TextField
            label="Website"
            inputMode="url"
            placeholder="www.example.com"
            optional
            {...field('vineyard_website')}
          />
        </>
      )}
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
        hint={`A page on your website, a number we can call, whatever is easiest.${newName === null ? ' Corrections are welcome here too.' : ''}`}
        rows={6}
        {...field('message')}
      />
      <p>
        <FormButton variant="primary" busy="Sending …">
          Send Claim
        </FormButton>
      </p>
    </Form>
  )
}

/** Shown once the form was sent. Takes the focus from the button, which has disappeared. */
export function ClaimThanks({ vineyard }: { vineyard: Pick<Vineyard, 'id' | 'name'> | null }) {
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
        {vineyard ? (
          <ButtonLink to={href('/vineyard/:id', { id: vineyard.id })}>Back to {vineyard.name}</ButtonLink>
        ) : (
          <ButtonLink to={href('/for-vineyards')}>Back to the page for vineyards</ButtonLink>
        )}
      </p>
    </div>
  )
}
