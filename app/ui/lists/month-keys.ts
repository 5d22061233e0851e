import { addDays, addMonths, type Day, monthOf, weekdayNumber } from '../../platform/days.ts'

/** Brings the tab order and the focus up to date after a rendering; `turn` shows the month before or after. */
export type MonthKeys = (turn: (by: 1 | -1) => void) => void

const mondayOf = (day: Day) => addDays(day, 1 - weekdayNumber(day))

/**
 * Adds the keys of a grid to the table of a month: one day is in the tab order, and the arrow keys, Home, End, Page Up and
 * Page Down move to others, over days that cannot be chosen and into other months.
 */
export function addMonthKeys(table: HTMLTableElement): MonthKeys {
  let turn: (by: 1 | -1) => void = () => {}
  const days = () => [...table.querySelectorAll<HTMLElement>('[data-day]:not(:disabled)')]
  const dayOf = ({ dataset }: HTMLElement) => dataset.day ?? ''
  /** The day that gets the focus once its month is shown, and the way to it. */
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

  /** The first day that can be chosen from a day on, or else the last before it; undefined if its month is not shown. */
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
    // The month may have no such day; days are compared as texts.
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
