import { useCallback, useEffect, useRef, useState } from 'react'
import { Form, href, useNavigation } from 'react-router'

import type { Slot } from '../../availability/slot.ts'
import { largestParty } from '../../experiences/experience.ts'
import { FieldError } from '../../ui/field.tsx'
import { useHydrated } from '../../ui/hydrated.ts'
import { Stepper } from '../../ui/stepper.tsx'
import type { BookingView } from '../booking.server.ts'
import { groupSentence, type BookingRefusal, readGuests } from '../booking-request.ts'
import {
  type ChangeBounds,
  type Changeable,
  presentSlot,
  readChangeRequest,
  seenText,
} from '../change-request.ts'
import type { BookingAnswers } from '../booking-answers.ts'
import type { BookingFormView } from '../booking-form.server.ts'
import { ChangeSummary } from './change-summary.tsx'
import { DayStep, TimeStep } from './date-and-time.tsx'
import { RefusalNotice } from './refusal-notice.tsx'
import { useCorrected } from './use-corrected.tsx'
import { useTimes } from './use-times.tsx'

export type ChangeAnswer = {
  answers: BookingAnswers
  refusal: (BookingRefusal & { alternatives?: Slot[] }) | null
}

/** How many, which day, what time, as they stand, and the button that changes them. A plain form post, like booking. */
export function ChangeForm({
  booking,
  bounds,
  view,
  answer,
}: {
  booking: BookingView & Changeable
  bounds: ChangeBounds
  view: BookingFormView
  answer: ChangeAnswer | undefined
}) {
  const form = useRef<HTMLFormElement>(null)
  const hydrated = useHydrated()
  const { state } = useNavigation()
  const here = href('/booking/:id/change', { id: booking.id })
  const present = presentSlot(booking)
  const typed = answer?.answers ?? {}
  const [guests, setGuests] = useState(readGuests(typed.guests?.trim() ?? '') ?? view.guests)
  const { date, slot, chosen, setSlot, waiting, slow, look, choose } = useTimes({
    view,
    guests,
    page: here,
    first: typed.slot || present,
  })
  // What the browser found itself counts until the server answers.
  const [found, setFound] = useState<{ before: ChangeAnswer | undefined; refusal: BookingRefusal } | null>(
    null,
  )
  const refusal: ChangeAnswer['refusal'] =
    (found?.before === answer ? found?.refusal : undefined) ?? answer?.refusal ?? null
  const { problems, onEdit } = useCorrected(refusal, refusal?.fields ?? {})
  useEffect(() => {
    if (!refusal) return
    const bad = form.current?.querySelector<HTMLElement>(
      '[aria-invalid="true"], [data-problem] input:enabled',
    )
    const notice = form.current?.querySelector<HTMLElement>('[data-refusal]')
    ;(refusal.alternatives?.length ? notice : (bad ?? notice))?.focus()
  }, [refusal])
  // What was chosen before the script came counts as much as what is chosen after.
  const adopt = useCallback(
    (element: HTMLFormElement | null) => {
      form.current = element
      if (!element) return
      const chosen = new FormData(element)
      const early = readGuests(String(chosen.get('guests')))
      if (early) setGuests(early)
      if (chosen.has('slot')) setSlot(String(chosen.get('slot')))
    },
    [setSlot],
  )

  return (
    <Form
      ref={adopt}
      className="book"
      method="post"
      action={here}
      noValidate={hydrated}
      onChange={onEdit}
      onSubmit={(event) => {
        const read = readChangeRequest(new FormData(event.currentTarget), booking, bounds, view.today)
        setFound(read.ok ? null : { before: answer, refusal: read.problem })
        if (!read.ok) event.preventDefault()
      }}
    >
      {/* Enter in a field presses the first button of a form: this one, not the calendar's. */}
      <button className="sr" name="intent" value="book" tabIndex={-1} aria-hidden="true">
        Change Booking
      </button>
      <input type="hidden" name="seen" value={seenText(booking)} />
      <div>
        {refusal?.message && <RefusalNotice today={view.today} refusal={refusal} onAlternative={choose} />}
        <fieldset className="step">
          <legend>How many of you?</legend>
          <div className="row">
            <label className="sr" htmlFor="guests">
              Guests
            </label>
            <Stepper
              id="guests"
              name="guests"
              min={Math.min(bounds.min_group_size, booking.number_of_guests)}
              max={Math.max(largestParty(bounds), booking.number_of_guests)}
              defaultValue={typed.guests ?? view.guests}
              required
              fewer="One guest fewer"
              more="One guest more"
              aria-invalid={problems.guests ? true : undefined}
              aria-describedby={problems.guests ? 'guests-hint guests-error' : 'guests-hint'}
              onChange={(event) => setGuests(readGuests(event.target.value) ?? 0)}
            />
            <span className="soft small" id="guests-hint">
              {groupSentence(bounds)}
            </span>
          </div>
          {problems.guests && <FieldError id="guests-error">{problems.guests}</FieldError>}
        </fieldset>
        <DayStep
          view={view}
          date={date}
          guests={guests}
          problem={problems.date}
          goTo={typed.go_to}
          look={look}
          here={here}
        />
        <TimeStep
          today={view.today}
          slots={view.slots}
          date={date}
          guests={guests}
          chosen={chosen}
          loading={slow}
          waiting={waiting}
          problem={problems.slot}
          onSlot={setSlot}
          open={view.days?.some(({ slot_date }) => slot_date === date) ?? false}
          nextDay={view.next_day}
          look={look}
          here={here}
        />
      </div>
      <ChangeSummary
        booking={booking}
        bounds={bounds}
        present={present}
        date={date}
        slot={slot}
        guests={guests}
        hydrated={hydrated}
        waiting={waiting}
        busy={state === 'submitting'}
      />
    </Form>
  )
}
