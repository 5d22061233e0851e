import { placesOf, type Session } from '../../bookings/session.ts'
import { addDays, type Day, formatDayInList } from '../../platform/days.ts'
import { PlacesBar } from '../../ui/places.tsx'

/** The seven days after today, with their places. */
export function WeekAhead({ today, sessions }: { today: Day; sessions: Session[] }) {
  return (
    <section className="a-week" aria-labelledby="week">
      <h2 id="week">The week ahead</h2>
      <ul className="week">
        {Array.from({ length: 7 }, (_, n) => addDays(today, n + 1)).map((day) => {
          const { taken, places } = placesOf(sessions.filter(({ slot_date }) => slot_date === day))
          return (
            <li key={day}>
              <span>{formatDayInList(day).split(' ').slice(0, 2).join(' ')}</span>
              {places + taken === 0 ? (
                <span className="soft">No sessions</span>
              ) : (
                <PlacesBar taken={taken} of={places} />
              )}
              <span className="num">{places + taken > 0 && `${taken} of ${places}`}</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
