import { DayPicker } from '../../availability/components/day-picker.tsx'
import type { Slot } from '../../availability/slot.ts'
import { SlotPicker } from '../../availability/components/slot-picker.tsx'
import { addDays, type Day, formatDayShort, formatMonth, type Month } from '../../platform/days.ts'
import { SkeletonBlock, Skeleton } from '../../ui/skeleton.tsx'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { BookingFormView } from '../booking-form.server.ts'
import { bookingSentences } from '../booking-request.ts'

type Look = (choice: { date?: Day; month?: Month }) => void

/** Which day: the month with its places, and a way to the next open day where the month has none. */
export function DayStep({
  view,
  date,
  guests,
  problem,
  goTo,
  look,
  here,
}: {
  view: BookingFormView
  date: Day | undefined
  guests: number
  problem: string | undefined
  goTo: string | undefined
  look: Look
  /** The form's own address: without a script its answer then shows the step it is about. */
  here: string
}) {
  const { today, month, earlier, later, days, next_day } = view
  return (
    <section className="step" aria-labelledby="day-heading" data-problem={problem ? '' : undefined}>
      <h2 id="day-heading">Which day?</h2>
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
        onDay={(day) => look({ date: day })}
        onMonth={(other) => look({ month: other })}
        formAction={`${here}#day-heading`}
      />
      {days?.length === 0 && (
        <p className="cal-none">
          No sessions in {formatMonth(month)}.{' '}
          <NextOne day={next_day} today={today} look={look} here={here} />
        </p>
      )}
      {problem && <FieldError id="date-error">{problem}</FieldError>}
      <noscript>
        <div className="row look">
          <label htmlFor="go_to">Or another date</label>
          <input
            className="in"
            id="go_to"
            name="go_to"
            type="date"
            min={today}
            max={addDays(today, 1100)}
            defaultValue={goTo}
          />
        </div>
        <div className="row look">
          <Button name="intent" value="times" formNoValidate formAction={`${here}#times`}>
            Show times
          </Button>
        </div>
      </noscript>
    </section>
  )
}

/** What time on the chosen day. */
export function TimeStep({
  today,
  slots,
  date,
  guests,
  chosen,
  loading,
  waiting,
  problem,
  onSlot,
  open,
  nextDay,
  look,
  here,
}: {
  today: Day
  slots: Slot[] | null
  /** Whether the day has sessions at all. */
  open: boolean
  nextDay: Day | undefined
  look: Look
  here: string
  date: Day | undefined
  guests: number
  chosen: string | undefined
  /** Long enough under way that bones stand in. */
  loading: boolean
  waiting: boolean
  problem: string | undefined
  onSlot: (id: string) => void
}) {
  return (
    // Until its own times have come, nobody picks another day's under the name of this one.
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
          {bookingSentences.times_failed}. Choosing the day again often helps.
        </Notice>
      ) : !date ? (
        <p className="cal-none">Choose a day first.</p>
      ) : slots.length === 0 && !waiting ? (
        <p className="cal-none">
          {open
            ? `There is no time left on ${formatDayShort(date, today)}.`
            : `No sessions on ${formatDayShort(date, today)}.`}{' '}
          <NextOne day={nextDay} today={today} look={look} here={here} />
        </p>
      ) : (
        <SlotPicker
          slots={slots}
          guests={guests}
          chosen={chosen}
          onSlot={onSlot}
          describedBy={problem ? 'slot-error' : undefined}
        />
      )}
      {problem && <FieldError id="slot-error">{problem}</FieldError>}
    </fieldset>
  )
}

/** A way to the next day with room for the party. */
function NextOne({ day, today, look, here }: { day: Day | undefined; today: Day; look: Look; here: string }) {
  if (!day) return null
  return (
    <>
      The next one is on{' '}
      <Button
        variant="text"
        name="intent"
        value={`day:${day}`}
        formNoValidate
        formAction={`${here}#times`}
        onClick={(event) => {
          event.preventDefault()
          look({ date: day })
        }}
      >
        {formatDayShort(day, today)}
      </Button>
      .
    </>
  )
}
