import { addDays, type Day, formatAmericanDay, weekdayNumber } from '../../app/platform/days.ts'

/** Every day of a simulated market. By default, 60 days are in the past and 400 ahead. */
export type Calendar = ReturnType<typeof calendarFrom>

const defaultPastDays = 60
const daysAhead = 400

const zone = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', hour: '2-digit', hour12: false })

export function calendarFrom(today: Day, behind: number = defaultPastDays) {
  const days = Array.from({ length: behind + daysAhead + 1 }, (_, n) => {
    const day = addDays(today, n - behind)
    return {
      day,
      weekday: weekdayNumber(day),
      // The clocks change at one in the morning, before the first slot, so all slots of a day have one offset.
      offset: zone.format(new Date(`${day}T12:00:00Z`)) === '13' ? '+01' : '+00',
      long: formatAmericanDay(day),
    }
  })
  return { today, behind, days, first: days[0]?.day ?? today, last: days.at(-1)?.day ?? today }
}

/** Returns the time some minutes after a start: '16:00' for '14:30' and 90. Visits end before midnight. */
export function timeAfter(start: string, minutes: number): string {
  const end = Number(start.slice(0, 2)) * 60 + Number(start.slice(3)) + minutes
  return `${String(Math.floor(end / 60)).padStart(2, '0')}:${String(end % 60).padStart(2, '0')}`
}
