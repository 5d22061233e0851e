import type { ReactNode } from 'react'
import { Link } from 'react-router'

import type { ExperienceLinks } from '../../catalogue/experiences/experience-links.tsx'
import { type Day, formatDay, formatTime, type Month } from '../../platform/days.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { MonthCalendar } from '../../ui/lists/month-calendar.tsx'
import { Notice } from '../../ui/page/notice.tsx'
import type { PlannedDay } from '../plan.ts'
import type { UnavailableQuery } from '../plan-actions.tsx'
import { countPlacesLeft } from '../slot.ts'
import type { ExplainedReason, Remedy } from '../unavailable-reason.ts'
import '../../ui/lists/lists.css'

/** A month of a plan. Each day is a button that shows the places taken and planned, and opens the day. */
export function PlanCalendar({
  month,
  today,
  days,
  chosen,
  reasonOn,
  onMonth,
  onDay,
}: {
  month: Month
  today: Day
  days: Map<Day, PlannedDay>
  chosen: Day | null
  /** Returns the reason why a day is closed, or null if staff gave none. */
  reasonOn: (day: PlannedDay) => string | null
  onMonth: (by: 1 | -1) => void
  onDay: (day: Day) => void
}) {
  const dayButton = (day: Day, planned: PlannedDay | undefined) => {
    const reason = planned?.closed && reasonOn(planned)
    return (
      <button
        type="button"
        className={planned?.over ? 'over' : planned?.closed ? 'closed' : undefined}
        data-day={day}
        aria-pressed={day === chosen}
        onClick={() => onDay(day)}
      >
        <b aria-hidden="true">{Number(day.slice(8))}</b>
        <span className="sr">
          {formatDay(day)}
          {day === today && ', today'}
          {planned ? ': ' : ': nothing planned'}
        </span>
        {planned?.closed && (
          <em>
            Closed<span className="long">{reason && `, ${reason}`}</span>
          </em>
        )}
        {planned && !planned.closed && (
          <>
            <span className="num">
              {planned.taken}/{planned.capacity}
              <span className="sr"> places taken</span>
            </span>
            {planned.capacity > 0 && (
              <progress
                aria-hidden="true"
                value={Math.min(planned.taken, planned.capacity)}
                max={planned.capacity}
              />
            )}
          </>
        )}
        {planned && planned.over > 0 && <em>over by {planned.over}</em>}
      </button>
    )
  }
  return (
    <section aria-labelledby="plan-month">
      <MonthCalendar
        month={month}
        variant="month plan"
        heading={{
          id: 'plan-month',
          level: 'h2',
          className: 'cal-head plan-head',
          earlier: { type: 'button', label: 'Previous month', onClick: () => onMonth(-1) },
          later: { type: 'button', label: 'Next month', onClick: () => onMonth(1) },
        }}
        turn={onMonth}
        cell={(day) => (
          <td
            className={[!(day && days.has(day)) && 'out', day === today && 'is-today']
              .filter(Boolean)
              .join(' ')}
          >
            {day && dayButton(day, days.get(day))}
          </td>
        )}
      />
      <p className="key">
        <span>Guests booked / places that day</span>
        <span>
          <i className="closed" />
          Closed
        </span>
      </p>
    </section>
  )
}

type DayAnswer = { reasons: ExplainedReason[]; starts: { start_time: string; remaining: number }[] }

/**
 * The panel of one day. It says whether visitors can book the day with the saved plan. If they cannot, it
 * lists the reasons and links to the settings that staff can change.
 */
export function DayPanel({
  day,
  query,
  answer,
  experienceId,
  links,
  onChange,
}: {
  day: Day
  query: UnavailableQuery
  /** The server's answer, or the sentence with which the server refused to answer. */
  answer: DayAnswer | { refused: string }
  experienceId: string
  links: ExperienceLinks
  /** Opens the form that closes the day or changes its places. */
  onChange: (change: 'close' | 'places') => void
}) {
  return (
    <section className="panel" id="why" aria-labelledby="why-head">
      <div className="between">
        <h2 id="why-head">{formatDay(day)}</h2>
        <span className="row">
          <Button type="button" small onClick={() => onChange('close')}>
            Close this day …
          </Button>
          <Button type="button" small onClick={() => onChange('places')}>
            Change the places …
          </Button>
        </span>
      </div>
      <div role="status" className="stack-sm">
        {'refused' in answer ? (
          <Notice tone="bad">{answer.refused}</Notice>
        ) : (
          <DaySummary answer={answer} experienceId={experienceId} links={links} />
        )}
      </div>
      <Form className="day-question" preventScrollReset>
        <input type="hidden" name="day" value={day} />
        <TextField label="Start" name="time" type="time" optional defaultValue={query.time} />
        <TextField label="Party" name="guests" type="number" optional min={1} defaultValue={query.guests} />
        <Button>Why can’t this be booked?</Button>
      </Form>
    </section>
  )
}

function DaySummary({
  answer: { reasons, starts },
  experienceId,
  links,
}: {
  answer: DayAnswer
  experienceId: string
  links: ExperienceLinks
}) {
  if (reasons.length === 0)
    return (
      <>
        <p>
          <strong>Visitors can book this day.</strong>
        </p>
        <ul className="plain small">
          {starts.map(({ start_time, remaining }) => (
            <li key={start_time}>
              {formatTime(start_time)}: {countPlacesLeft(remaining)}
            </li>
          ))}
        </ul>
      </>
    )
  const remedies: Record<NonNullable<Remedy>, ReactNode> = {
    experience: <Link to={links.edit(experienceId)}>Change the experience</Link>,
    hosts: <Link to={links.hosts}>See the hosts</Link>,
    plan: <a href="#starts">See the start times</a>,
    exceptions: <a href="#exceptions">See the exceptions</a>,
    vineyard: links.vineyard ? (
      <Link to={links.vineyard}>Make the vineyard visible</Link>
    ) : (
      'Only an admin can make the vineyard visible.'
    ),
  }
  return (
    <>
      <p>
        <strong>Visitors can’t book this day:</strong>
      </p>
      <ul className="unavailable-reasons plain">
        {reasons.map(({ message, remedy }) => (
          <li key={message}>
            {message} {remedy && remedies[remedy]}
          </li>
        ))}
      </ul>
    </>
  )
}
