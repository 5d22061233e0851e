import { useState } from 'react'

import { formatTime } from '../../../platform/days.ts'
import { formatMoney, timesGuests } from '../../../platform/money.ts'
import { addPounds } from '../../../platform/pounds.ts'
import { CheckField, CheckGroup } from '../../../ui/forms/check-field.tsx'
import { useHydrated } from '../../../ui/page/hydrated.ts'
import { Notice } from '../../../ui/page/notice.tsx'
import { PlanBooking } from '../components/plan-booking.tsx'
import { type Itinerary, nameOf } from '../itinerary.ts'
import type { Opening } from '../open-itinerary.server.ts'
import type { DayActionData } from './day-actions.server.ts'
import './visits.css'

/** Books the visits of the maker's itinerary that have places at their planned times, all of them or those chosen. */
export function BookPlan({
  itinerary: { id, title, visit_date, party, travel, version, stops },
  openings,
  editKey,
  path,
  answer,
}: {
  itinerary: Itinerary
  openings: ReadonlyMap<string, Opening>
  editKey: string
  path: string
  /** Why booking was refused, with the typed values */
  answer: DayActionData | undefined
}) {
  const hydrated = useHydrated()
  const [left, leave] = useState<string[]>([])
  const offered = stops.flatMap(({ id, day, vineyard, experience, start_time, ...stop }) => {
    const opening = openings.get(id)
    if (opening?.kind !== 'free' || !vineyard || !experience || start_time === null) return []
    const { slot, price_per_person, is_instant } = opening
    const visit = {
      day,
      vineyard_id: vineyard.id,
      experience_id: experience.id,
      slot,
      start_time,
      price_per_person,
    }
    return [{ id, name: nameOf({ ...stop, vineyard }), experience, visit, is_instant }]
  })
  const isOpen = visit_date !== null && offered.length > 0
  if (!isOpen && !answer) return null
  const chosen = offered.filter(({ id }) => !left.includes(id))
  const total = addPounds(chosen.map(({ visit }) => timesGuests(visit.price_per_person, party)))
  return (
    <section className="book-day no-print" aria-labelledby="book-plan">
      <h2 id="book-plan">Book this plan</h2>
      {answer?.problem && <Notice tone="bad">{answer.problem}</Notice>}
      {hydrated && offered.length > 1 && (
        <CheckGroup legend="Visits to book">
          {offered.map(({ id, name, experience, visit }) => (
            <CheckField
              key={id}
              label={`${formatTime(visit.start_time)} ${name}: ${experience.title}`}
              checked={!left.includes(id)}
              onChange={(event) =>
                leave(event.target.checked ? left.filter((other) => other !== id) : [...left, id])
              }
            />
          ))}
        </CheckGroup>
      )}
      {isOpen && chosen.length === 0 && <p role="status">Choose at least one visit.</p>}
      {isOpen && chosen.length > 0 && (
        <PlanBooking
          action={path}
          post={{ title, visit_date, party, travel, stay: '' }}
          visits={chosen.map(({ visit }) => visit)}
          bookings={chosen.map(({ name, is_instant }) => ({ vineyard: name, is_confirmed: is_instant }))}
          total={formatMoney(total, 'GBP')}
          answer={answer}
        >
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="key" value={editKey} />
          <input type="hidden" name="version" value={version} />
        </PlanBooking>
      )}
    </section>
  )
}
