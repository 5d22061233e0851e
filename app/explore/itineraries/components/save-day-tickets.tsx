import { useEffect } from 'react'

import { rememberMadeOf } from '../../../bookings/new-bookings/browser-storage.tsx'
import { KeepOnDevice } from '../../../bookings/new-bookings/device-bookings.tsx'
import { SaveTickets } from '../../../bookings/offline-tickets/components/save-tickets.tsx'
import { type Day, formatDay, formatTime } from '../../../platform/days.ts'
import { formatMoney } from '../../../platform/money.ts'
import { countOf } from '../../../platform/text/counts.ts'
import { type Itinerary, nameOf } from '../itinerary.ts'

/** Adds the visits of a day to My bookings, and saves the tickets of the visits that this browser booked. */
export default function SaveDayTickets({
  itinerary: { id, stops },
  today,
}: {
  itinerary: Pick<Itinerary, 'id' | 'stops'>
  today: Day
}) {
  const tickets = stops.flatMap((stop) => {
    const { booked, booking, price = null } = stop
    if (!booked || !booking) return []
    const { id, number_of_guests, is_erased } = booking
    const time = booked.start_time && formatTime(booked.start_time)
    const when = [formatDay(booked.date), time].filter(Boolean).join(', ')
    const cost = price === null ? [] : [formatMoney(price, 'GBP')]
    const party = [countOf(number_of_guests, 'guest'), ...cost].join(', ')
    const title = stop.experience?.title ?? nameOf(stop)
    const ticket = { id, day: booked.date, title, vineyard: nameOf(stop), when, party }
    return [{ ...ticket, version: when + party, is_erased }]
  })
  const ids = tickets.map((ticket) => ticket.id).join()
  return (
    <>
      {stops.map(({ booking }) => booking && <KeepOnDevice key={booking.id} id={booking.id} />)}
      <RememberDay id={id} bookings={ids} />
      {/* Saves only bookings that this browser has remembered as its own, so the effect of `RememberDay` must run first. */}
      <SaveTickets {...{ tickets, today }} />
    </>
  )
}

/** Remembers the bookings of a day as this browser's own, if this browser made them. `bookings` has ids separated by commas. */
function RememberDay({ id, bookings }: { id: string; bookings: string }) {
  useEffect(() => rememberMadeOf(id, bookings.split(',')), [id, bookings])
  return null
}
