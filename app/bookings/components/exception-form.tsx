import { useState } from 'react'

import { type DraftStart, sayStart } from '../../availability/plan.ts'
import type { Day } from '../../platform/days.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField, CheckGroup } from '../../ui/check-field.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import type { WantedException } from '../closure-save.ts'

/** Closes days or hours, or gives them another number of places. `on` is the day it opens with. */
export function ExceptionForm({
  vineyardId,
  experienceId,
  starts,
  on,
  problems,
  busy,
  onWanted,
}: {
  vineyardId: string
  experienceId: string
  starts: DraftStart[]
  on: Day
  problems: Record<string, string>
  busy: boolean
  onWanted: (wanted: WantedException) => void
}) {
  const [closed, setClosed] = useState(true)
  const [hours, setHours] = useState(false)
  return (
    <Form
      as="form"
      className="panel"
      aria-labelledby="exception-form"
      onSubmit={(event) => {
        event.preventDefault()
        const form = new FormData(event.currentTarget)
        const text = (name: string) => String(form.get(name) ?? '').trim() || null
        const scope = text('reach')
        const isStart = scope !== 'experience' && scope !== 'vineyard'
        onWanted({
          vineyard_id: vineyardId,
          experience_id: scope === 'vineyard' ? null : experienceId,
          pattern_id: isStart ? scope : null,
          starts_on: text('starts_on') ?? '',
          ends_on: text('ends_on') ?? text('starts_on') ?? '',
          from_time: hours ? text('from_time') : null,
          until_time: hours ? text('until_time') : null,
          capacity: closed ? null : Number(text('capacity') ?? Number.NaN),
          reason: text('reason'),
        })
      }}
    >
      <h2 id="exception-form">Close a day, or change its places</h2>
      <div className="start-pair">
        <TextField
          label="First day"
          name="starts_on"
          type="date"
          required
          defaultValue={on}
          error={problems.starts_on}
        />
        <TextField
          label="Last day"
          name="ends_on"
          type="date"
          optional
          defaultValue={on}
          error={problems.ends_on}
        />
      </div>
      <SelectField label="What" name="reach" defaultValue="experience" error={problems.pattern_id}>
        <option value="experience">This experience</option>
        <option value="vineyard">The whole vineyard</option>
        {starts.map(
          (start) =>
            start.id && (
              <option key={start.id} value={start.id}>
                Only {sayStart(start)}
              </option>
            ),
        )}
      </SelectField>
      <CheckGroup legend="Then">
        <CheckField
          type="radio"
          name="then"
          label="It is closed"
          checked={closed}
          onChange={() => setClosed(true)}
        />
        <CheckField
          type="radio"
          name="then"
          label="Each start holds another number of places"
          checked={!closed}
          onChange={() => setClosed(false)}
        />
      </CheckGroup>
      {!closed && (
        <TextField
          label="Places"
          name="capacity"
          type="number"
          required
          min={0}
          max={10_000}
          error={problems.capacity}
        />
      )}
      <CheckField
        label="Only some hours of each day"
        checked={hours}
        onChange={({ target }) => setHours(target.checked)}
      />
      {hours && (
        <div className="start-pair">
          <TextField label="From" name="from_time" type="time" required error={problems.from_time} />
          <TextField label="Until" name="until_time" type="time" required error={problems.until_time} />
        </div>
      )}
      <TextField
        label="Reason"
        name="reason"
        optional
        maxLength={200}
        hint="For you and your colleagues. Visitors do not see it."
        error={problems.reason}
      />
      <Button variant="primary" wide disabled={busy}>
        {busy ? 'One moment …' : closed ? 'Close' : 'Change the places'}
      </Button>
    </Form>
  )
}
