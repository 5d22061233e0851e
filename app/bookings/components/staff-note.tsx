import { useRef } from 'react'
import { useNavigation } from 'react-router'

import { Button } from '../../ui/button.tsx'
import { TextAreaField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { useRefusalFocus } from '../../ui/refusal.ts'

/** The staff's own note. Where somebody else rewrote it meanwhile, both texts are shown before anything is lost. */
export function StaffNote({
  kept,
  typed,
  overtaken,
  error,
}: {
  kept: string
  typed: string | undefined
  overtaken: boolean
  error: string | undefined
}) {
  const form = useRef<HTMLFormElement>(null)
  useRefusalFocus(form, error)
  const busy = useNavigation().formMethod === 'POST'
  const differs = overtaken && typed !== undefined && typed !== kept
  return (
    <section className="panel" aria-labelledby="note">
      <h2 id="note">Note for staff</h2>
      {differs && (
        <p className="soft small">
          A colleague’s words stand now: <q>{kept || 'nothing'}</q> Yours are below; saving puts them in their
          place.
        </p>
      )}
      <Form ref={form} method="post" preventScrollReset className="stack" key={kept} draft="note">
        <input type="hidden" name="intent" value="notes" />
        <input type="hidden" name="seen" value={kept} />
        <TextAreaField
          label="No guest sees this"
          name="staff_notes"
          rows={3}
          maxLength={4000}
          defaultValue={typed ?? kept}
          error={error}
        />
        <Button disabled={busy}>Save note</Button>
      </Form>
    </section>
  )
}
