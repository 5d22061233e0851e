import { Form, useNavigation } from 'react-router'

import { Button } from '../../ui/button.tsx'
import { TextAreaField } from '../../ui/field.tsx'

/** The staff's own note. Where somebody else rewrote it meanwhile, both texts are shown before anything is lost. */
export function StaffNote({ kept, typed }: { kept: string; typed: string | undefined }) {
  const busy = useNavigation().formMethod === 'POST'
  const differs = typed !== undefined && typed !== kept
  return (
    <section className="panel" aria-labelledby="note">
      <h2 id="note">Note for staff</h2>
      {differs && (
        <p className="soft small">
          A colleague’s words stand now: <q>{kept || 'nothing'}</q> Yours are below; saving puts them in their
          place.
        </p>
      )}
      <Form method="post" preventScrollReset className="stack" key={kept}>
        <input type="hidden" name="intent" value="notes" />
        <input type="hidden" name="seen" value={kept} />
        <TextAreaField
          label="No guest sees this"
          name="staff_notes"
          rows={3}
          maxLength={4000}
          defaultValue={typed ?? kept}
        />
        <Button disabled={busy}>Save note</Button>
      </Form>
    </section>
  )
}
