import { countOf } from '../../../platform/text/counts.ts'
import { formatWeekdayBrief, type Day, type Month } from '../../../platform/days.ts'
import { Button } from '../../../ui/button.tsx'
import type { BookingFormView } from '../booking-form.server.ts'

export type Choice = { date?: Day; month?: Month }

/** Buttons that show the next days with places for the party. */
export default function NextOpenDays({
  view: { next_days, today, guests: known, most_guests, date },
  guests,
  show,
  action,
}: {
  view: BookingFormView
  guests: number
  show: (choice: Choice) => void
  action: string
}) {
  const button = (value: string, choice: Choice, label: string) => (
    <Button
      small
      name="intent"
      value={value}
      formNoValidate
      formAction={`${action}#times`}
      onClick={(event) => {
        event.preventDefault()
        show(choice)
      }}
    >
      {label}
    </Button>
  )
  const party = countOf(guests, 'guest')
  if (guests > most_guests) return null
  // The party size was changed after the days had been read.
  if (known !== guests)
    return (
      <p className="next-days">
        {button('times', date ? { date } : {}, `Find days with places for ${party}`)}
      </p>
    )
  if (next_days.length === 0) return null
  return (
    <div className="next-days">
      <p>Next days with places for {party}:</p>
      <ul className="row plain">
        {next_days.map((day) => (
          <li key={day}>{button(`day:${day}`, { date: day }, formatWeekdayBrief(day, today))}</li>
        ))}
      </ul>
    </div>
  )
}
