// Books each request in its own transaction: shows what batches are worth.
import { unqueuedBooking } from '../../app/bookings/booking-queue.server.ts'
import { serveSite } from '../booking/site.ts'

await serveSite(unqueuedBooking)
