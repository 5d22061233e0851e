/** The mails that staff may do without, each with what it is called; what is about their own account always comes. */
export const wantedMails = {
  winemaker: {
    vineyard_booked: 'A new booking',
    vineyard_cancelled: 'A guest cancelled',
    vineyard_moved: 'A guest changed the day, the time or the party',
    vineyard_daily_sheet: 'Who comes today, at seven in the morning',
    vineyard_waiting: 'Bookings that wait for your word for more than a day',
  },
  admin: {
    contact_message: 'A message through the contact page',
    claim_received: 'Somebody claims a vineyard',
  },
} as const

export type WantedMail = keyof (typeof wantedMails)['winemaker'] | keyof (typeof wantedMails)['admin']
