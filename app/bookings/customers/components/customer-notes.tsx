import { formatMoment } from '../../../platform/days.ts'
import { TextAreaField } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { FormButton, HiddenFields } from '../../../ui/forms/form-parts.tsx'
import { useRefusalFocus } from '../../../ui/focus.tsx'
import type { CustomerResult } from '../customer-actions.tsx'
import { maxNoteLength } from '../customer.ts'
import '../../components/staff-bookings.css'

type Note = { id: string; note: string; author: string | null; created_at: string; version: string }

/** Staff's notes about a customer, newest first, and a form to add one. */
export function CustomerNotes({ notes, result }: { notes: Note[]; result: CustomerResult | undefined }) {
  const refused = result?.failed ? result : undefined
  const refusedAdd = refused?.intent === 'add' ? refused : undefined
  const part = useRefusalFocus<HTMLElement>(refused)
  return (
    <section ref={part} className="panel" aria-labelledby="notes">
      <h2 id="notes">Notes for staff</h2>
      {notes.length === 0 && (
        <p className="soft">
          No notes yet. You could note a favourite table, a wheelchair or who recommended you.
        </p>
      )}
      <ul className="history">
        {notes.map((note) => (
          <li key={note.id}>
            <NoteEntry note={note} refused={refused?.about === note.id ? refused : undefined} />
          </li>
        ))}
      </ul>
      {/* A new key empties the form after a note was added. */}
      <Form method="post" preventScrollReset className="stack" key={notes[0]?.id} draft="new note">
        <TextAreaField
          label="Add a note"
          hint="Guests never see notes. Erasing the guest deletes the notes."
          name="text"
          rows={3}
          maxLength={maxNoteLength}
          required
          defaultValue={refusedAdd?.typed}
          error={refusedAdd?.fields.note ?? refusedAdd?.message}
        />
        <div>
          <FormButton name="intent" value="add">
            Add note
          </FormButton>
        </div>
      </Form>
    </section>
  )
}

function NoteEntry({ note, refused }: { note: Note; refused: CustomerResult | undefined }) {
  const differs = refused?.typed !== undefined && refused.typed !== note.note
  return (
    <article>
      <p className="requests">{note.note}</p>
      <p className="soft small">
        {note.author ?? 'Former staff'}, {formatMoment(note.created_at)}
      </p>
      <details open={differs || undefined}>
        <summary>
          Change<span className="sr"> the note of {formatMoment(note.created_at)}</span>
        </summary>
        <Form method="post" preventScrollReset className="stack" key={note.version} draft={`note ${note.id}`}>
          <HiddenFields values={{ id: note.id, version: note.version }} />
          <TextAreaField
            label="Note"
            hint={differs ? 'The current note is above. Your text below is not saved yet.' : undefined}
            name="text"
            rows={3}
            maxLength={maxNoteLength}
            required
            defaultValue={refused?.typed ?? note.note}
            error={refused?.fields.note ?? refused?.message}
          />
          <div className="row">
            <FormButton name="intent" value="change">
              Save note
            </FormButton>
            <FormButton variant="danger" name="intent" value="remove" formNoValidate>
              Remove note
            </FormButton>
          </div>
        </Form>
      </details>
    </article>
  )
}
