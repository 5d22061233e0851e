import { href, useParams } from 'react-router'

/**
 * The addresses of a guest's pages: on our site, or in the frame that a vineyard's own website shows, whose routes have
 * the parameter `vineyard`.
 */
export function guestPagesOf({ vineyard }: { vineyard?: string | undefined }) {
  if (vineyard !== undefined)
    return {
      isFramed: true,
      channel: 'widget' as const,
      book: (_vineyard: string) => href('/embed/:vineyard/book', { vineyard }),
      booking: (id: string) => href('/embed/:vineyard/booking/:id', { vineyard, id }),
      emailedBooking: (id: string) => href('/embed/:vineyard/booking/:id', { vineyard, id }),
      change: (id: string) => href('/embed/:vineyard/booking/:id/change', { vineyard, id }),
      calledOff: (id: string) => href('/embed/:vineyard/booking/:id/called-off', { vineyard, id }),
    }
  return {
    isFramed: false,
    channel: undefined,
    book: (id: string) => href('/book-now/:id', { id }),
    booking: (id: string) => href('/booking-confirmation/:id', { id }),
    /** The same page at the address in emails. */
    emailedBooking: (id: string) => href('/booking/:id', { id }),
    change: (id: string) => href('/booking/:id/change', { id }),
    calledOff: (id: string) => href('/booking/:id/called-off', { id }),
  }
}

/** The same for the page that is shown. */
export function useGuestPages() {
  return guestPagesOf(useParams())
}

/** Whether a booking belongs on a page: a frame shows the bookings of its own vineyard only. */
export function isOnItsPage(
  { vineyard }: { vineyard?: string | undefined },
  booking: { vineyard_id: string },
): boolean {
  return vineyard === undefined || vineyard === booking.vineyard_id
}
