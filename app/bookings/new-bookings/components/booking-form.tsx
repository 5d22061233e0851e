import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { Form, useNavigation } from 'react-router'

import { formatSlotValue } from '../../../availability/slot.ts'
import { type Experience, largestParty } from '../../../catalogue/experiences/experience.ts'
import type { Result } from '../../../platform/result.ts'
import { visitorField, visitorToken } from '../../../staff-client/local-storage.ts'
import { FieldError } from '../../../ui/forms/field.tsx'
import { Stepper } from '../../../ui/forms/stepper.tsx'
import { useHydrated } from '../../../ui/page/hydrated.ts'
import { lazyPart } from '../../../ui/page/lazy-part.tsx'
import { Notice } from '../../../ui/page/notice.tsx'
import type { BookableVineyard, BookingFormView } from '../booking-form.server.ts'
import {
  type BookingAnswers,
  type BookingField,
  type BookingRefusal,
  groupSentence,
  limitSentence,
  readBookingRequest,
  readGuests,
} from '../booking-request.ts'
import { useGuestPages } from '../guest-pages.tsx'
import { recallForm, rememberForm, useBookingKey } from '../browser-storage.tsx'
import { BookingSummary, type SummaryState } from './booking-summary.tsx'
import { DayStep, TimeStep, useTimes } from './date-and-time.tsx'
import { GuestFields } from './guest-fields.tsx'
import { RefusalNotice, useCorrected } from './refusal-notice.tsx'
import type { RefusalProps } from './refusal-ways-out.tsx'
import type { LargePartyContact } from './larger-party.tsx'

export type FormAnswer = {
  answers: BookingAnswers
  refusal: RefusalProps['refusal'] | null
  /** A new idempotency key, if the old key belongs to another booking. */
  fresh_key?: string | undefined
}

/** Loaded only when needed, because few parties are too large to book online. */
const LargerParty = lazyPart(() => import('./larger-party.tsx'))

export type BookingFields = { view: BookingFormView; answer: FormAnswer | undefined }

/** The form to book an experience: party, day, time, guest, and the total. */
export function NewBookingForm({
  vineyard,
  experience,
  view,
  answer,
  firstKey,
}: BookingFields & { vineyard: BookableVineyard; experience: Experience; firstKey: string }) {
  const hydrated = useHydrated()
  const pages = useGuestPages()
  const typed = answer?.answers ?? {}
  const { keyFor, rememberSent } = useBookingKey(experience.id, {
    first: typed.idempotency_key ?? firstKey,
    fresh: answer?.fresh_key,
  })
  // Fills empty fields with the answers that this tab has stored for the form. After a reload or Back, also restores the party,
  // and returns the stored slot if the form shows it.
  const restore = useCallback(
    (form: HTMLFormElement) => {
      const { slot, ...typed } = recallForm(experience.id)
      const isReopened = history.state?.booking_key
      for (const [name, value] of Object.entries(typed)) {
        const field = form.elements.namedItem(name)
        if (field && 'value' in field && (!field.value || (isReopened && name === 'guests')))
          field.value = value
      }
      return isReopened && form.querySelector(`[value="${slot}"]`) ? slot : undefined
    },
    [experience.id],
  )
  return (
    <BookingForm
      view={view}
      answer={answer}
      page={pages.book(vineyard.id)}
      query={{ experience: experience.id }}
      sizes={experience}
      limits={{ min: experience.min_group_size, max: largestParty(experience) }}
      contact={vineyard}
      firstSlot={typed.slot ?? view.slot}
      submitLabel="Book"
      read={(form) => readBookingRequest(form, experience, view.today)}
      onMount={restore}
      onData={(form) => rememberForm(experience.id, form)}
      onSend={rememberSent}
      hiddenFields={(slot, guests) => (
        <>
          <input type="hidden" name="idempotency_key" value={keyFor(slot, guests)} />
          {hydrated && <input type="hidden" name={visitorField} value={visitorToken()} />}
          <input type="hidden" name="price_per_person" value={experience.price_per_person} />
        </>
      )}
      lastStep={(problems) => (
        <fieldset className="step">
          <legend>Who is coming?</legend>
          <GuestFields typed={(name) => typed[name as keyof BookingAnswers]} problems={problems} />
        </fieldset>
      )}
      summary={(state) => <BookingSummary {...state} vineyard={vineyard} experience={experience} />}
    />
  )
}

