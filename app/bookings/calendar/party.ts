import type { Attendance } from '../attendance.ts'
import type { Booking } from '../booking.ts'

/** Party: those who come by one booking, as a day's list shows them. */
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
> & { attendance: Attendance | null }
