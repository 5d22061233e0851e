// The site with its own function for placing, but each booking in a transaction of its own: what the batches are worth.
import { unqueuedBooking } from '../../app/bookings/booking-queue.server.ts'
import { serveSite } from '../booking/site.ts'

await serveSite(unqueuedBooking)
