import { Fragment, type ReactNode, type Ref } from 'react'

import { type Day, type Month, weekdayNames, weeksOf } from '../../platform/days.ts'

/**
 * The table of a month, weeks from Monday. `cell` renders a `td`, with undefined before the first day and after the
 * last. Labelled by a heading or a hidden `caption`.
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
  /** Its CSS classes. */
  variant: 'cal' | 'month plan' | 'month sessions'
  labelledBy?: string
  caption?: string
  /** Letters of weekday names. */
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
