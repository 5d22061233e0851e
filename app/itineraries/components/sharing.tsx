import { Form } from 'react-router'

import { type Day, formatDay } from '../../platform/days.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import type { ShareRefusal } from '../share-end.ts'

/** A link for others: it shows the day, and lets nobody change or cancel it. It may have an end. */
export function Sharing({
  share,
  until,
  today,
  refusal,
}: {
  share: string | null
  /** The last day on which the link works; null without an end. */
  until: Day | null
  today: Day
  refusal: ShareRefusal | null
}) {
  return (
    <section className="sharing" aria-labelledby="sharing">
      <h2 id="sharing">Share the day</h2>
      {share === null ? (
        <p>A link shows the stops and their times, without names, numbers or bookings.</p>
      ) : (
        <p>
          <label className="field">
            Anyone with this link can see the day
            <input className="in" readOnly value={share} onFocus={(event) => event.currentTarget.select()} />
          </label>
        </p>
      )}
      {until !== null && <p>{ending(until, today)}</p>}
      <Form method="post" className="stack" preventScrollReset key={`${share} ${until}`}>
        <TextField
          label="Last day of the link"
          name="share_until"
          type="date"
          min={today}
          optional
          defaultValue={refusal?.typed ?? until ?? ''}
          hint="Leave blank to keep the link until you stop sharing."
          error={refusal?.error}
        />
        <p className="row">
          <Button name="intent" value="share">
            {share === null ? 'Create a link' : 'Save'}
          </Button>
          {share !== null && (
            <Button variant="danger" name="intent" value="withdraw" formNoValidate>
              Stop sharing
            </Button>
          )}
        </p>
      </Form>
    </section>
  )
}

function ending(until: Day, today: Day): string {
  return until < today
    ? `The link ended after ${formatDay(until)}. Save a later day to open it again.`
    : `The link works until the end of ${formatDay(until)}.`
}
