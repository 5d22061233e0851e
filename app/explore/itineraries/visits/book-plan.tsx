import { useState } from 'react'

import { addDays } from '../../../platform/days.ts'
import { countOf } from '../../../platform/text/counts.ts'
import { CheckField, CheckGroup } from '../../../ui/forms/check-field.tsx'
import { useHydrated } from '../../../ui/page/hydrated.ts'
import { useRefusalFocus } from '../../../ui/focus.tsx'
import { Refusal } from '../../../ui/page/notice.tsx'
import type { ItineraryRefusal } from '../edit-form.ts'
import { PlanBooking } from '../components/plan-booking.tsx'
import { requestOfFriends } from '../friends/friends.ts'
import type { Itinerary } from '../itinerary.ts'
import type { Opening } from '../open-itinerary.server.ts'
import { VisitLine } from './book-day.tsx'
import './visits.css'

/** Books visits of the maker's itinerary that have places at their planned times: all of them, or only the chosen visits. */
export function BookPlan({
  itinerary: { id, title, visit_date, party, travel, version, stops },
  openings,
  needs,
  editKey,
  path,
  refusal,
}: {
  itinerary: Itinerary
  openings: ReadonlyMap<string, Opening>
  /** The friends' answers. The form suggests their needs as requests to the vineyards. */
  needs: Parameters<typeof requestOfFriends>[0]
  editKey: string
  path: string
  /** Why booking was refused, with the typed values */
  refusal: ItineraryRefusal | null
}) {
  const hydrated = useHydrated()
  const section = useRefusalFocus<HTMLElement>(refusal)
  const [left, leave] = useState<string[]>([])
  const offered = stops.flatMap(({ id: stop }) => {
    const opening = openings.get(stop)
    return opening?.kind === 'free' ? [opening] : []
  })
  const isLong = new Set(offered.map(({ day }) => day)).size > 1
  const isOpen = visit_date !== null && offered.length > 0
  if (!isOpen && !refusal) return null
  const { text, left_out } = requestOfFriends(needs)
  const chosen = offered.filter(({ stop }) => !left.includes(stop))
  const lineOf = (visit: (typeof offered)[number]) => (
    <VisitLine {...{ visit, party }} date={isLong && visit_date !== null && addDays(visit_date, visit.day)} />
  )
  return (
    <section className="book-day no-print" ref={section} aria-labelledby="book-plan">
      <h2 id="book-plan">
        {stops.every(({ booked }) => !booked)
          ? 'Book this plan'
          : `Book the other ${offered.length === 1 ? 'visit' : 'visits'}`}
      </h2>
      {refusal?.sentence && <Refusal>{refusal.sentence}</Refusal>}
      {hydrated && offered.length > 1 ? (
        <CheckGroup legend="Visits to book">
          {offered.map((visit) => (
            <CheckField
              key={visit.stop}
              label={<span className="between">{lineOf(visit)}</span>}
              checked={chosen.includes(visit)}
              onChange={(event) => {
                const others = left.filter((stop) => stop !== visit.stop)
                leave(event.target.checked ? others : [...others, visit.stop])
              }}
            />
          ))}
        </CheckGroup>
      ) : (
        <ul className="plain result-list">
          {offered.map((visit) => (
            <li key={visit.stop} className="between">
              {lineOf(visit)}
            </li>
          ))}
        </ul>
      )}
      {isOpen && text !== '' && (
        <p className="soft small measure">
          Your friends’ needs are filled in below, without their names. You can change the text.
          {left_out > 0 && ` ${countOf(left_out, 'more need does', 'more needs do')} not fit.`}
        </p>
      )}
      {isOpen && chosen.length === 0 && <p role="status">Choose at least one visit.</p>}
      {isOpen && chosen.length > 0 && (
        <PlanBooking
          action={path}
          post={{ id, key: editKey, version, title, visit_date, party, travel }}
          visits={chosen}
          refusal={refusal}
          typed={{ special_requests: text }}
        />
      )}
    </section>
  )
}
