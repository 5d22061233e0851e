import { Form } from 'react-router'

import type { Day } from '../../platform/days.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import type { Itinerary } from '../itinerary.ts'
import { PartyField } from './party-field.tsx'

/** Turns what is shown into one's own, to be changed and booked. */
export function CopyForm({
  itinerary: { visit_date, party },
  id,
  newKey,
  today,
}: {
  itinerary: Pick<Itinerary, 'visit_date' | 'party'>
  id: string
  newKey: string
  today: Day
}) {
  const day = visit_date !== null && visit_date >= today ? visit_date : ''
  return (
    <section className="panel" aria-labelledby="copy">
      <h2 id="copy">Make it yours</h2>
      <p className="soft">A copy that you can change, book and share. It needs no account.</p>
      <Form method="post" className="stack">
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="key" value={newKey} />
        <TextField
          label="Day"
          name="visit_date"
          type="date"
          min={today}
          defaultValue={day}
          hint="Empty for any day."
        />
        <PartyField party={party} />
        <p>
          <Button variant="primary" name="intent" value="copy">
            Make it mine
          </Button>
        </p>
      </Form>
    </section>
  )
}
