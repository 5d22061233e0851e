import { addDays, type Day, weekdayNumber } from '../../app/platform/days.ts'

/** Every day that a simulated market knows, reckoned once: 60 behind today unless it is older, and 400 before it. */
export type Calendar = ReturnType<typeof calendarFrom>

const usuallyBehind = 60
const daysAhead = 400

const zone = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', hour: '2-digit', hour12: false })
const spoken = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  year: 'numeric',
})

export function calendarFrom(today: Day, behind: number = usuallyBehind) {
  const days = Array.from({ length: behind + daysAhead + 1 }, (_, n) => {
    const day = addDays(today, n - behind)
    const noon = new Date(`${day}T12:00:00Z`)
    return {
      day,
      weekday: weekdayNumber(day),
      // Clocks change at one in the morning and all our starts are later: a day has one offset.
      offset: zone.format(noon) === '13' ? '+01' : '+00',
      // As the specification writes a day in a mail: Friday, November 20, 2026.
      spoken: spoken.format(noon),
    }
  })
  return { today, behind, days, first: days[0]?.day ?? today, last: days.at(-1)?.day ?? today }
}

/** '14:30' and 90 as '16:00'; visits end before midnight. */
export function timeAfter(start: string, minutes: number): string {
  const end = Number(start.slice(0, 2)) * 60 + Number(start.slice(3)) + minutes
  return `${String(Math.floor(end / 60)).padStart(2, '0')}:${String(end % 60).padStart(2, '0')}`
}

/** '2:30 PM', as `display_time` of the database says it. */
export function displayTime(start: string): string {
  const hour = Number(start.slice(0, 2))
  return `${hour % 12 || 12}:${start.slice(3)} ${hour < 12 ? 'AM' : 'PM'}`
}
