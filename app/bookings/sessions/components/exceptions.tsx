import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

import { countOf } from '../../../platform/text/counts.ts'
import { type Day, formatDayShort, formatTime } from '../../../platform/days.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckField } from '../../../ui/forms/check-field.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { SelectField } from '../../../ui/forms/select-field.tsx'
import { hasDraftAt } from '../../../ui/forms/drafts.ts'
import { Form } from '../../../ui/forms/form.tsx'
import { Notice } from '../../../ui/page/notice.tsx'
import {
  type AffectedCounts,
  describeException,
  type ListedException,
  formatAffected,
  formatExceptionDays,
  type ExceptionDraft,
} from '../closure-actions.tsx'
import type { PlannedStart } from '../../../availability/plan.shapes.ts'

/** The scope of an exception: the vineyard, an experience or one start time. */
export type ExceptionScope = { label: string; experience_id: string | null; pattern_id: string | null }

export const wholeVineyard: ExceptionScope = {
  label: 'The whole vineyard',
  experience_id: null,
  pattern_id: null,
}

/** Returns the state of the exception form: the kind that is open, or null. Initially, a kind with a stored draft is open. */
export function useOpenException() {
  const { pathname } = useLocation()
  return useState(() => kinds.find((kind) => hasDraftAt(pathname, `starts_on 0 intent=${kind}`)) ?? null)
}

const kinds = ['close', 'places'] as const

/** A form that closes days or hours, or changes their places. The first and last day are `on` by default. */
export function ExceptionForm({
  vineyardId,
  closes,
  title,
  scopes,
  on,
  problems,
  busy,
  onSubmit,
}: {
  vineyardId: string
  /** Whether the form closes the days. If it does not, it changes their places. */
  closes: boolean
  title: string
  scopes: ExceptionScope[]
  on: Day
  problems: Record<string, string>
  busy: boolean
  onSubmit: (exception: ExceptionDraft) => void
}) {
  const [hours, setHours] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  // Focuses the first field, because the button that opens the form may be far above the form.
  useEffect(() => form.current?.querySelector<HTMLElement>('input:not([type="hidden"])')?.focus(), [])
  const field = (name: string) => ({ name, error: problems[name] })
  return (
    <Form
      as="form"
      ref={form}
      className="panel"
      aria-labelledby="exception-form"
      onSubmit={(event) => {
        event.preventDefault()
        const form = new FormData(event.currentTarget)
        const text = (name: string) => String(form.get(name) ?? '').trim() || null
        const { label: _, ...scope } = scopes[Number(form.get('scope'))] ?? wholeVineyard
        onSubmit({
          vineyard_id: vineyardId,
          ...scope,
          starts_on: text('starts_on') ?? '',
          ends_on: text('ends_on') ?? text('starts_on') ?? '',
          from_time: hours ? text('from_time') : null,
          until_time: hours ? text('until_time') : null,
          capacity: closes ? null : Number(text('capacity') ?? Number.NaN),
          reason: text('reason'),
        })
      }}
    >
      <h2 id="exception-form">{title}</h2>
      <input type="hidden" name="intent" value={closes ? 'close' : 'places'} />
      <div className="start-pair">
        <TextField {...field('starts_on')} label="First day" type="date" required defaultValue={on} />
        <TextField {...field('ends_on')} label="Last day" type="date" optional defaultValue={on} />
      </div>
      <SelectField
        label="Applies to"
        name="scope"
        defaultValue="0"
        error={problems.pattern_id}
        options={Object.fromEntries(scopes.map(({ label }, n) => [n, label]))}
      />
      {!closes && (
        <TextField
          {...field('capacity')}
          label="Places"
          type="number"
          required
          min={0}
          max={10_000}
          hint="For each start time."
        />
      )}
      <CheckField
        label="Only some hours of each day"
        checked={hours}
        onChange={({ target }) => setHours(target.checked)}
      />
      {hours && (
        <div className="start-pair">
          <TextField {...field('from_time')} label="From" type="time" required />
          <TextField {...field('until_time')} label="Until" type="time" required />
        </div>
      )}
      <TextField
        {...field('reason')}
        label="Reason"
        optional
        maxLength={200}
        hint="For you and your colleagues. Visitors do not see it."
      />
      <Button variant="primary" wide disabled={busy}>
        {busy ? 'Saving …' : closes ? 'Close' : 'Change the places'}
      </Button>
    </Form>
  )
}

/** The upcoming exceptions. Each exception that staff added has a button to remove it. */
export function ExceptionList({
  exceptions,
  busy,
  onRemove,
}: {
  exceptions: ListedException[]
  busy: boolean
  onRemove: (exception: ListedException) => void
}) {
  return (
    <section aria-labelledby="exceptions">
      <h2 id="exceptions">Exceptions</h2>
      {exceptions.length === 0 && (
        <p className="soft small">
          None yet. Choose a day in the calendar to close it or to change its places.
        </p>
      )}
      <ul className="rules plain">
        {exceptions.map((exception) => (
          <li className="rule" key={exception.id}>
            <h3>{formatExceptionDays(exception)}</h3>
            {/* An imported closure must be removed in its calendar, because the next import would restore it. */}
            {exception.source === 'staff' && (
              <Button type="button" variant="text" disabled={busy} onClick={() => onRemove(exception)}>
                {exception.capacity === null ? 'Open again' : 'Remove'}
                <span className="sr"> {formatExceptionDays(exception)}</span>
              </Button>
            )}
            <p>{describeException(exception)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Lists the overbooked starts of the month, and bookings and held places at times that are no longer planned. */
export function OverbookedNotice({
  today,
  starts,
  left,
}: {
  today: Day
  starts: PlannedStart[]
  left: AffectedCounts
}) {
  const overbooked = starts.filter(({ taken, capacity }) => taken > capacity)
  if (overbooked.length === 0 && left.bookings + (left.held ?? 0) === 0) return null
  return (
    <Notice tone="wait" role="status">
      {overbooked.map(({ slot_date, start_time, taken, capacity, closed }) => (
        <p key={`${slot_date} ${start_time}`}>
          <strong>
            {formatDayShort(slot_date, today)}, {formatTime(start_time)} is{' '}
            {closed ? 'closed' : `overbooked by ${taken - capacity}`}.
          </strong>{' '}
          {closed
            ? `${countOf(taken, 'guest is', 'guests are')} still booked.`
            : `${countOf(capacity, 'place')}, ${countOf(taken, 'guest')} booked.`}
        </p>
      ))}
      {left.bookings + (left.held ?? 0) > 0 && (
        <p>Still booked or held at times that this plan does not have: {formatAffected(left)}.</p>
      )}
    </Notice>
  )
}
