import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { type Day, formatDate, formatWeekdayBrief } from '../../../platform/days.ts'
import { Skeleton, SkeletonBlocks } from '../../../ui/page/skeleton.tsx'
import { useHydrated } from '../../../ui/page/hydrated.ts'
import { Icon } from '../../../ui/pictures/icon.tsx'

// The calendar is loaded when it opens, because most visitors never open it.
const DayPicker = lazy(() => import('./day-picker.tsx'))

/** A native date field; with JavaScript a button that opens a calendar. `quick` are days with a button each. */
export function DateFilter({
  date,
  today,
  onPick,
  quick,
}: {
  date: Day | null
  today: Day
  onPick: (day: Day | null) => void
  quick?: Day[]
}) {
  const hydrated = useHydrated()
  const [open, setOpen] = useState(false)
  const field = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  // Closes the calendar on a press or focus elsewhere, and on Escape, which returns the focus to the button.
  useEffect(() => {
    const element = field.current
    if (!open || !element) return
    const onElsewhere = ({ target }: Event) => {
      if (target instanceof Node && !element.contains(target)) setOpen(false)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // Escape closes only the calendar, not a sheet around it.
      event.preventDefault()
      setOpen(false)
      button.current?.focus()
    }
    document.addEventListener('pointerdown', onElsewhere)
    document.addEventListener('focusin', onElsewhere)
    element.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onElsewhere)
      document.removeEventListener('focusin', onElsewhere)
      element.removeEventListener('keydown', onKey)
    }
  }, [open])

  const choose = (day: Day | null) => {
    if (input.current) input.current.value = day ?? ''
    setOpen(false)
    onPick(day)
  }
  const pick = (day: Day) => {
    button.current?.focus()
    choose(day)
  }
  return (
    <div className="field date-filter" ref={field}>
      <label id="date-label" htmlFor={hydrated ? 'date-button' : 'date'}>
        Available Date
      </label>
      <input
        ref={input}
        className="in"
        id="date"
        name="date"
        type={hydrated ? 'hidden' : 'date'}
        min={today}
        defaultValue={date ?? ''}
        autoComplete="off"
      />
      {hydrated && (
        <button
          ref={button}
          className="in picker"
          type="button"
          id="date-button"
          aria-labelledby="date-label date-button"
          aria-haspopup="dialog"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <Icon name="calendar" />
          {date === null ? 'Pick a date' : formatDate(date)}
        </button>
      )}
      {quick && (
        <p className="quick-days needs-script">
          {quick.map((day) => (
            <button key={day} type="button" aria-pressed={day === date} onClick={() => choose(day)}>
              {formatWeekdayBrief(day, today)}
            </button>
          ))}
          {/* Takes up its space even if no day is chosen, so that choosing a day does not move the page. */}
          <button
            type="button"
            className={date === null ? 'invisible' : undefined}
            onClick={() => choose(null)}
          >
            Any day
          </button>
        </p>
      )}
      {open && (
        <div className="date-popover" role="dialog" aria-label="Pick a date">
          <Suspense
            fallback={
              <Skeleton label="Loading the calendar" className="date-skeleton">
                <SkeletonBlocks shapes={['title', 'wide']} />
              </Skeleton>
            }
          >
            <DayPicker chosen={date} today={today} onDay={pick} />
          </Suspense>
        </div>
      )}
    </div>
  )
}
