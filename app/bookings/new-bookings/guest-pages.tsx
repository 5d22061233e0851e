import { href, useParams } from 'react-router'

/** Returns the URLs of a guest’s pages on our site or, with the parameter `vineyard`, in the widget. */
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
    /** Returns the URL that emails use for the page of a booking. */
    emailedBooking: (id: string) => href('/booking/:id', { id }),
    change: (id: string) => href('/booking/:id/change', { id }),
    calledOff: (id: string) => href('/booking/:id/called-off', { id }),
  }
}

/** Returns the URLs of the guest's pages that fit the current page. */
export function useGuestPages() {
  return guestPagesOf(useParams())
}

/** Returns whether a page may show a booking: a widget shows only the bookings of its own vineyard. */
export function isOnItsPage(
  { vineyard }: { vineyard?: string | undefined },
  booking: { vineyard_id: string },
): boolean {
  return vineyard === undefined || vineyard === booking.vineyard_id
}