/** The form that the pages to book and to change a booking share. It also works without JavaScript. */
export function BookingForm({
  view,
  answer,
  page,
  query = {},
  sizes,
  limits,
  contact,
  firstSlot,
  submitLabel,
  read,
  onMount,
  onData,
  onSend,
  hiddenFields,
  lastStep,
  summary,
}: BookingFields & {
  page: string
  query?: Record<string, string>
  sizes: Pick<Experience, 'min_group_size' | 'max_group_size'>
  limits: { min: number; max: number }
  /** The vineyard's contact details, for parties that are too large to book online. */
  contact?: LargePartyContact
  firstSlot: string | undefined
  submitLabel: string
  read: (form: FormData) => Result<unknown, BookingRefusal>
  /** Returns the slot to choose if the form has none. */
  onMount?: (form: HTMLFormElement) => string | undefined
  onData?: (form: FormData) => void
  /** Called with the form data that is sent. */
  onSend?: (form: FormData) => void
  /** `slot` is the value of the chosen slot. */
  hiddenFields: (slot: string | undefined, guests: number) => ReactNode
  lastStep?: (problems: Partial<Record<BookingField, string>>) => ReactNode
  summary: (state: SummaryState) => ReactNode
}) {
  const form = useRef<HTMLFormElement>(null)
  const hydrated = useHydrated()
  // The booking counts as under way until the next page has loaded.
  const busy = useNavigation().formMethod === 'POST'
  const search = new URLSearchParams(query).toString()
  const action = search ? `${page}?${search}` : page

  const typed = answer?.answers ?? {}
  const [guests, setGuests] = useState(readGuests(typed.guests?.trim() ?? '') ?? view.guests)
  // A refusal by the check in the browser is shown until the server answers.
  const [checked, setChecked] = useState<{ before: FormAnswer | undefined; refusal: BookingRefusal } | null>(
    null,
  )
  const refusal: FormAnswer['refusal'] =
    (checked?.before === answer ? checked?.refusal : undefined) ?? answer?.refusal ?? null
  const { problems, onEdit } = useCorrected(refusal, refusal?.fields ?? {})
  const { date, slot, chosen, setSlot, waiting, slow, show, choose } = useTimes({
    view,
    guests,
    page,
    query,
    first: firstSlot,
  })

  const step = { view, date, guests, show, action }
  const isLimited = view.is_party_limited && guests === view.guests && !problems.guests

  // Adopts the choices that the visitor made before hydration.
  const adopt = useCallback(
    (element: HTMLFormElement | null) => {
      form.current = element
      if (!element) return
      const stored = onMount?.(element)
      const early = new FormData(element)
      const party = readGuests(String(early.get('guests')))
      if (party) setGuests(party)
      const slot = early.get('slot') ?? stored
      if (slot) setSlot(String(slot))
    },
    [onMount, setSlot],
  )
  useEffect(() => {
    if (!refusal) return
    const field = form.current?.querySelector<HTMLElement>(
      '[aria-invalid="true"], [data-problem] input:enabled',
    )
    const notice = form.current?.querySelector<HTMLElement>('[data-refusal]')
    ;(refusal.alternatives?.length ? notice : (field ?? notice))?.focus()
  }, [refusal])

  return (
    <Form
      ref={adopt}
      className="book"
      method="post"
      action={action}
      noValidate={hydrated}
      onChange={(event) => {
        onData?.(new FormData(event.currentTarget))
        onEdit(event)
      }}
      onSubmit={(event) => {
        const data = new FormData(event.currentTarget)
        onData?.(data)
        const request = read(data)
        setChecked(request.ok ? null : { before: answer, refusal: request.problem })
        if (request.ok) onSend?.(data)
        else event.preventDefault()
      }}
    >
      {/* Enter in a field presses the first submit button of a form, so this button precedes the calendar's buttons. */}
      <button className="sr" name="intent" value="book" tabIndex={-1} aria-hidden="true">
        {submitLabel}
      </button>
      {hiddenFields(slot && formatSlotValue(slot), guests)}
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
              {...limits}
              defaultValue={typed.guests ?? view.guests}
              required
              fewer="One guest fewer"
              more="One guest more"
              aria-invalid={problems.guests ? true : undefined}
              aria-describedby={problems.guests ? 'guests-hint guests-error' : 'guests-hint'}
              onChange={(event) => setGuests(readGuests(event.target.value) ?? 0)}
            />
            <span className="soft small" id="guests-hint">
              {groupSentence(sizes)}
            </span>
          </div>
          {(isLimited || guests > limits.max) && (
            <Notice tone="info">
              {limitSentence(sizes)}
              {contact && guests >= limits.max && (
                <Suspense>
                  <LargerParty vineyard={contact} />
                </Suspense>
              )}
            </Notice>
          )}
          {problems.guests && <FieldError id="guests-error">{problems.guests}</FieldError>}
        </fieldset>
        <DayStep {...step} problem={problems.date} goTo={typed.go_to} />
        <TimeStep
          {...step}
          problem={problems.slot}
          chosen={chosen}
          loading={slow}
          waiting={waiting}
          onSlot={setSlot}
        />
        {lastStep?.(problems)}
      </div>
      {summary({ view, date, slot, guests, waiting, hydrated, busy })}
    </Form>
  )
}
