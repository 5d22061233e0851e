/** A calendar day, yyyy-MM-dd, in London. */
export type Day = string
/** A calendar month, yyyy-MM. */
export type Month = string
/** A wall-clock time in London, HH:mm:ss. */
export type Time = string

const monthNames =
  'January February March April May June July August September October November December'.split(' ')

/** Weeks begin on Monday. */
export const weekdayNames = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ')

// Names come from these lists, because a phone takes longer for its first `Intl` formatter than for the rest of a page's scripts.
// days.test.ts compares them with `Intl`. Only conversions to London time use a formatter, created at its first use.
let london: Intl.DateTimeFormat | undefined

/** Returns London's wall-clock time of an instant as 'yyyy-MM-ddTHH:mm', the format of a datetime-local field. */
export function clockOf(instant: Date): string {
  london ??= new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Europe/London',
    dateStyle: 'short',
    timeStyle: 'short',
  })
  return london.format(instant).replace(' ', 'T')
}

/** Returns the day in London at an instant. */
export function dayOf(instant: Date): Day {
  return clockOf(instant).slice(0, 10)
}

/** Returns whether a text is an existing day between 2000 and 2199. */
export function isDay(text: string): text is Day {
  if (!/^2[01]\d\d-(0[1-9]|1[0-2])-\d\d$/.test(text)) return false
  return addDays(`${monthOf(text)}-01`, Number(text.slice(8)) - 1) === text
}

export function isMonth(text: string): text is Month {
  return isDay(`${text}-01`)
}

export function monthOf(day: Day): Month {
  return day.slice(0, 7)
}

export function addDays(day: Day, days: number): Day {
  const instant = atNoon(day)
  instant.setUTCDate(instant.getUTCDate() + days)
  return instant.toISOString().slice(0, 10)
}

export function addMonths(month: Month, months: number): Month {
  const instant = atNoon(`${month}-01`)
  instant.setUTCMonth(instant.getUTCMonth() + months)
  return instant.toISOString().slice(0, 7)
}

/** Returns the number of days from one day to another, including both. */
export function countDays(from: Day, until: Day): number {
  return (Date.parse(until) - Date.parse(from)) / 86_400_000 + 1
}

/** Returns the number of days since 1 January 1970. */
export function numberOfDay(day: Day): number {
  return Date.parse(`${day}T00:00Z`) / 86_400_000
}

/** Returns the days of a month. */
export function daysOfMonth(month: Month): Day[] {
  const first = `${month}-01`
  const last = addDays(`${addMonths(month, 1)}-01`, -1)
  return Array.from({ length: Number(last.slice(8)) }, (_, n) => addDays(first, n))
}

/** Returns a month as weeks from Monday to Sunday; undefined stands for days of other months. */
export function weeksOf(month: Month): (Day | undefined)[][] {
  const days = daysOfMonth(month)
  const cells: (Day | undefined)[] = [...Array<undefined>(weekdayNumber(`${month}-01`) - 1), ...days]
  while (cells.length % 7 !== 0) cells.push(undefined)
  return Array.from({ length: cells.length / 7 }, (_, row) => cells.slice(row * 7, row * 7 + 7))
}

/** Returns the day that invented examples use: the first Saturday that is at least two weeks after `today`. */
export function exampleDay(today: Day): Day {
  const day = addDays(today, 14)
  return addDays(day, (13 - weekdayNumber(day)) % 7)
}

/** Returns 1 for Monday to 7 for Sunday. */
export function weekdayNumber(day: Day): number {
  return atNoon(day).getUTCDay() || 7
}

/** Returns 'Friday, November 20, 2026', as the specification wants it in emails. */
export function formatAmericanDay(day: Day): string {
  const { weekday, month, date, year } = partsOf(day)
  return `${weekday}, ${month} ${date}, ${year}`
}

/** Returns 'Friday 20 November 2026', the site's usual format. */
export function formatDay(day: Day): string {
  return `${formatWeekday(day)} ${formatDate(day)}`
}

/** Returns 'Friday 20 November', or 'Friday 20 November 2026' when today is in another year. */
export function formatDayShort(day: Day, today: Day): string {
  const { weekday, date, month } = partsOf(day)
  return `${weekday} ${date} ${month}${yearUnlessNow(day, today)}`
}

function yearUnlessNow(day: Day, today: Day): string {
  return day.slice(0, 4) === today.slice(0, 4) ? '' : ` ${day.slice(0, 4)}`
}

/** Returns 'Friday'. */
export function formatWeekday(day: Day): string {
  return partsOf(day).weekday
}

/** Returns 'Fri 20 Nov 2026', for lists. */
export function formatDayInList(day: Day): string {
  const { weekday, date, month, year } = partsOf(day)
  return `${weekday.slice(0, 3)} ${date} ${brief(month)} ${year}`
}

/** Returns '20 November 2026', where the weekday does not matter. */
export function formatDate(day: Day): string {
  const { date, month, year } = partsOf(day)
  return `${date} ${month} ${year}`
}

/** Returns '20 Nov', or '20 Nov 2026' when today is in another year. */
export function formatDayBrief(day: Day, today: Day): string {
  const { date, month } = partsOf(day)
  return `${date} ${brief(month)}${yearUnlessNow(day, today)}`
}

/** Returns 'Fri 20 Nov', or 'Fri 20 Nov 2026' when today is in another year. */
export function formatWeekdayBrief(day: Day, today: Day): string {
  return `${formatWeekday(day).slice(0, 3)} ${formatDayBrief(day, today)}`
}

/** Returns 'Nov 26' for November 2026. */
export function formatMonthBrief(month: Month): string {
  return `${brief(formatMonthName(month))} ${month.slice(2, 4)}`
}

/** Returns 'Nov 20, 2026', as the specification wants it on a chip. */
export function formatChipDay(day: Day): string {
  const { month, date, year } = partsOf(day)
  return `${month.slice(0, 3)} ${date}, ${year}`
}

/** Returns 'June 2026'. */
export function formatMonth(month: Month): string {
  return `${formatMonthName(month)} ${month.slice(0, 4)}`
}

/** Returns 'June'. */
export function formatMonthName(month: Month): string {
  return partsOf(`${month}-01`).month
}

/** Returns whether a text is a time of day as stored: 'HH:mm' or 'HH:mm:ss'. */
export function isTime(text: string): text is Time {
  return /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(text)
}

/** Returns a time as the site displays it, such as '2:30 PM'. Accepts 'HH:mm' and 'HH:mm:ss'. */
export function formatTime(time: Time): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`
}

/** Returns the parts of a day, with the names of weekday and month. */
function partsOf(day: Day) {
  const instant = atNoon(day)
  const month = monthNames[instant.getUTCMonth()]
  const weekday = weekdayNames[(instant.getUTCDay() + 6) % 7]
  if (!month || !weekday) throw new RangeError(`${day} is not a day.`)
  return { weekday, month, date: instant.getUTCDate(), year: instant.getUTCFullYear() }
}

/** Returns 'Nov', but 'Sept': British English shortens September to four letters. */
function brief(month: string): string {
  return month === 'September' ? 'Sept' : month.slice(0, 3)
}

/** Returns noon UTC of a day, from which the functions for days calculate. */
function atNoon(day: Day): Date {
  return new Date(`${day}T12:00:00Z`)
}

/** Returns '20 November 2026, 2:30 PM' in London, from an instant in ISO form. */
export function formatMoment(instant: string): string {
  const [day = '', time = ''] = clockOf(new Date(instant)).split('T')
  return `${formatDate(day)}, ${formatTime(time)}`
}
