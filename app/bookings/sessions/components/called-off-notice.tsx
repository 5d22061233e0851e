import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

import { formatDay } from '../../../platform/days.ts'
import { Notice } from '../../../ui/page/notice.tsx'
import type { BookingView } from '../../booking.server.ts'
import { becauseOf } from '../call-off.ts'

/** Says that a session was called off and why, with the vineyard's message. */
export function CalledOffNotice({ booking }: { booking: BookingView }) {
  const { booking_date, booking_time, called_off_reason, called_off_message } = booking
  const { name } = booking.experience.vineyard
  return (
    <Notice tone="wait" icon="alert">
      <p>
        <strong>
          {name} had to call off {formatDay(booking_date)}, {booking_time}
          {becauseOf(called_off_reason)}.
        </strong>
      </p>
      {called_off_message && <blockquote className="called-off-message">{called_off_message}</blockquote>}
    </Notice>
  )
}

/** Says that the vineyard can still undo that it called the session off, and loads the outcome when that time is over. */
export function BeingCalledOff({ vineyard, seconds }: { vineyard: string; seconds: number }) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const timer = setTimeout(() => void revalidate(), seconds * 1000)
    return () => clearTimeout(timer)
  }, [seconds, revalidate])
  return (
    <Notice tone="wait" icon="clock">
      {vineyard} is calling this session off. For up to half a minute they can still undo it. Then you can
      choose another time here.
    </Notice>
  )
}
