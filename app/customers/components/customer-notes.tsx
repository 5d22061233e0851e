import { useRef } from 'react'
import { useNavigation } from 'react-router'

import { formatMoment } from '../../platform/days.ts'
import { Button } from '../../ui/button.tsx'
import { TextAreaField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { useRefusalFocus } from '../../ui/focus.tsx'
import type { CustomerResult } from '../customer-actions.tsx'
import { longestNote } from '../customer-note.ts'
import '../../bookings/components/staff-bookings.css'

type Note = { id: string; note: string; author: string | null; created_at: string; version: string }

/** What staff wrote down about a customer, the newest first, and the way to write more. */
export function CustomerNotes({ notes, act }: { notes: Note[]; act: CustomerResult | undefined }) {
  const busy = useNavigation().formMethod === 'POST'
  const refused = act?.failed ? act : undefined
  const fresh = refused?.intent === 'add' ? refused : undefined
  const part = useRef<HTMLElement>(null)
  useRefusalFocus(part, refused)
  return (
    <section ref={part} className="panel" aria-labelledby="notes">
      <h2 id="notes">Notes for staff</h2>
      {notes.length === 0 && (
        <p className="soft">Nothing is noted yet: a favourite table, a wheelchair, who sent them.</p>
      )}
      <ul className="events">
        {notes.map((note) => (
          <li key={note.id}>
            <NoteEntry note={note} busy={busy} refused={refused?.about === note.id ? refused : undefined} />
          </li>
        ))}
      </ul>
      {/* Emptied when a note was kept. */}
      <Form method="post" preventScrollReset className="stack" key={notes[0]?.id} draft="new note">
        <TextAreaField
          label="Add a note"
          hint="No guest sees it. It is forgotten with the guest."
          name="text"
          rows={3}
          maxLength={longestNote}
          required
          defaultValue={fresh?.typed}
          error={fresh?.fields.note ?? fresh?.said}
        />
        <div>
          <Button name="intent" value="add" disabled={busy}>
            Add note
          </Button>
        </div>
      </Form>
    </section>
  )
}

function NoteEntry({
  note,
  busy,
  refused,
}: {
  note: Note
  busy: boolean
  refused: CustomerResult | undefined
}) {
  const differs = refused?.typed !== undefined && refused.typed !== note.note
  return (
    <article>
      <p className="requests">{note.note}</p>
      <p className="soft small">
        {note.author ?? 'Somebody who left'}, {formatMoment(note.created_at)}
      </p>
      <details open={differs || undefined}>
        <summary>
          Change<span className="sr"> the note of {formatMoment(note.created_at)}</span>
        </summary>
        <Form method="post" preventScrollReset className="stack" key={note.version} draft={`note ${note.id}`}>
          <input type="hidden" name="id" value={note.id} />
          <input type="hidden" name="version" value={note.version} />
          <TextAreaField
            label="Note"
            hint={differs ? 'Above is what stands now; below is yours, which is not saved yet.' : undefined}
            name="text"
            rows={3}
            maxLength={longestNote}
            required
            defaultValue={refused?.typed ?? note.note}
            error={refused?.fields.note ?? refused?.said}
          />
          <div className="row">
            <Button name="intent" value="change" disabled={busy}>
              Save note
            </Button>
            <Button variant="danger" name="intent" value="remove" formNoValidate disabled={busy}>
              Remove note
            </Button>
          </div>
        </Form>
      </details>
    </article>
  )
}
