import { Fragment, type ReactNode, type Ref } from 'react'

import { type Day, type Month, weekdayNames, weeksOf } from '../platform/days.ts'

/**
 * The table of a month, weeks from Monday, for whatever a day of it shows. `cell` draws a `td`; it is given undefined for
 * the places before the first day and after the last. Named by a heading, or by a `caption` for the ear alone.
 */
export function MonthTable({
  month,
  variant,
  labelledBy,
  caption,
  letters: weekdayLength = 3,
  ref,
  cell,
}: {
  month: Month
  /** Its classes. */
  variant: 'cal' | 'month plan' | 'month sessions'
  labelledBy?: string
  caption?: string
  /** How much of a weekday's name is shown. */
  letters?: 2 | 3
  ref?: Ref<HTMLTableElement>
  cell: (day: Day | undefined) => ReactNode
}) {
  return (
    <table className={variant} aria-labelledby={labelledBy} ref={ref}>
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
  )
}
