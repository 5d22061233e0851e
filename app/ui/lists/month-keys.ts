import { addDays, addMonths, type Day, monthOf, weekdayNumber } from '../../platform/days.ts'

/** Must be called after each render to update the tab order and the focus; `turn` shows the month before or after. */
export type MonthKeys = (turn: (by: 1 | -1) => void) => void

const mondayOf = (day: Day) => addDays(day, 1 - weekdayNumber(day))

/**
 * Adds the keys of a grid to the table of a month. One day is in the tab order. The arrow keys, Home, End, Page Up and Page
 * Down move to other days, skip days that cannot be chosen, and continue into other months.
 */
export function addMonthKeys(table: HTMLTableElement): MonthKeys {
  let turn: (by: 1 | -1) => void = () => {}
  const days = () => [...table.querySelectorAll<HTMLElement>('[data-day]:not(:disabled)')]
  const dayOf = ({ dataset }: HTMLElement) => dataset.day ?? ''
  /** The day that gets the focus once its month is shown, and the direction of the move to it. */
  let wanted: { day: Day; by: 1 | -1 } | undefined

  const update = () => {
    const all = days()
    const reached = wanted && nearest(all, wanted.day, wanted.by)
    if (reached) {
      wanted = undefined
      reached.focus()
    }
    const current =
      all.find((each) => each === document.activeElement) ??
      all.find((each) => each.matches(':checked, [aria-pressed="true"], [aria-current]')) ??
      all[0]
    for (const each of all) each.tabIndex = each === current ? 0 : -1
  }

  /** Returns the nearest day that can be chosen, first in the direction `by`; undefined if the month of `day` is not shown. */
  const nearest = (all: HTMLElement[], day: Day, by: 1 | -1) => {
    if (!all.some((each) => monthOf(dayOf(each)) === monthOf(day))) return undefined
    const onwards = by > 0 ? all : all.toReversed()
    return onwards.find((each) => (by > 0 ? dayOf(each) >= day : dayOf(each) <= day)) ?? onwards.at(-1)
  }

  const onKey = (event: KeyboardEvent) => {
    const from = event.target instanceof HTMLElement ? event.target.dataset.day : undefined
    if (from === undefined || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
    const go = moves(from)[event.key]
    if (!go) return
    event.preventDefault()
    wanted = undefined
    go()
  }
  const moves = (from: Day): Partial<Record<string, () => void>> => {
    const ofWeek = () => days().filter((each) => mondayOf(dayOf(each)) === mondayOf(from))
    const arrow = (step: number) => () => {
      let day = addDays(from, step)
      for (; monthOf(day) === monthOf(from); day = addDays(day, step)) {
        const found = days().find((each) => dayOf(each) === day)
        if (found) return found.focus()
      }
      goTo(day, step < 0 ? -1 : 1)
    }
    // The other month may be shorter: the text may then not be a real day, but it is only compared as text.
    const page = (by: 1 | -1) => () => goTo(addMonths(monthOf(from), by) + from.slice(7), by)
    return {
      ArrowLeft: arrow(-1),
      ArrowRight: arrow(1),
      ArrowUp: arrow(-7),
      ArrowDown: arrow(7),
      Home: () => ofWeek()[0]?.focus(),
      End: () => ofWeek().at(-1)?.focus(),
      PageUp: page(-1),
      PageDown: page(1),
    }
  }
  const goTo = (day: Day, by: 1 | -1) => {
    wanted = { day, by }
    turn(by)
  }

  table.setAttribute('role', 'grid')
  table.addEventListener('keydown', onKey)
  table.addEventListener('focusin', update)
  return (newest) => {
    turn = newest
    update()
  }
}
