import { Form, href, Link } from 'react-router'

import { type Day, formatTime, formatDay } from '../../../platform/days.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { SelectField } from '../../../ui/forms/select-field.tsx'
import { timeOf } from '../day-times.ts'
import type { PlanPace, ProposedDay } from '../plan-day.ts'
import { hours, mostDays, type PlanFields, type PlanProblems } from '../plan-request.ts'
import { formatDuration } from '../../../catalogue/experiences/experience.ts'
import { formatMoney, timesGuests } from '../../../platform/money.ts'
import { travels } from '../means-of-travel.ts'
import { Notice } from '../../../ui/page/notice.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { useSendsEmail } from '../../../ui/forms/sends-email.ts'
import { DayRoute } from './day-route.tsx'
import { PartyField } from './party-field.tsx'
import { TaxiLine } from './taxi-line.tsx'
import { cancellationRule, confirmationRule } from '../../../bookings/booking-terms.ts'

const paceLabels: Record<PlanPace, string> = {
  gentle: 'Gentle: two visits a day',
  steady: 'Steady: three visits a day',
  full: 'Full: four visits a day',
}

/** The form to plan a day. It uses GET, so that each plan has its own URL. */
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
  /** Whether a plan is shown below the form. If so, the primary button is the one that books the plan. */
  planned: boolean
}) {
  const field = (name: keyof PlanFields) => ({
    name,
    defaultValue: fields[name],
    error: problems[name],
  })
  const times = (hours: readonly number[]) =>
    Object.fromEntries(hours.map((at) => [at, formatTime(timeOf(at * 60))]))
  const days = Array.from({ length: mostDays }, (_, n) => [
    n + 1,
    n === 0 ? 'One day' : `${n + 1} days in a row`,
  ])
  return (
    <Form action={href('/itinerary/create')} className="plan-form" preventScrollReset>
      <TextField label="Near a town or postcode" {...field('near')} maxLength={100} autoComplete="off" />
      <SelectField
        label="or in a region"
        {...field('region')}
        options={Object.fromEntries(regions.map((region) => [region, region]))}
      >
        <option value="">Any region</option>
      </SelectField>
      <TextField label="Day" {...field('date')} type="date" min={today} required />
      <PartyField {...field('guests')} inputMode="numeric" />
      <SelectField label="From" {...field('from')} options={times(hours.from)} />
      <SelectField label="Until" {...field('until')} options={times(hours.until)} />
      <SelectField label="Pace" {...field('pace')} options={paceLabels} />
      <SelectField label="Days" {...field('days')} options={Object.fromEntries(days)} />
      <SelectField label="How will you travel?" {...field('travel')} options={travels} />
      <TextField
        label="We stay at"
        {...field('stay')}
        optional
        maxLength={100}
        autoComplete="off"
        hint="A town, postcode or station where the day begins and ends. Anyone you share the plan with sees this."
      />
      <div className="plan-submit">
        <Button variant={planned ? 'line' : 'primary'}>{planned ? 'Plan again' : 'Plan my day'}</Button>
      </div>
    </Form>
  )
}

/** The planned visits of each day. */
export function PlanView({ days, guests, now }: { days: ProposedDay[]; guests: number; now: Date }) {
  const emails = useSendsEmail()
  return days.map(({ date, visits, lunch, ends }) => (
    <section key={date} className="plan-day" aria-labelledby={`day-${date}`}>
      <h2 id={`day-${date}`}>{formatDay(date)}</h2>
      {visits.length === 0 ? (
        <Notice tone="info">
          Nothing nearby has places for all of you at those times. Try another day or longer hours.
        </Notice>
      ) : (
        <DayRoute
          label={`Visits on ${formatDay(date)}`}
          ends={ends}
          lunch={lunch}
          points={visits.map(({ vineyard, experience, slot, passing, leg }) => ({
            key: slot.id,
            passing,
            leg,
            children: (
              <>
                <h3>
                  <Link to={href('/vineyard/:id', { id: vineyard.id })}>{vineyard.name}</Link>
                </h3>
                <p>{experience.title}</p>
                <p className="soft small">
                  {[
                    vineyard.city,
                    experience.duration_minutes !== null && formatDuration(experience.duration_minutes),
                    formatMoney(timesGuests(experience.price_per_person, guests), experience.currency),
                  ]
                    .filter(Boolean)
                    .join(', ')}
                </p>
                {leg?.parts || ends?.out.leg.parts ? <TaxiLine taxis={vineyard.taxis} /> : null}
                {experience.included && <p className="soft small">Included: {experience.included}</p>}
                <p className="soft small">
                  {confirmationRule(experience.is_instant, emails)}{' '}
                  {cancellationRule(experience.cancellation_cutoff_minutes, slot.starts_at, now)}
                </p>
                {vineyard.is_demo && (
                  <p className="space-above-tiny">
                    <Badge tone="note" icon="info">
                      Demonstration estate: nobody is expecting you
                    </Badge>
                  </p>
                )}
              </>
            ),
          }))}
        />
      )}
    </section>
  ))
}
