import { useCallback, useEffect, useRef, useState } from 'react'
import { Form, href, useNavigation } from 'react-router'

import type { Slot } from '../../availability/slot.ts'
import { type Experience, largestParty } from '../../experiences/experience.ts'
import { visitorField } from '../../staff-client/visitor.ts'
import { visitorToken } from '../../staff-client/visitor-session.ts'
import { FieldError } from '../../ui/field.tsx'
import { useHydrated } from '../../ui/hydrated.ts'
import { Notice } from '../../ui/notice.tsx'
import { Stepper } from '../../ui/stepper.tsx'
import type { BookingAnswers } from '../booking-answers.ts'
import type { BookingFormView } from '../booking-form.server.ts'
import {
  groupSentence,
  limitSentence,
  type BookingRefusal,
  readBookingRequest,
  readGuests,
} from '../booking-request.ts'
import type { BookableVineyard } from '../booking-setup.server.ts'
import { BookingSummary } from './booking-summary.tsx'
import { DayStep, TimeStep } from './date-and-time.tsx'
import { recallForm, rememberForm } from './form-memory.tsx'
import { GuestFields } from './guest-fields.tsx'
import { RefusalNotice } from './refusal-notice.tsx'
import { useCorrected } from './use-corrected.tsx'
import { useTimes } from './use-times.tsx'

export type FormAnswer = {
  answers: BookingAnswers
  refusal: (BookingRefusal & { alternatives?: Slot[]; first_booking?: string | null | undefined }) | null
  /** A new key where the old one is spent. */
  fresh_key?: string | undefined
}

/**
 * Four questions, the sum and the button. It is a plain form post; a script adds that days and times come without a
 * reload, that the sum follows, and that what is missing is said before anything is sent.
 */
export function BookingForm({
  vineyard,
  experience,
  view,
  answer,
  firstKey,
}: {
  vineyard: BookableVineyard
  experience: Experience
  view: BookingFormView
  answer: FormAnswer | undefined
  firstKey: string
}) {
  const form = useRef<HTMLFormElement>(null)
  const hydrated = useHydrated()
  const { state } = useNavigation()
  const page = href('/book-now/:id', { id: vineyard.id })
  const here = `${page}?experience=${experience.id}`

  const typed = answer?.answers ?? {}
  const [guests, setGuests] = useState(view.guests)
  // What the browser found itself counts until the server answers.
  const [found, setFound] = useState<{ before: FormAnswer | undefined; refusal: BookingRefusal } | null>(null)
  const [key, setKey] = useState(answer?.fresh_key ?? typed.idempotency_key ?? firstKey)
  const refusal: FormAnswer['refusal'] =
    (found?.before === answer ? found?.refusal : undefined) ?? answer?.refusal ?? null
  const { problems, onEdit } = useCorrected(refusal, refusal?.fields ?? {})
  if (answer?.fresh_key && answer.fresh_key !== key) setKey(answer.fresh_key)

  const { date, slot, chosen, setSlot, waiting, slow, look, choose } = useTimes({
    view,
    guests,
    page,
    kept: { experience: experience.id },
    first: typed.slot,
  })

  // What was chosen before the script came counts as much as what is chosen after.
  const adopt = useCallback(
    (element: HTMLFormElement | null) => {
      form.current = element
      if (!element) return
      // Before a look at the form: what this tab remembers of it, where nothing was typed yet.
      for (const [name, value] of Object.entries(recallForm(experience.id))) {
        const field = element.elements.namedItem(name)
        if (name === 'idempotency_key') setKey(value)
        else if (isTextField(field) && field.value === '') field.value = value
      }
      const chosen = new FormData(element)
      const early = readGuests(String(chosen.get('guests')))
      if (early) setGuests(early)
      if (chosen.has('slot')) setSlot(String(chosen.get('slot')))
    },
    [experience.id, setSlot],
  )
  useEffect(() => {
    if (refusal?.alternatives?.length) {
      form.current?.querySelector<HTMLElement>('[data-refusal]')?.focus()
      return
    }
    if (!refusal) return
    const bad = form.current?.querySelector<HTMLElement>(
      '[aria-invalid="true"], [data-problem] input:enabled',
    )
    ;(bad ?? form.current?.querySelector<HTMLElement>('[data-refusal]'))?.focus()
  }, [refusal])

  return (
    <Form
      ref={adopt}
      className="book"
      method="post"
      action={here}
      noValidate={hydrated}
      onChange={(event) => {
        rememberForm(experience.id, new FormData(event.currentTarget))
        onEdit(event)
      }}
      onSubmit={(event) => {
        const sent = new FormData(event.currentTarget)
        rememberForm(experience.id, sent)
        const read = readBookingRequest(sent, experience, view.today)
        setFound(read.ok ? null : { before: answer, refusal: read.problem })
        if (!read.ok) event.preventDefault()
      }}
    >
      {/* Enter in a field presses the first button of a form: this one, not the calendar's. */}
      <button className="sr" name="intent" value="book" tabIndex={-1} aria-hidden="true">
        Book
      </button>
      <input type="hidden" name="idempotency_key" value={key} />
      {hydrated && <input type="hidden" name={visitorField} value={visitorToken()} />}
      <input type="hidden" name="price_per_person" value={experience.price_per_person} />
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
              min={experience.min_group_size}
              max={largestParty(experience)}
              defaultValue={typed.guests ?? view.guests}
              required
              fewer="One guest fewer"
              more="One guest more"
              aria-invalid={problems.guests ? true : undefined}
              aria-describedby={problems.guests ? 'guests-hint guests-error' : 'guests-hint'}
              onChange={(event) => {
                // Nothing and no whole number are no party, and no sum is made of them.
                setGuests(readGuests(event.target.value) ?? 0)
              }}
            />
            <span className="soft small" id="guests-hint">
              {groupSentence(experience)}
            </span>
          </div>
          {view.is_party_limited && guests === view.guests && !problems.guests && (
            <Notice tone="info">{limitSentence(experience)}</Notice>
          )}
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
        <fieldset className="step">
          <legend>Who is coming?</legend>
          <GuestFields typed={(name) => typed[name as keyof BookingAnswers]} problems={problems} />
        </fieldset>
      </div>
      <BookingSummary
        vineyard={vineyard}
        experience={experience}
        date={date}
        slot={slot}
        guests={guests}
        now={view.now}
        ready={!hydrated || slot !== undefined}
        enforced={hydrated}
        busy={state === 'submitting'}
      />
    </Form>
  )
}

function isTextField(field: Element | RadioNodeList | null): field is HTMLInputElement | HTMLTextAreaElement {
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
}
