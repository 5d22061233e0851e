import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { type Day, formatDate } from '../../platform/days.ts'
import { SkeletonBlock, Skeleton } from '../../ui/skeleton.tsx'
import { useHydrated } from '../../ui/hydrated.ts'
import { Icon } from '../../ui/icon.tsx'

// Most people never open it, so nobody loads it before they do.
const DayCalendar = lazy(() => import('./day-calendar.tsx'))

/** A native date field; with a script a button over it that opens a month. */
export function DateFilter({ date, today, onPick }: { date: Day | null; today: Day; onPick: () => void }) {
  const hydrated = useHydrated()
  const [open, setOpen] = useState(false)
  const field = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  // It closes when somebody goes elsewhere, by a press, by the Tab key, or by Escape back to its button.
  useEffect(() => {
    const place = field.current
    if (!open || !place) return
    const onElsewhere = ({ target }: Event) => {
      if (target instanceof Node && !place.contains(target)) setOpen(false)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // The sheet that it may stand in stays.
      event.preventDefault()
      setOpen(false)
      button.current?.focus()
    }
    document.addEventListener('pointerdown', onElsewhere)
    document.addEventListener('focusin', onElsewhere)
    place.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onElsewhere)
      document.removeEventListener('focusin', onElsewhere)
      place.removeEventListener('keydown', onKey)
    }
  }, [open])

  const pick = (day: Day) => {
    if (input.current) input.current.value = day
    setOpen(false)
    button.current?.focus()
    onPick()
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
      {open && (
        <div className="date-popover" role="dialog" aria-label="Pick a date">
          <Suspense fallback={<CalendarBones />}>
            <DayCalendar chosen={date} today={today} onDay={pick} />
          </Suspense>
        </div>
      )}
    </div>
  )
}

function CalendarBones() {
  return (
    <Skeleton label="Loading the calendar" className="date-bones">
      <SkeletonBlock as="title" />
      <SkeletonBlock as="wide" />
    </Skeleton>
  )
}
