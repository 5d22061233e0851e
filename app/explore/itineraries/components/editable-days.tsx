import { useSubmit } from 'react-router'

import { addDays, type Day, formatDay } from '../../../platform/days.ts'
import { FormButton, HiddenFields } from '../../../ui/forms/form-parts.tsx'
import { TextAreaField, TextField } from '../../../ui/forms/field.tsx'
import { SelectField } from '../../../ui/forms/select-field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { useDragging } from '../../../ui/use-dragging.ts'
import { DayRoute } from './day-route.tsx'
import { mostOrdered } from '../reorder-stops.ts'
import type { ExperienceChoice } from '../edit-itinerary.server.ts'
import { nameOf, type Stop, type TimedDay } from '../itinerary.ts'
import { refusalFor, type ItineraryRefusal } from '../edit-form.ts'

type EditState = {
  choices: ExperienceChoice[]
  version: number
  refusal: ItineraryRefusal | null
}

/** The days with their edit controls. Every control is a form. Dropping a dragged stop also submits a form. */
export function EditableDays({
  days,
  choices,
  version,
  visitDate,
  refusal,
}: EditState & { days: TimedDay[]; visitDate: Day | null }) {
  const submit = useSubmit()
  const list = useDragging(version, (stop, before) => {
    const fields = { intent: 'drop', version: String(version), stop, before }
    void submit(fields, { method: 'post', preventScrollReset: true })
  })
  return (
    <div ref={list}>
      {days.map(({ day, points }) => (
        <section key={day} className="plan-day">
          <div className="between">
            <h2>{visitDate ? formatDay(addDays(visitDate, day)) : `Day ${day + 1}`}</h2>
            {points.length > 2 && points.length <= mostOrdered && (
              <Form method="post" preventScrollReset>
                <HiddenFields values={{ version, day }} />
                <FormButton small name="intent" value="order">
                  Suggest the best order
                </FormButton>
              </Form>
            )}
          </div>
          <DayRoute
            label={`Stops of day ${day + 1}`}
            points={points.map(({ stop, passing, leg }) => ({
              key: stop.id,
              passing,
              leg,
              children: <EditableStop {...{ stop, choices, version, refusal }} />,
            }))}
          />
        </section>
      ))}
    </div>
  )
}

function EditableStop({ stop, choices, version, refusal }: EditState & { stop: Stop }) {
  const name = nameOf(stop)
  const { isHere, typed, error } = refusalFor(refusal, 'change', stop.id)
  const own = choices.filter(({ vineyard_id }) => vineyard_id === stop.vineyard?.id)
  const hiddenFields = <HiddenFields values={{ version, stop: stop.id }} />
  return (
    <div className="edit-stop" data-drags={stop.id}>
      <h3>{name}</h3>
      {stop.experience && <p>{stop.experience.title}</p>}
      {stop.booked && stop.booking && <p className="soft">Booked, {stop.booking.reference}</p>}
      {stop.note && <p className="soft">{stop.note}</p>}
      <Form method="post" className="row" preventScrollReset>
        {hiddenFields}
        {(['up', 'down'] as const).map((direction) => (
          <FormButton key={direction} small name="intent" value={direction}>
            Move {direction}
            <span className="sr"> {name}</span>
          </FormButton>
        ))}
        {!stop.booked && (
          <FormButton small variant="text" name="intent" value="remove">
            Remove<span className="sr"> {name}</span>
          </FormButton>
        )}
      </Form>
      <details open={isHere || undefined}>
        <summary>Times and notes</summary>
        <Form
          method="post"
          className="stack"
          key={JSON.stringify([stop.experience?.id, stop.start_time, stop.minutes, stop.note])}
          preventScrollReset
        >
          {hiddenFields}
          {!stop.booked && (
            <>
              {own.length > 0 && (
                <SelectField
                  label="Experience"
                  name="experience_id"
                  defaultValue={typed('experience_id') ?? stop.experience?.id ?? ''}
                  options={Object.fromEntries(own.map(({ id, title }) => [id, title]))}
                >
                  <option value="">Just a visit</option>
                </SelectField>
              )}
              <TextField
                label="Starts at"
                name="start_time"
                type="time"
                hint="Leave blank to start whenever you arrive."
                defaultValue={typed('start_time') ?? stop.start_time?.slice(0, 5) ?? ''}
                error={error('start_time')}
              />
              <TextField
                label="Length in minutes"
                name="minutes"
                type="number"
                min={5}
                max={1440}
                placeholder={String(stop.experience?.duration_minutes ?? 60)}
                defaultValue={typed('minutes') ?? stop.minutes ?? ''}
                error={error('minutes')}
              />
              <SelectField
                label="Day"
                name="day"
                defaultValue={typed('day') ?? stop.day}
                options={{ 0: 'Day 1', 1: 'Day 2', 2: 'Day 3' }}
              />
            </>
          )}
          <TextAreaField
            label="Note"
            name="note"
            rows={2}
            maxLength={1000}
            optional
            defaultValue={typed('note') ?? stop.note ?? ''}
            error={error('note')}
          />
          <p>
            <FormButton small name="intent" value="change">
              Save
            </FormButton>
          </p>
        </Form>
      </details>
    </div>
  )
}
