import { type ComponentProps, Fragment, type ReactNode, useEffect, useRef } from 'react'

import { type Day, formatMonth, type Month, weekdayNames, weeksOf } from '../../platform/days.ts'
import { Icon } from '../pictures/icon.tsx'
import type { MonthKeys } from './month-keys.ts'

/** Shows the month before or after, or is disabled by a label that says why there is none. */
type MonthButton = ComponentProps<'button'> & { label: string }

/**
 * A month, weeks from Monday. `cell` renders a `td`, with undefined before the first day and after the last; what can be
 * chosen in it has `data-day`. A script adds the keys of a grid, and `turn` shows the month before or after.
 */
export function MonthCalendar({
  month,
  variant,
  heading,
  caption,
  letters: weekdayLength = 3,
  turn,
  cell,
}: {
  month: Month
  /** The CSS classes of the table. */
  variant: 'cal' | 'month plan' | 'month sessions'
  heading?: { id: string; level: 'h2' | 'h3'; className?: string; earlier: MonthButton; later: MonthButton }
  /** Names the table where it has no heading. */
  caption?: string
  /** Letters of weekday names. */
  letters?: 2 | 3
  turn: (by: 1 | -1) => void
  cell: (day: Day | undefined) => ReactNode
}) {
  const table = useRef<HTMLTableElement>(null)
  const keys = useRef<Promise<MonthKeys>>(undefined)
  useEffect(() => {
    const shown = table.current
    if (!shown) return
    // Loaded after the page, because nobody presses a key before it is shown.
    keys.current ??= import('./month-keys.ts').then(({ addMonthKeys }) => addMonthKeys(shown))
    void keys.current.then((update) => update(turn))
  })
  const Heading = heading?.level ?? 'h3'
  return (
    <>
      {heading && (
        <div className={heading.className ?? 'cal-head'}>
          <MonthTurn button={heading.earlier} icon="back" />
          <Heading id={heading.id} aria-live="polite">
            {formatMonth(month)}
          </Heading>
          <MonthTurn button={heading.later} icon="next" />
        </div>
      )}
      <table className={variant} aria-labelledby={heading?.id} ref={table}>
        {caption && <caption className="sr">{caption}</caption>}
        <thead>
          <tr>
            {weekdayNames.map((name) => (
              <th key={name} scope="col">
                <abbr title={name}>{name.slice(0, weekdayLength)}</abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((day, column) => (
                <Fragment key={weekdayNames[column]}>{cell(day)}</Fragment>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

function MonthTurn({ button, icon }: { button: MonthButton; icon: 'back' | 'next' }) {
  const { label, ...rest } = button
  return (
    <button className="sq" aria-label={label} {...rest}>
      <Icon name={icon} />
    </button>
  )
}
