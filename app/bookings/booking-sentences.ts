/** Messages to visitors; most are quoted from specification §5 and §9. */
export const bookingSentences = {
  incomplete: 'Please fill out all fields and select a time slot.',
  slot_gone: 'Selected time slot is no longer available.',
  many_emails: 'We have sent this email address many emails in a short time, so nothing was changed.',
  held: 'We’re holding your places. Open the link in the email that we sent to the guest to confirm the booking.',
  failed: 'Failed to create booking. Please try again.',
  queue_full: 'Very many people are booking right now. Nothing was booked. Please try again in a moment.',
  load_failed: 'Failed to load booking information.',
  vineyard_missing: 'Vineyard ID is missing.',
  experience_missing: 'Experience ID is missing.',
  times_failed: 'Times could not be loaded',
  not_found: 'Booking not found or you do not have access to view this booking.',
} as const
