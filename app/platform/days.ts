/** A calendar day, yyyy-MM-dd, in London. */
export type Day = string
/** A calendar month, yyyy-MM. */
export type Month = string
/** A wall-clock time in London, HH:mm:ss. */
export type Time = string

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

// Names are put together here and not by a formatter of the browser, whose first costs a phone more than all the rest of a
// page's scripts; days.test.ts holds them to what it would say. What needs the zone's clock is left to one, made when it is used.
const londonDay = once(() => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/London' }))

const londonTime = once(
  () =>
    new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Europe/London',
      hour: 'numeric',
      minute: '2-digit',
      hour12: true,
    }),
)

const londonMinute = once(
  () =>
    new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/London', dateStyle: 'short', timeStyle: 'short' }),
)

/** 'yyyy-MM-ddTHH:mm', what day and clock say in London at an instant, as a field of the browser has it. */
export function clockOf(instant: Date): string {
  return londonMinute().format(instant).replace(' ', 'T')
}

/** The day it is in London at an instant. */
export function dayOf(instant: Date): Day {
  return londonDay().format(instant)
}

/** A day that exists, between the years 2000 and 2199: 29 February 2028 does, 2026's does not. */
export function isDay(text: string): text is Day {
  if (!/^2[01]\d\d-(0[1-9]|1[0-2])-\d\d$/.test(text)) return false
  const day = Number(text.slice(8))
  if (day <= 28) return day >= 1
  // The day before the next month's first is this one's last.
  return day <= new Date(Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)), 0)).getUTCDate()
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

/** How many days there are from one to another, both counted. */
export function countDays(from: Day, until: Day): number {
  return (Date.parse(until) - Date.parse(from)) / 86_400_000 + 1
}

/** The days of a month from its first to its last. */
export function daysOfMonth(month: Month): Day[] {
  const first = `${month}-01`
  const last = addDays(`${addMonths(month, 1)}-01`, -1)
  return Array.from({ length: Number(last.slice(8)) }, (_, n) => addDays(first, n))
}

/** From Monday, as the weeks of this house begin. */
export const weekdayNames = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

/** A month's days in rows from Monday to Sunday, with nothing where another month's days would be. */
export function weeksOf(month: Month): (Day | undefined)[][] {
  const days = daysOfMonth(month)
  const cells: (Day | undefined)[] = [...Array<undefined>(weekdayNumber(`${month}-01`) - 1), ...days]
  while (cells.length % 7 !== 0) cells.push(undefined)
  return Array.from({ length: cells.length / 7 }, (_, row) => cells.slice(row * 7, row * 7 + 7))
}

/** 1 for Monday to 7 for Sunday. */
export function weekdayNumber(day: Day): number {
  return atNoon(day).getUTCDay() || 7
}

/** 'Friday, November 20, 2026', as the specification wants it in mails. */
export function formatAmericanDay(day: Day): string {
  const { weekday, month, date, year } = spoken(day)
  return `${weekday}, ${month} ${date}, ${year}`
}

/** 'Friday 20 November 2026', as every date on the site. */
export function formatDay(day: Day): string {
  return `${formatWeekday(day)} ${formatDate(day)}`
}

/** 'Friday 20 November', or 'Friday 20 November 2026' when today is in another year. */
export function formatDayShort(day: Day, today: Day): string {
  const { weekday, date, month, year } = spoken(day)
  return `${weekday} ${date} ${month}${isThisYear(day, today) ? '' : ` ${year}`}`
}

function isThisYear(day: Day, today: Day): boolean {
  return day.slice(0, 4) === today.slice(0, 4)
}

/** 'Friday' */
export function formatWeekday(day: Day): string {
  return spoken(day).weekday
}

/** 'Fri 20 Nov 2026', in a list. */
export function formatDayInList(day: Day): string {
  const { weekday, date, month, year } = spoken(day)
  return `${weekday.slice(0, 3)} ${date} ${brief(month)} ${year}`
}

/** '20 November 2026', where the weekday says nothing. */
export function formatDate(day: Day): string {
  const { date, month, year } = spoken(day)
  return `${date} ${month} ${year}`
}

/** '20 Nov', or '20 Nov 2026' when today is in another year. */
export function formatDayBrief(day: Day, today: Day): string {
  const { date, month, year } = spoken(day)
  return `${date} ${brief(month)}${isThisYear(day, today) ? '' : ` ${year}`}`
}

/** 'Nov 26', likewise. */
export function formatMonthBrief(month: Month): string {
  return `${brief(formatMonthName(month))} ${month.slice(2, 4)}`
}

/** 'Nov 20, 2026', as the specification wants it on a chip. */
export function formatChipDay(day: Day): string {
  const { month, date, year } = spoken(day)
  return `${month.slice(0, 3)} ${date}, ${year}`
}

/** 'June 2026' */
export function formatMonth(month: Month): string {
  return `${formatMonthName(month)} ${month.slice(0, 4)}`
}

/** 'June' */
export function formatMonthName(month: Month): string {
  return spoken(`${month}-01`).month
}

/** Whether a text is a time of day as data has it: 'HH:mm' or 'HH:mm:ss'. */
export function isTime(text: string): text is Time {
  return /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(text)
}

/** '2:30 PM' from 'HH:mm' or 'HH:mm:ss', as every time a person sees. */
export function formatTime(time: Time): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`
}

/** What a day is made of, in words where it has them. */
function spoken(day: Day) {
  const instant = atNoon(day)
  const month = monthNames[instant.getUTCMonth()]
  const weekday = weekdayNames[(instant.getUTCDay() + 6) % 7]
  if (!month || !weekday) throw new RangeError(`${day} is no day.`)
  return { weekday, month, date: instant.getUTCDate(), year: instant.getUTCFullYear() }
}

/** 'Nov': British English keeps four letters of September. */
function brief(month: string): string {
  return month === 'September' ? 'Sept' : month.slice(0, 3)
}

/** Returns a function that makes the value at its first call. */
function once<Value extends object>(make: () => Value): () => Value {
  let value: Value | undefined
  return () => (value ??= make())
}

/** Days are reckoned at noon UTC, where no clock change reaches. */
function atNoon(day: Day): Date {
  return new Date(`${day}T12:00:00Z`)
}

/** '20 November 2026, 2:30 PM' in London, from an instant in ISO form. */
export function formatMoment(instant: string): string {
  return `${formatDate(dayOf(new Date(instant)))}, ${londonTime().format(new Date(instant)).toUpperCase()}`
}
