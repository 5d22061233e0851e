import { Form, href } from 'react-router'

import type { Day } from '../../platform/days.ts'
import { formatTime } from '../../platform/days.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { timeOf } from '../clock.ts'
import { type PlanPace, paces } from '../plan.ts'
import { hours, mostDays, type PlanFields, type PlanProblems } from '../plan-request.ts'

const paceWords: Record<PlanPace, string> = {
  gentle: 'Gentle: two visits a day',
  steady: 'Steady: three visits a day',
  full: 'Full: four visits a day',
}

/** Where, when, how many and how full: a GET form, so that a plan has an address of its own. */
export function PlanForm({
  fields,
  problems,
  regions,
  today,
  planned,
}: {
  fields: PlanFields
  problems: PlanProblems
  regions: string[]
  today: Day
  /** Whether a plan stands below, which then has what is to be done next. */
  planned: boolean
}) {
  const hour = (at: number) => (
    <option key={at} value={at}>
      {formatTime(timeOf(at * 60))}
    </option>
  )
  return (
    <Form action={href('/itinerary/create')} className="plan-form" preventScrollReset>
      <TextField
        label="Near a town or postcode"
        name="near"
        defaultValue={fields.near}
        maxLength={100}
        autoComplete="off"
        error={problems.near}
      />
      <SelectField label="or in a region" name="region" defaultValue={fields.region} error={problems.region}>
        <option value="">Any region</option>
        {regions.map((region) => (
          <option key={region}>{region}</option>
        ))}
      </SelectField>
      <TextField
        label="Day"
        name="date"
        type="date"
        min={today}
        defaultValue={fields.date}
        required
        error={problems.date}
      />
      <TextField
        label="Guests"
        name="guests"
        type="number"
        inputMode="numeric"
        min={1}
        max={100}
        defaultValue={fields.guests}
        required
        error={problems.guests}
      />
      <SelectField label="From" name="from" defaultValue={fields.from} error={problems.from}>
        {hours.from.map(hour)}
      </SelectField>
      <SelectField label="Until" name="until" defaultValue={fields.until} error={problems.until}>
        {hours.until.map(hour)}
      </SelectField>
      <SelectField label="Pace" name="pace" defaultValue={fields.pace} error={problems.pace}>
        {(Object.keys(paces) as PlanPace[]).map((pace) => (
          <option key={pace} value={pace}>
            {paceWords[pace]}
          </option>
        ))}
      </SelectField>
      <SelectField label="Days" name="days" defaultValue={fields.days} error={problems.days}>
        {Array.from({ length: mostDays }, (_, n) => (
          <option key={n} value={n + 1}>
            {n === 0 ? 'One day' : `${n + 1} days in a row`}
          </option>
        ))}
      </SelectField>
      <div className="plan-go">
        <Button variant={planned ? 'line' : 'primary'}>{planned ? 'Plan again' : 'Plan it'}</Button>
      </div>
    </Form>
  )
}
