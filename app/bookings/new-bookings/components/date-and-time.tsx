import { Suspense, useEffect, useState } from 'react'
import { useNavigate, useNavigation } from 'react-router'

import { DayPicker, SlotPicker } from '../../../availability/components/slot-picker.tsx'
import { type Slot, formatSlotValue } from '../../../availability/slot.ts'
import { countOf } from '../../../platform/text/counts.ts'
import { type Day, formatDayShort, formatMonth, isDay } from '../../../platform/days.ts'
import { FieldError } from '../../../ui/forms/field.tsx'
import { lazyPart } from '../../../ui/page/lazy-part.tsx'
import { Notice } from '../../../ui/page/notice.tsx'
import { Skeleton, SkeletonBlock } from '../../../ui/page/skeleton.tsx'
import { useSlow } from '../../../ui/page/slow.ts'
import type { BookingFormView } from '../booking-form.server.ts'
import { bookingSentences } from '../../booking-sentences.ts'
import { zoneSentence } from '../../booking-terms.ts'
import type { Choice } from './next-open-days.tsx'

/** Rendered only on pages without JavaScript. */
const DateWithoutScript = lazyPart(() => import('./date-without-script.tsx'))
/** Loaded only when needed, because few pages show the next open days. */
const NextOpenDays = lazyPart(() => import('./next-open-days.tsx'))

type Step = {
  view: BookingFormView
  date: Day | undefined
  guests: number
  problem: string | undefined
  show: (choice: Choice) => void
  /** The form's own URL. Without JavaScript, buttons submit to it, and the page opens at the same step. */
  action: string
}

/** The step that chooses the day: the month with its places, and the next open days if the month has no places. */
export function DayStep({
  view,
  date,
  guests,
  problem,
  goTo,
  show,
  action,
}: Step & { goTo: string | undefined }) {
  const { today, month, earlier, later, days } = view
  return (
    <section className="step" aria-labelledby="day-heading" data-problem={problem ? '' : undefined}>
      <h2 id="day-heading">Which day?</h2>
      {view.day_notice && <Notice tone="info">{view.day_notice}</Notice>}
      {days === null && (
        <Notice tone="bad" role="status">
          {bookingSentences.times_failed}
        </Notice>
      )}
      <DayPicker
        month={month}
        today={today}
        days={days ?? []}
        chosen={date}
        guests={guests}
        earlier={earlier}
        later={later}
        onDay={(day) => show({ date: day })}
        onMonth={(other) => show({ month: other })}
        formAction={`${action}#day-heading`}
      />
      {days?.length === 0 && <p className="cal-none">No sessions in {formatMonth(month)}.</p>}
      {days && !days.some((day) => day.largest_party >= guests) && (
        <Suspense>
          <NextOpenDays {...{ view, guests, show, action }} />
        </Suspense>
      )}
      {problem && <FieldError id="date-error">{problem}</FieldError>}
      <noscript>
        <DateWithoutScript today={today} goTo={goTo} action={action} />
      </noscript>
    </section>
  )
}

