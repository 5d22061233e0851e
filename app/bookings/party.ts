import type { Day } from '../platform/days.ts'
import type { Attendance } from './attendance.ts'
import type { Booking } from './booking.ts'

/** The people of one booking, as a day's list shows them. `ends_on` is the day after if the visit runs past midnight. */
export type Party = Pick<
  Booking,
  | 'id'
  | 'experience_id'
  | 'booking_date'
  | 'start_time'
  | 'guest_name'
  | 'guest_phone'
  | 'number_of_guests'
  | 'status'
  | 'special_requests'
> & { attendance: Attendance | null; ends_on: Day }
