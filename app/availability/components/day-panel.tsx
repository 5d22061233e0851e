import { Link } from 'react-router'

import type { ExperienceLinks } from '../../experiences/experience-links.tsx'
import { type Day, formatDay, formatTime } from '../../platform/days.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { ExplainedReason, Remedy } from '../unavailable-reason.ts'
import { countPlacesLeft } from '../slot.ts'
import type { UnavailableQuery } from '../unavailable-reason-request.ts'

type Answer = { reasons: ExplainedReason[]; starts: { start_time: string; remaining: number }[] }

/** One day: whether visitors could book it as things are saved, and if not, why and where to change that. */
export function DayPanel({
  day,
  asked,
  answer,
  experienceId,
  links,
  onClose,
}: {
  day: Day
  asked: UnavailableQuery
  /** What the server says, or the sentence with which it refused. */
  answer: Answer | { refused: string }
  experienceId: string
  links: ExperienceLinks
  onClose: () => void
}) {
  return (
    <section className="panel" id="why" aria-labelledby="why-head">
      <div className="between">
        <h2 id="why-head">{formatDay(day)}</h2>
        <Button type="button" small onClick={onClose}>
          Close this day …
        </Button>
      </div>
      <div role="status" className="stack-sm">
        {'refused' in answer ? (
          <Notice tone="bad">{answer.refused}</Notice>
        ) : (
          <DaySummary answer={answer} experienceId={experienceId} links={links} />
        )}
      </div>
      <Form className="why-ask" preventScrollReset>
        <input type="hidden" name="day" value={day} />
        <TextField label="Start" name="time" type="time" optional defaultValue={asked.time} />
        <TextField label="Party" name="guests" type="number" optional min={1} defaultValue={asked.guests} />
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
  answer: Answer
  experienceId: string
  links: ExperienceLinks
}) {
  if (reasons.length === 0)
    return (
      <>
        <p>
          <strong>It can be booked.</strong>
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
  return (
    <>
      <p>
        <strong>It can’t be booked:</strong>
      </p>
      <ul className="obstacles plain">
        {reasons.map(({ message, remedy }) => (
          <li key={message}>
            {message} <Way remedy={remedy} experienceId={experienceId} links={links} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Way({
  remedy,
  experienceId,
  links,
}: {
  remedy: Remedy
  experienceId: string
  links: ExperienceLinks
}) {
  switch (remedy) {
    case 'experience':
      return <Link to={links.edit(experienceId)}>Change the experience</Link>
    case 'hosts':
      return <Link to={links.hosts}>See the hosts</Link>
    case 'plan':
      return <a href="#starts">See the start times</a>
    case 'exceptions':
      return <a href="#exceptions">See the exceptions</a>
    case 'vineyard':
      return links.vineyard ? (
        <Link to={links.vineyard}>Show the vineyard</Link>
      ) : (
        <>Only an admin can show it.</>
      )
    case null:
      return null
  }
}