/** The step that chooses the time on the chosen day. */
export function TimeStep({
  view,
  date,
  guests,
  chosen,
  loading,
  waiting,
  problem,
  onSlot,
  show,
  action,
}: Step & {
  chosen: string | undefined
  /** Whether loading has taken long enough to show a skeleton. */
  loading: boolean
  waiting: boolean
  onSlot: (id: string) => void
}) {
  const { today, slots, days } = view
  const isOpen = days?.some(({ slot_date }) => slot_date === date) ?? false
  const open = slotsFor(slots ?? [], guests)
  const isFull = slots !== null && !slots.some(({ remaining }) => remaining >= guests)
  return (
    // The times cannot be chosen until the times of the chosen day have loaded.
    <fieldset
      className="step"
      id="times"
      data-problem={problem ? '' : undefined}
      aria-busy={waiting}
      inert={waiting}
    >
      <legend>{date ? `What time on ${formatDayShort(date, today)}?` : 'What time?'}</legend>
      {loading ? (
        <Skeleton label="Loading times" className="slots">
          <SkeletonBlock as="slot" />
          <SkeletonBlock as="slot" />
          <SkeletonBlock as="slot" />
        </Skeleton>
      ) : slots === null ? (
        <Notice tone="bad" role="status">
          {bookingSentences.times_failed}. Please choose the day again.
        </Notice>
      ) : !date ? (
        <p className="cal-none">Choose a day first.</p>
      ) : slots.length === 0 && !waiting ? (
        <p className="cal-none">
          {isOpen
            ? `There are no times left on ${formatDayShort(date, today)}.`
            : `No sessions on ${formatDayShort(date, today)}.`}
        </p>
      ) : (
        <SlotPicker
          slots={slots}
          guests={guests}
          chosen={chosen}
          onSlot={onSlot}
          describedBy={problem ? 'slot-error' : undefined}
          nearest={chosen ? undefined : view.nearest}
        />
      )}
      {date && isFull && !loading && (
        <Suspense>
          <NextOpenDays {...{ view, guests, show, action }} />
        </Suspense>
      )}
      <p className="sr" role="status">
        {date && slots && !waiting
          ? `${formatDayShort(date, today)}: ${countOf(open.length, 'time')} with places`
          : ''}
      </p>
      {problem && <FieldError id="slot-error">{problem}</FieldError>}
      <p className="soft small zone">{zoneSentence}</p>
    </fieldset>
  )
}

/** Returns a view with the same days but without times, because the times of the day in the URL failed to load. */
export function withoutTimes(view: BookingFormView, { url }: Pick<Request, 'url'>): BookingFormView {
  const date = new URL(url).searchParams.get('date')
  return date !== null && isDay(date) ? { ...view, date, slots: null } : { ...view }
}

/** Returns the chosen day and time. A choice is shown at once, and the day's times load without a page reload. */
export function useTimes({
  view,
  guests,
  page,
  query,
  first,
}: {
  view: BookingFormView
  guests: number
  page: string
  /** The other parameters of the page's URL. */
  query: Record<string, string>
  /** The initially chosen slot. */
  first: string | undefined
}) {
  const navigate = useNavigate()
  const { state, location } = useNavigation()
  const [slotChosen, setSlot] = useState(first)
  const [pressed, setPressed] = useState<{ on: BookingFormView; choice: Choice } | null>(null)
  const choice = pressed?.on === view ? pressed.choice : null
  const date = choice ? choice.date : view.date
  const waiting = choice !== null || (state === 'loading' && location.pathname === page)
  const slow = useSlow(waiting)
  const available = chosenSlot(view.slots ?? [], slotChosen, guests)
  const slot = waiting ? undefined : available

  // After the visitor chose an alternative, the focus moves to its slot once its day has loaded.
  const [focusOn, setFocusOn] = useState<string | null>(null)
  const arrived = !waiting && focusOn !== null && slot?.id === focusOn
  useEffect(() => {
    if (arrived) document.getElementById(focusOn)?.focus()
  }, [arrived, focusOn])

  const show = (choice: Choice) => {
    setPressed({ on: view, choice })
    const search = new URLSearchParams({ ...query, guests: String(guests), ...choice })
    void navigate(`${page}?${search}`, { replace: true, preventScrollReset: true })
  }
  const choose = (other: Slot) => {
    setSlot(formatSlotValue(other))
    setFocusOn(other.id)
    show({ date: other.slot_date })
  }
  return { date, slot, chosen: available && formatSlotValue(available), setSlot, waiting, slow, show, choose }
}

const slotsFor = (slots: Slot[], guests: number) =>
  slots.filter(({ remaining }) => remaining > 0 && remaining >= guests)

/** Returns the chosen slot if it has places for the party; on another day, the slot that starts at the same time. */
function chosenSlot(slots: Slot[], chosen: string | undefined, guests: number): Slot | undefined {
  const free = slotsFor(slots, guests)
  const [id, start_time] = chosen?.split('@') ?? []
  return slots.some((slot) => slot.id === id)
    ? free.find((slot) => formatSlotValue(slot) === chosen)
    : free.find((slot) => slot.start_time === start_time)
}
