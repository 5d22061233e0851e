import { Form, href, Link } from 'react-router'

import { admits, integrationPolicy } from '../../../people/sign-in/policy.ts'
import { countOf } from '../../../platform/text/counts.ts'
import { type Day, formatDayShort, formatTime } from '../../../platform/days.ts'
import type { WinemakerRole } from '../../../staff-client/account-types.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { FormButton } from '../../../ui/forms/form-parts.tsx'
import { Icon } from '../../../ui/pictures/icon.tsx'
import type { Setup } from '../setup.server.ts'
import { isOptional, type PagePart, setupProgress, type SetupStep } from '../setup.ts'
import { FirstExperience } from './first-experience.tsx'
import './guided-start.css'

const partNames: Record<PagePart, string> = {
  description: 'a description',
  picture: 'a picture',
  contact: 'a phone number or email address',
}

const titles: Record<SetupStep, string> = {
  page: 'Your page',
  experience: 'Your first experience',
  times: 'Start times',
  test_booking: 'A test booking',
  tell_people: 'Tell people',
}

/**
 * Lists the steps until guests can book, and shows how to do each open step. Shows nothing once all steps
 * are done or skipped.
 */
export function GuidedStart({
  setup,
  role,
  today,
  fields,
}: {
  setup: Setup
  role: WinemakerRole
  today: Day
  /** The error messages of the first experience, by field. */
  fields: Record<string, string>
}) {
  const { settled, all } = setupProgress(setup.steps)
  if (settled === all) return null
  const { next_slot, experience_id } = setup
  const isConnecting = admits(integrationPolicy.run, role)
  return (
    <section className="panel guided-start" aria-labelledby="guided-start">
      <h2 id="guided-start">
        {next_slot ? `Guests can book. ${countOf(all - settled, 'step')} left` : 'Until guests can book'}
      </h2>
      {next_slot && (
        <p>
          The next slot is {formatDayShort(next_slot.slot_date, today)}, {formatTime(next_slot.start_time)}.
        </p>
      )}
      <ol className="plain">
        {setup.steps.map(({ step, state }) => (
          <li key={step} className={`setup-step setup-${state}`}>
            <Icon name={state === 'done' ? 'verified' : state === 'skipped' ? 'minus' : 'ring'} />
            <h3>
              {titles[step]}
              <span className="sr">: {state === 'open' ? 'to do' : state}</span>
            </h3>
            {state === 'open' && isOptional(step) && <StepButton intent="skip" step={step} label="Skip" />}
            {state === 'skipped' && <StepButton intent="resume" step={step} label="Do it after all" />}
            {state === 'open' && (
              <div className="setup-body">{openStep(step, setup, isConnecting, fields)}</div>
            )}
          </li>
        ))}
      </ol>
      {experience_id !== null && (
        <p className="small soft">
          {isConnecting && (
            <>
              Still taking bookings in another system?{' '}
              <Link to={href('/winemaker/calendar-sync')}>Connect its calendar</Link>, and its bookings close
              your slots here.{' '}
            </>
          )}
          Moving in from another system?{' '}
          <Link to={href('/winemaker/bookings/import')}>Import your upcoming bookings</Link>
        </p>
      )}
    </section>
  )
}

/** Returns what remains to do in a step. */
function openStep(step: SetupStep, setup: Setup, isConnecting: boolean, fields: Record<string, string>) {
  const { missing, experience_id, test_booking, next_slot } = setup
  switch (step) {
    case 'page':
      return (
        <>
          <p>
            Your page still needs{' '}
            {new Intl.ListFormat('en-GB').format(missing.map((part) => partNames[part]))}.
          </p>
          <ButtonLink small to={href('/winemaker/vineyard/edit')}>
            Complete your page
          </ButtonLink>
        </>
      )
    case 'experience':
      return (
        <>
          <FirstExperience fields={fields} />
          <p className="small">
            Have a list from another system?{' '}
            <Link to={href('/winemaker/experiences/import')}>Import your experiences</Link>
          </p>
        </>
      )
    case 'times':
      return experience_id === null ? (
        <p>Your first experience above includes a start time. You can plan more times and seasons later.</p>
      ) : (
        <>
          <p>Plan the weekly start times of your experience, and put it on sale.</p>
          <ButtonLink
            small
            to={href('/winemaker/experiences/:experienceId/availability', { experienceId: experience_id })}
          >
            Plan start times
          </ButtonLink>
        </>
      )
    case 'test_booking':
      if (test_booking)
        return (
          <>
            <p>
              <Link to={href('/winemaker/bookings/:id', { id: test_booking.id })}>Open the booking</Link> as
              you would any other booking, then cancel it to free its places.
            </p>
            <Form method="post" preventScrollReset>
              <input type="hidden" name="id" value={test_booking.id} />
              <FormButton small name="setup" value="cancel_test">
                Cancel the test booking
              </FormButton>
            </Form>
          </>
        )
      if (!next_slot) return <p>You can make a test booking as soon as there is a time to book.</p>
      return (
        <>
          <p>We book your next free slot as “Test booking”, with your own email address.</p>
          <Form method="post" preventScrollReset>
            <FormButton small name="setup" value="test_booking">
              Make a test booking
            </FormButton>
          </Form>
        </>
      )
    case 'tell_people':
      return isConnecting ? (
        <>
          <p>Let guests book on your own website too, or link to your page here.</p>
          <ButtonLink small to={href('/winemaker/integrations')}>
            Go to integrations
          </ButtonLink>
        </>
      ) : (
        <p>An owner of the vineyard can let guests book on your own website, under Integrations.</p>
      )
  }
}

function StepButton({ intent, step, label }: { intent: 'skip' | 'resume'; step: SetupStep; label: string }) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="step" value={step} />
      <FormButton small variant="text" name="setup" value={intent}>
        {label}
        <span className="sr"> {titles[step]}</span>
      </FormButton>
    </Form>
  )
}
