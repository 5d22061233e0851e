import { useRef } from 'react'
import { useNavigation } from 'react-router'

import { isStale } from '../../staff-client/call.ts'
import type { WinemakerEntry } from '../../staff-client/winemaker.ts'
import { Button } from '../../ui/button.tsx'
import { Conflict, type Difference } from '../../ui/conflict.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useRefusalFocus } from '../../ui/refusal.ts'
import { VineyardChoice } from '../../vineyards/components/vineyard-choice.tsx'
import type { WinemakerResult } from '../winemaker-actions.tsx'

/**
 * The form of a winemaker, as `seen` when it was opened; `now` is what the list says after a refusal. Only what is changed
 * here is saved, so nothing that somebody else changed beside it is overwritten.
 */
export function ChangeWinemaker({
  seen,
  now,
  refused,
  close,
}: {
  seen: WinemakerEntry
  now: WinemakerEntry
  refused: WinemakerResult | undefined
  close: () => void
}) {
  const form = useRef<HTMLFormElement>(null)
  useRefusalFocus(form, refused)
  const busy = useNavigation().formMethod === 'POST'
  const fields = refused?.fields ?? {}
  const met = refused?.problem != null && isStale(refused.problem)
  return (
    <Form ref={form} method="post" className="form-grid" preventScrollReset>
      <input type="hidden" name="intent" value="change" />
      <input type="hidden" name="id" value={seen.id} />
      <input type="hidden" name="seen" value={JSON.stringify(seen)} />
      <input type="hidden" name="version" value={now.version} />
      {refused && (
        <div className="full">
          {met ? (
            <Conflict differences={differencesOf(seen, now, refused.sent)}>
              <span className="small">Saving again keeps what is theirs and adds what you changed.</span>
            </Conflict>
          ) : (
            <div data-refusal tabIndex={-1}>
              <Notice tone="bad">{refused.said}</Notice>
            </div>
          )}
        </div>
      )}
      <TextField
        label="Name"
        name="name"
        required
        maxLength={120}
        defaultValue={seen.name}
        error={fields.name}
      />
      <TextField
        label="Position"
        name="position"
        optional
        maxLength={120}
        defaultValue={seen.position ?? ''}
        error={fields.position}
      />
      <VineyardChoice
        chosen={{ id: seen.vineyard_id, name: seen.vineyard_name }}
        error={fields.vineyard_id}
      />
      <p className="full soft small">At another vineyard they see only that one’s bookings, from then on.</p>
      <div className="full row">
        <Button type="button" onClick={close}>
          Cancel
        </Button>
        <Button variant="primary" disabled={busy}>
          {busy ? 'Saving …' : 'Save'}
        </Button>
      </div>
    </Form>
  )
}

/** What somebody else changed, beside what was sent from here. */
function differencesOf(
  seen: WinemakerEntry,
  now: WinemakerEntry,
  sent: Record<string, string>,
): Difference[] {
  const vineyard = [seen, now].find(({ vineyard_id }) => vineyard_id === sent.vineyard_id)
  const rows: Difference[] = [
    { label: 'Name', before: seen.name, theirs: now.name, mine: sent.name ?? '' },
    {
      label: 'Position',
      before: seen.position ?? '',
      theirs: now.position ?? '',
      mine: sent.position ?? '',
    },
    {
      label: 'Vineyard',
      before: seen.vineyard_name,
      theirs: now.vineyard_name,
      mine: vineyard?.vineyard_name ?? 'another one',
    },
    {
      label: 'May sign in',
      before: seen.is_active ? 'yes' : 'no',
      theirs: now.is_active ? 'yes' : 'no',
      mine: 'not changed here',
    },
  ]
  return rows.filter(({ before, theirs }) => before !== theirs)
}
