/** The optional emails for staff with their labels. Emails about the staff's own accounts are always sent. */
export const wantedMails = {
  winemaker: {
    vineyard_booked: 'A new booking',
    vineyard_cancelled: 'A guest cancelled',
    vineyard_moved: 'A guest changed the day, the time or the party size',
    vineyard_daily_sheet: 'Today’s guests, at 7 am',
    vineyard_waiting: 'Bookings that have waited more than a day for your confirmation',
  },
  admin: {
    contact_message: 'A new message from the contact page',
    claim_received: 'A new claim of a vineyard',
  },
} as const

export type WantedMail = keyof (typeof wantedMails)['winemaker'] | keyof (typeof wantedMails)['admin']
