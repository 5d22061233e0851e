import { useEffect } from 'react'

import { keepBookingOnDevice } from '../device-bookings.ts'

/** Remembers a booking in this browser, so that My bookings can list it. Only its link is kept. */
export function KeepOnDevice({ id }: { id: string }) {
  useEffect(() => keepBookingOnDevice(id), [id])
  return null
}
