import { type ComponentProps, Fragment, type ReactNode, useEffect, useRef } from 'react'

import { type Day, formatMonth, type Month, weekdayNames, weeksOf } from '../../platform/days.ts'
import { Icon } from '../pictures/icon.tsx'
import type { MonthKeys } from './month-keys.ts'

type AddMonthKeys = (table: HTMLTableElement) => MonthKeys

/**
 * The code that handles the arrow keys. It loads after the page, because nobody presses a key before the page is shown. A
 * calendar that opens later uses the loaded code, so that it handles the first key at once.
 */
let loadedKeys: AddMonthKeys | undefined

/** A button that shows the month before or after. A disabled button has a label that says why there is no such month. */
type MonthButton = ComponentProps<'button'> & { label: string }

/**
 * A month as a table of weeks from Monday. `cell` renders a `td`; its day is undefined outside the month. A control that
 * chooses a day has `data-day`. A script adds arrow keys, as in a grid. `turn` shows the month before or after.
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
  /** The name of the table, where no heading names it. */
  caption?: string
  /** The number of letters in the names of weekdays. */
  letters?: 2 | 3
  turn: (by: 1 | -1) => void
  cell: (day: Day | undefined) => ReactNode
}) {
  const table = useRef<HTMLTableElement>(null)
  const keys = useRef<MonthKeys>(undefined)
  useEffect(() => {
    const shown = table.current
    if (!shown) return
    const update = (add: AddMonthKeys) => {
      keys.current ??= add(shown)
      keys.current(turn)
    }
    if (loadedKeys) update(loadedKeys)
    else void import('./month-keys.ts').then(({ addMonthKeys }) => update((loadedKeys = addMonthKeys)))
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
